import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { parseYaml } from 'tools-document/behavior';
import { escapeKey, isObject, type JsonObject, objectIn } from 'tools-document/model';
import type { ReportChange } from '../policy.ts';
import { findRenames } from '../renames.ts';

/**
 * Reads a behavior file. If the contract has no behavior file, returns an empty object.
 *
 * @throws Error If the file cannot be read or parsed. The message names the file.
 */
export async function readBehaviorFile(file: string | undefined): Promise<JsonObject> {
  const content = file === undefined ? {} : await parseYaml(file, await readFile(file, 'utf8'), () => []);
  return isObject(content) ? content : {};
}

/**
 * Compares those parts of two behavior files that tests on the sandbox name: aliases of resources, and scopes.
 *
 * @param renamed New operation ids by old operation ids.
 */
export function compareBehavior(
  before: JsonObject,
  after: JsonObject,
  renamed: ReadonlyMap<string, string>,
  reportFor: (operation: string | null) => ReportChange,
): void {
  compareAliases(objectIn(before, 'aliases'), objectIn(after, 'aliases'), reportFor(null));
  for (const [id, newId] of renamed) {
    const [old, now] = [scopesIn(before, id), scopesIn(after, newId)];
    if (isDeepStrictEqual(old, now)) continue;
    const isWider = now.length === 0 || (old.length > 0 && old.every((scope) => now.includes(scope)));
    const kind = isWider ? 'sandbox-scopes-widened' : 'sandbox-scopes-changed';
    reportFor(newId)(kind, `/operations/${escapeKey(newId)}/scopes`, {
      name: newId,
      to: now.join(', ') || 'any scope',
    });
  }
}

function compareAliases(before: JsonObject, after: JsonObject, report: ReportChange): void {
  const only = (members: JsonObject, other: JsonObject) =>
    new Map(Object.entries(members).filter(([alias]) => !(alias in other)));
  const [removed, added] = [only(before, after), only(after, before)];
  for (const [name, to] of findRenames(removed, added)) {
    removed.delete(name);
    added.delete(to);
    report('sandbox-alias-renamed', `/aliases/${to}`, { name, to });
  }
  for (const name of removed.keys()) report('sandbox-alias-removed', `/aliases/${name}`, { name });
  for (const name of added.keys()) report('sandbox-alias-added', `/aliases/${name}`, { name });
  for (const [name, to] of Object.entries(after)) {
    if (name in before && before[name] !== to)
      report('sandbox-alias-changed', `/aliases/${name}`, { name, to: String(to) });
  }
}

/** Returns the scopes of which a token needs one. The entry can be a scope or a list of scopes. */
const scopesIn = (behavior: JsonObject, id: string): unknown[] =>
  [objectIn(objectIn(objectIn(behavior, 'operations'), id), 'scopes')['any'] ?? []].flat();
