import { isDeepStrictEqual } from 'node:util';
import { escapeKey } from 'tools-document/model';
import { textKind } from '../descriptive-texts.ts';
import type { TreeNode } from '../document-tree.ts';
import type { ChangeKind, ReportChange } from '../policy.ts';
import { compareMembers, compareOthers, compareTexts, memberNames } from './compare-members.ts';

const HANDLED = ['openapi', 'info', 'paths', 'components', 'servers', 'security', 'webhooks'];

/** Compares those members of two documents that do not belong to a single operation. */
export function compareDocuments(before: TreeNode, after: TreeNode, report: ReportChange): void {
  compareTexts(before, after, report, 'the document');
  for (const key of ['openapi', 'info']) compareLeaves(before, after, key, report);
  compareOthers(before, after, (name) => report('member-changed', `/${escapeKey(name)}`, { name }), HANDLED);
  const [old, now] = [before.child('components'), after.child('components')];
  // Other modules compare all other components.
  for (const key of memberNames(old, now)) {
    const kind = textKind(key);
    if (kind !== undefined && !isDeepStrictEqual(old?.members[key], now?.members[key]))
      report(kind, `/components/${escapeKey(key)}`, { name: key });
  }
}

/** Reports each changed text below a member. */
function compareLeaves(before: TreeNode, after: TreeNode, key: string, report: ReportChange): void {
  const [old, now] = [before.child(key), after.child(key)];
  const pointer = `${after.pointer}/${escapeKey(key)}`;
  if (isDeepStrictEqual(old?.value, now?.value)) return;
  const inner = memberNames(old, now);
  if (old === undefined || now === undefined || inner.length === 0) report('text-changed', pointer, { name: key });
  else for (const member of inner) compareLeaves(old, now, member, report);
}

/** Compares the servers of two documents. The client uses the first server. */
export function compareServers(before: TreeNode, after: TreeNode, report: ReportChange): void {
  const [old, now] = [serversOf(before), serversOf(after)];
  const [urls, newUrls] = [urlsOf(old), urlsOf(now)];
  const [[name], [to]] = [urls, newUrls];
  const isChanged = name !== to;
  if (isChanged) report('server-changed', `${now[0]?.pointer ?? '/servers/0'}/url`, { name, to });
  for (const server of old.slice(isChanged ? 1 : 0)) {
    if (!newUrls.includes(urlOf(server)))
      report('server-removed', server.pointer, { name: urlOf(server), removed: server });
  }
  for (const server of now.slice(isChanged ? 1 : 0)) {
    if (!urls.includes(urlOf(server))) report('server-added', server.pointer, { name: urlOf(server) });
  }
  for (const server of now) {
    const other = old.find((one) => urlOf(one) === urlOf(server));
    if (other !== undefined) compareServer(other, server, report);
  }
}

const serversOf = (document: TreeNode): TreeNode[] =>
  (document.child('servers')?.children() ?? []).map(([, server]) => server);
/** Returns the URLs of servers. A document without servers has the server `/`: OpenAPI 3.1, 4.8.1. */
const urlsOf = (servers: readonly TreeNode[]): readonly [string, ...string[]] => {
  const [first = '/', ...others] = servers.map(urlOf);
  return [first, ...others];
};
const urlOf = ({ members }: TreeNode): string => canonicalUrl(members['url']);

/**
 * Returns a URL in lower case up to its path, without a default port and an empty path: RFC 3986, 6.2. The names of
 * variables such as `{tenant}` stay.
 */
export const canonicalUrl = (url: unknown): string =>
  String(url)
    .replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, (origin) =>
      origin
        .replaceAll(/\{[^}]*\}|[A-Z]+/g, (part) => (part.startsWith('{') ? part : part.toLowerCase()))
        .replace(/^(https:.*):443$|^(http:.*):80$/, '$1$2'),
    )
    .replace(/^(\w+:\/\/[^/?#]*)\/$/, '$1');

function compareServer(before: TreeNode, after: TreeNode, report: ReportChange): void {
  const name = urlOf(after);
  compareTexts(before, after, report, name);
  // Both URLs lead to the same server.
  const kindOf = (key: string) => (key === 'url' ? 'text-changed' : 'member-changed');
  compareOthers(
    before,
    after,
    (key) => report(kindOf(key), `${after.pointer}/${key}`, { name: `the server ${name}` }),
    ['variables'],
  );
  compareMembers(before.child('variables'), after.child('variables'), {
    onRemoved: (variable, { pointer }) => report('server-variable-removed', pointer, { name, to: variable }),
    onAdded: (variable, { pointer }) => report('server-variable-changed', pointer, { name, to: variable }),
    onBoth: (variable, old, now) => {
      compareTexts(old, now, report, name);
      const reportKey = (key: string) => {
        const from = key === 'default' ? String(old.members[key]) : String(now.members['enum']).replaceAll(',', ', ');
        report(variableKind(old, now, key), `${now.pointer}/${key}`, { name, from, to: variable });
      };
      compareOthers(old, now, reportKey, []);
    },
  });
}

function variableKind(before: TreeNode, after: TreeNode, key: string): ChangeKind {
  if (key === 'default') return 'server-variable-default-changed';
  const [old, now] = [before.members['enum'], after.members['enum']];
  if (key !== 'enum' || !Array.isArray(now) || isDeepStrictEqual(old, now)) return 'server-variable-changed';
  const isWider = Array.isArray(old) && old.every((value) => now.includes(value));
  return isWider ? 'server-variable-changed' : 'server-variable-narrowed';
}
