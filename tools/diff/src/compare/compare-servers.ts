import type { Place } from '../place.ts';
import type { Kind, ReportChange } from '../policy.ts';
import { isEqual } from '../texts.ts';
import { compareMembers, compareOthers, compareTexts } from './compare-members.ts';

/** Compares the servers of two documents. The client uses the first server. */
export function compareServers(before: Place, after: Place, report: ReportChange): void {
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

const serversOf = (document: Place): Place[] =>
  (document.child('servers')?.children() ?? []).map(([, server]) => server);
/** Returns the URLs of servers. A document without servers has the server `/`: OpenAPI 3.1, 4.8.1. */
const urlsOf = (servers: readonly Place[]): readonly [string, ...string[]] => {
  const [first = '/', ...others] = servers.map(urlOf);
  return [first, ...others];
};
const urlOf = ({ node }: Place): string => String(node['url']);

function compareServer(before: Place, after: Place, report: ReportChange): void {
  const name = urlOf(after);
  compareTexts(before, after, report, name);
  compareOthers(
    before,
    after,
    (key) => report('member-changed', `${after.pointer}/${key}`, { name: `the server ${name}` }),
    ['variables'],
  );
  compareMembers(before.child('variables'), after.child('variables'), {
    onRemoved: (variable, { pointer }) => report('server-variable-removed', pointer, { name, to: variable }),
    onAdded: (variable, { pointer }) => report('server-variable-changed', pointer, { name, to: variable }),
    onBoth: (variable, old, now) => {
      compareTexts(old, now, report, name);
      const reportKey = (key: string) => {
        const from = key === 'default' ? String(old.node[key]) : String(now.node['enum']).replaceAll(',', ', ');
        report(variableKind(old, now, key), `${now.pointer}/${key}`, { name, from, to: variable });
      };
      compareOthers(old, now, reportKey, []);
    },
  });
}

function variableKind(before: Place, after: Place, key: string): Kind {
  if (key === 'default') return 'server-variable-default-changed';
  const [old, now] = [before.node['enum'], after.node['enum']];
  if (key !== 'enum' || !Array.isArray(now) || isEqual(old, now)) return 'server-variable-changed';
  const isWider = Array.isArray(old) && old.every((value) => now.includes(value));
  return isWider ? 'server-variable-changed' : 'server-variable-narrowed';
}
