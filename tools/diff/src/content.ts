import { type Keys, keysIn } from 'tools-document/read';
import type { Place } from './place.ts';
import { isEqual, isText, withoutTexts } from './texts.ts';

/** Returns whether two places have equal values, and refer to equal values. */
export const hasSameContent = (before: Place | undefined, after: Place | undefined): boolean =>
  isEqual(before?.value, after?.value) && isEqual(targetsOf([before]), targetsOf([after]));

/**
 * Returns the values to which places refer, directly or indirectly. The keys are the pointers of the values. The values
 * have no texts, because the comparison of a component reports the changes of its texts.
 */
export function targetsOf(places: readonly (Place | undefined)[]): ReadonlyMap<string, unknown> {
  const targets = [...placesIn(places).values()].filter(({ component }) => component !== undefined);
  return new Map(targets.map(({ pointer, value }) => [pointer, withoutTexts(value)]));
}

/** Returns places by their ids, with all places in them and their references, except texts, data and some fields. */
export function placesIn(
  places: readonly (Place | undefined)[],
  isLeftOut = (_field: Place): boolean => false,
): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  const visit = (place: Place, keys: Keys = 'keywords'): void => {
    if (found.has(place.id)) return;
    found.set(place.id, place);
    if (place.parts !== undefined) for (const part of place.parts) visit(part);
    else {
      for (const [key, member] of place.children()) {
        const next = keysIn(key, place.node[key], keys);
        const isOmitted = keys === 'names' ? isLeftOut(member) : isText(key, place.node[key]) || next === 'data';
        if (!isOmitted) visit(member, next);
      }
    }
  };
  for (const place of places) if (place !== undefined) visit(place);
  return found;
}

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
