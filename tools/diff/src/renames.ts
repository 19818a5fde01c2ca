import { withoutTexts } from './texts.ts';

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
  const signature = (value: unknown) => JSON.stringify(withoutTexts(value));
  return [...before].flatMap(([name, value]): Rename[] => {
    const same = (others: ReadonlyMap<string, unknown>) =>
      [...others].filter(([, other]) => signature(other) === signature(value));
    const [match, ...more] = same(after);
    return match !== undefined && more.length === 0 && same(before).length === 1 ? [[name, match[0]]] : [];
  });
}
