import type { Place } from './place.ts';
import { DATA } from './place.ts';
import { hasNames, isEqual, isText, withoutTexts } from './texts.ts';

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
  const visit = (place: Place, isNames = false): void => {
    if (seen.has(place.id)) return;
    seen.add(place.id);
    if (place.component !== undefined) targets.set(place.pointer, withoutTexts(place.value));
    if (place.parts !== undefined) for (const part of place.parts) visit(part);
    else visitMembers(place, isNames, visit);
  };
  for (const place of places) if (place !== undefined) visit(place);
  return targets;
}

/** Calls `visit` for each member that is neither a text nor data. `isNames` is whether the keys of the member are names. */
export function visitMembers(place: Place, isNames: boolean, visit: (member: Place, isNames: boolean) => void): void {
  for (const [key, member] of place.children())
    if (isNames || !(isText(key, place.node[key]) || DATA.includes(key))) visit(member, hasNames(key, isNames));
}
