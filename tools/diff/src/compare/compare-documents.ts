import { escapeKey } from 'tools-document';
import type { Place } from '../place.ts';
import type { ReportChange } from '../policy.ts';
import { isEqual, textKind } from '../texts.ts';
import { compareOthers, compareTexts, memberNames } from './compare-members.ts';

const HANDLED = ['openapi', 'info', 'paths', 'components', 'servers', 'security', 'webhooks'];

/** Compares those members of two documents that do not belong to a single operation. */
export function compareDocuments(before: Place, after: Place, report: ReportChange): void {
  compareTexts(before, after, report, 'the document');
  for (const key of ['openapi', 'info']) compareLeaves(before, after, key, report);
  compareOthers(before, after, (name) => report('member-changed', `/${escapeKey(name)}`, { name }), HANDLED);
  const [old, now] = [before.child('components'), after.child('components')];
  // Other modules compare all other components.
  for (const key of memberNames(old, now)) {
    const kind = textKind(key);
    if (kind !== undefined && !isEqual(old?.node[key], now?.node[key]))
      report(kind, `/components/${escapeKey(key)}`, { name: key });
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
