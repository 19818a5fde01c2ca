import { type Keys, keysIn } from 'tools-document';
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
  const targets = new Map<string, unknown>();
  const seen = new Set<string>();
  const visit = (place: Place, keys: Keys = 'keywords'): void => {
    if (seen.has(place.id)) return;
    seen.add(place.id);
    if (place.component !== undefined) targets.set(place.pointer, withoutTexts(place.value));
    if (place.parts !== undefined) for (const part of place.parts) visit(part);
    else {
      for (const [key, member] of place.children()) {
        const next = keysIn(key, place.node[key], keys);
        if (keys === 'names' || !(isText(key, place.node[key]) || next === 'data')) visit(member, next);
      }
    }
  };
  for (const place of places) if (place !== undefined) visit(place);
  return targets;
}
