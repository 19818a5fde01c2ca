import type { Place } from './place.ts';

/** Functions that handle the members of two versions of an object. */
export interface MemberHandlers {
  readonly onRemoved: (name: string, before: Place) => void;
  readonly onAdded: (name: string, after: Place) => void;
  readonly onBoth?: (name: string, before: Place, after: Place) => void;
}

/**
 * Compares the members of two versions of an object. Calls `onRemoved`, `onAdded` or `onBoth` for each member.
 *
 * @param keyOf Returns the same key for names that have the same meaning.
 */
export function compareMembers(
  before: Place | undefined,
  after: Place | undefined,
  { onRemoved, onAdded, onBoth }: MemberHandlers,
  keyOf: (name: string) => string = (name) => name,
): void {
  const members = (place: Place | undefined) =>
    new Map((place?.children() ?? []).map(([name, member]) => [keyOf(name), [name, member] as const]));
  const [old, now] = [members(before), members(after)];
  for (const [key, [name, member]] of old) {
    const other = now.get(key);
    if (other === undefined) onRemoved(name, member);
    else onBoth?.(name, member, other[1]);
  }
  for (const [key, [name, member]] of now) if (!old.has(key)) onAdded(name, member);
}
