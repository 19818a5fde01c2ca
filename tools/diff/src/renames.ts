import { withoutTexts } from './descriptive-texts.ts';

/** Old and new name of something that was renamed. */
export type Rename = readonly [before: string, after: string];

/**
 * Finds renames among removed and added names: a pair is a rename if both have equal values, and no other name has the
 * same value.
 *
 * @param before Values of the removed names.
 * @param after Values of the added names.
 */
export function findRenames(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): Rename[] {
  const signed = (values: ReadonlyMap<string, unknown>) =>
    [...values].map(([name, value]) => [name, JSON.stringify(withoutTexts(value))] as const);
  const [old, now] = [signed(before), signed(after)];
  return old.flatMap(([name, signature]): Rename[] => {
    const same = (others: typeof old) => others.filter(([, other]) => other === signature);
    const [match, ...more] = same(now);
    return match !== undefined && more.length === 0 && same(old).length === 1 ? [[name, match[0]]] : [];
  });
}
