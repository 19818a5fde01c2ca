import { escapeKey } from 'tools-document';
import { hasSameContent } from '../content.ts';
import type { Place } from '../place.ts';
import type { ReportChange } from '../policy.ts';
import { isEqual } from '../texts.ts';
import type { ComponentUses } from './compare-components.ts';
import { compareMembers, compareOthers, compareTexts, memberNames } from './compare-members.ts';

const HANDLED = ['openapi', 'info', 'paths', 'components', 'servers', 'security', 'webhooks'];
/** Components that other modules compare. */
const COMPONENTS = ['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'pathItems', 'securitySchemes'];
/** Components that occur in the types only where operations use them. */
const DESCRIBING = ['examples', 'links'];

/** Compares those members of two documents that do not belong to a single operation. */
export function compareDocuments(before: Place, after: Place, uses: ComponentUses, report: ReportChange): void {
  compareTexts(before, after, report, 'the document');
  for (const key of ['openapi', 'info']) compareLeaves(before, after, key, report);
  compareOthers(before, after, (name) => report('member-changed', `/${escapeKey(name)}`, { name }), HANDLED);
  const [old, now] = [before.child('components'), after.child('components')];
  for (const key of memberNames(old, now)) {
    if (COMPONENTS.includes(key)) continue;
    compareMembers(old?.child(key), now?.child(key), {
      onRemoved: (name, { refPointer }) =>
        report(DESCRIBING.includes(key) ? 'example-changed' : 'component-removed', refPointer, { name }),
      onAdded: (name, { refPointer }) =>
        report(DESCRIBING.includes(key) ? 'example-changed' : 'component-added', refPointer, { name }),
      onBoth: (name, was, is) => {
        const kind = DESCRIBING.includes(key) ? 'example-changed' : 'unused-component-changed';
        if (uses.namesAfter(`${key}/${name}`).size === 0 && !hasSameContent(was, is))
          report(kind, is.pointer, { name });
      },
    });
  }
}

/** Reports each changed text below a member. */
function compareLeaves(before: Place, after: Place, key: string, report: ReportChange): void {
  const [old, now] = [before.child(key), after.child(key)];
  const pointer = `${after.pointer}/${escapeKey(key)}`;
  if (isEqual(old?.value, now?.value)) return;
  const inner = memberNames(old, now);
  if (old === undefined || now === undefined || inner.length === 0) report('text-changed', pointer, { name: key });
  else for (const member of inner) compareLeaves(old, now, member, report);
}
