import { targetsOf } from '../content.ts';
import type { Place } from '../place.ts';
import type { ReportChange } from '../policy.ts';
import { isEqual, withoutTexts } from '../texts.ts';
import { compareMembers } from './compare-members.ts';

/** Compares the webhooks of two documents, or the callbacks of an operation. Each change of one of them is breaking. */
export function compareCallbacks(
  before: Place,
  after: Place,
  report: ReportChange,
  keyword: 'webhooks' | 'callbacks' = 'callbacks',
): void {
  const names = (name: string) => ({ name: `the ${keyword.slice(0, -1)} \`${name}\`` });
  compareMembers(before.child(keyword), after.child(keyword), {
    onRemoved: (name, { refPointer }) => report('callback-changed', refPointer, names(name)),
    onAdded: (name, { refPointer }) => report('callback-added', refPointer, names(name)),
    onBoth: (name, old, now) => {
      const isSame = isEqual(withoutTexts(old.value), withoutTexts(now.value));
      if (!isSame || !isEqual(targetsOf([old]), targetsOf([now]))) report('callback-changed', now.pointer, names(name));
      else if (!isEqual(old.value, now.value)) report('text-changed', now.pointer, names(name));
    },
  });
}
