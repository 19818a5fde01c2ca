import type { Place } from './place.ts';

/** Functions that handle the members of two versions of an object. */
export interface MemberHandlers {
  readonly onRemoved: (name: string, before: Place) => void;
  readonly onAdded: (name: string, after: Place) => void;
  readonly onBoth?: (name: string, before: Place, after: Place) => void;
}

/** Compares the members of two versions of an object. Calls `onRemoved`, `onAdded` or `onBoth` for each member. */
export function compareMembers(
  before: Place | undefined,
  after: Place | undefined,
  { onRemoved, onAdded, onBoth }: MemberHandlers,
): void {
  for (const [name, old] of before?.children() ?? []) {
    const now = after?.child(name);
    if (now === undefined) onRemoved(name, old);
    else onBoth?.(name, old, now);
  }
  for (const [name, now] of after?.children() ?? []) {
    if (before?.child(name) === undefined) onAdded(name, now);
  }
}
