import { targetsOf } from '../content.ts';
import type { Place } from '../place.ts';
import type { ReportChange } from '../policy.ts';
import { isEqual, withoutTexts } from '../texts.ts';
import { compareMembers } from './compare-members.ts';

/** Compares webhooks, callbacks or links. Each change of their contents is breaking. */
export function compareCallbacks(
  before: Place,
  after: Place,
  report: ReportChange,
  keyword: 'webhooks' | 'callbacks' | 'links' = 'callbacks',
): void {
  const names = (name: string) => ({ name: `the ${keyword.slice(0, -1)} \`${name}\`` });
  compareMembers(before.child(keyword), after.child(keyword), {
    onRemoved: (name, { refPointer }) => report('callback-changed', refPointer, names(name)),
    onAdded: (name, { refPointer }) =>
      report(keyword === 'links' ? 'callback-changed' : 'callback-added', refPointer, names(name)),
    onBoth: (name, old, now) => {
      // The request body of a link is data.
      const read = ({ value, node }: Place) => [withoutTexts(value), keyword === 'links' && node['requestBody']];
      if (!isEqual(read(old), read(now)) || !isEqual(targetsOf([old]), targetsOf([now])))
        report('callback-changed', now.pointer, names(name));
      else if (!isEqual(old.value, now.value))
        report(
          deprecationsIn(now.value) > deprecationsIn(old.value) ? 'callback-deprecated' : 'text-changed',
          now.pointer,
          names(name),
        );
    },
  });
}

/** Counts the deprecated parts of a value. */
export const deprecationsIn = (value: unknown): number => JSON.stringify(value).split('"deprecated":true').length;
