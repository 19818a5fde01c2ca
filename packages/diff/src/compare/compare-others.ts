import { hasSameContent } from '../content.ts';
import type { Place } from '../place.ts';
import { membersOf, textKind } from '../texts.ts';

/** Reports changes of members that are neither texts nor handled by the caller, so that no change is overlooked. */
export function compareOthers(
  before: Place,
  after: Place,
  report: (key: string) => void,
  handled: readonly string[],
): void {
  for (const key of membersOf(before, after)) {
    if (textKind(key) !== undefined || handled.includes(key)) continue;
    if (!hasSameContent(before.child(key), after.child(key))) report(key);
  }
}
