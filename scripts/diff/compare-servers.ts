import type { Report } from './change-list.ts';
import { compareOthers } from './compare-others.ts';
import type { Place } from './place.ts';
import type { Kind } from './policy.ts';
import { compareTexts, isEqual } from './texts.ts';

/** Compares the servers of two documents. The client uses the first server. */
export function compareServers(before: Place, after: Place, report: Report): void {
  const [old, now] = [serversOf(before), serversOf(after)];
  const [first] = old;
  const [newFirst] = now;
  const isChanged = first !== undefined && newFirst !== undefined && urlOf(first) !== urlOf(newFirst);
  if (isChanged) report('server-changed', `${newFirst.pointer}/url`, { name: urlOf(first), to: urlOf(newFirst) });
  const known = new Set(old.map(urlOf));
  const left = new Set(now.map(urlOf));
  for (const server of old.slice(isChanged ? 1 : 0)) {
    if (!left.has(urlOf(server))) report('server-removed', server.pointer, { name: urlOf(server) });
  }
  for (const server of now.slice(isChanged ? 1 : 0)) {
    if (!known.has(urlOf(server))) report('server-added', server.pointer, { name: urlOf(server) });
  }
  for (const server of now) {
    const other = old.find((one) => urlOf(one) === urlOf(server));
    if (other !== undefined) compareServer(other, server, report);
  }
}

const serversOf = (document: Place): Place[] =>
  (document.child('servers')?.children() ?? []).map(([, server]) => server);
const urlOf = ({ node }: Place): string => String(node['url']);

function compareServer(before: Place, after: Place, report: Report): void {
  const name = urlOf(after);
  compareTexts(before, after, report, name);
  compareOthers(before, after, (key) => report('server-variable-changed', `${after.pointer}/${key}`, { name }), [
    'url',
    'variables',
  ]);
  for (const [variable, now] of after.child('variables')?.children() ?? []) {
    const old = before.child('variables')?.child(variable);
    if (old === undefined) continue;
    compareTexts(old, now, report, name);
    compareOthers(old, now, (key) => report(variableKind(old, now, key), `${now.pointer}/${key}`, { name }), []);
  }
}

function variableKind(before: Place, after: Place, key: string): Kind {
  if (key === 'default') return 'server-variable-default-changed';
  const [old, now] = [before.node['enum'], after.node['enum']];
  if (key !== 'enum' || !Array.isArray(now) || isEqual(old, now)) return 'server-variable-changed';
  const isWider = Array.isArray(old) && old.every((value) => now.includes(value));
  return isWider ? 'server-variable-changed' : 'server-variable-narrowed';
}
