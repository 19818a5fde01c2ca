import { escapeKey } from 'tenant-management-document';
import type { Report } from '../change-list.ts';
import { hasSameContent } from '../content.ts';
import type { Place } from '../place.ts';
import { compareTexts, isEqual, membersOf } from '../texts.ts';
import { compareOthers } from './compare-others.ts';

const HANDLED = ['openapi', 'info', 'paths', 'components', 'servers', 'security', 'webhooks'];
/** Components that other modules compare. */
const COMPONENTS = ['schemas', 'responses', 'parameters', 'requestBodies', 'headers', 'pathItems', 'securitySchemes'];
/** Components that occur in the types only where operations use them. */
const DESCRIBING = ['examples', 'links'];

/** Compares those members of two documents that do not belong to a single operation. */
export function compareDocuments(before: Place, after: Place, report: Report): void {
  compareTexts(before, after, report, 'the document');
  for (const key of ['openapi', 'info']) compareLeaves(before, after, key, report);
  if (!hasSameContent(before.child('webhooks'), after.child('webhooks'))) {
    const kind = before.node['webhooks'] === undefined ? 'callback-added' : 'callback-changed';
    report(kind, '/webhooks', { name: 'webhooks' });
  }
  compareOthers(before, after, (name) => report('member-changed', `/${escapeKey(name)}`, { name }), HANDLED);
  const [old, now] = [before.child('components'), after.child('components')];
  for (const key of membersOf(old, now)) {
    if (COMPONENTS.includes(key) || hasSameContent(old?.child(key), now?.child(key))) continue;
    const kind = DESCRIBING.includes(key) || key.startsWith('x-') ? 'example-changed' : 'callback-changed';
    report(kind, `/components/${escapeKey(key)}`, { name: key });
  }
}

/** Reports each changed text below a member. */
function compareLeaves(before: Place, after: Place, key: string, report: Report): void {
  const [old, now] = [before.child(key), after.child(key)];
  const pointer = `${after.pointer}/${escapeKey(key)}`;
  if (isEqual(old?.value, now?.value)) return;
  const inner = membersOf(old, now);
  if (old === undefined || now === undefined || inner.length === 0) report('text-changed', pointer, { name: key });
  else for (const member of inner) compareLeaves(old, now, member, report);
}
