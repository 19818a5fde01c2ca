import { readFile } from 'node:fs/promises';
import { escapeKey, isObject, type JsonObject, keysOf, objectIn } from 'tools-document';
import { parse } from 'yaml';
import type { ReportChange } from '../policy.ts';
import { findRenames } from '../renames.ts';
import { isEqual } from '../texts.ts';
import type { OperationNames } from './compare-operations.ts';

/**
 * Reads a behavior file. If the contract has no behavior file, returns an empty object.
 *
 * @throws Error If the file cannot be read or parsed. The message names the file.
 */
export async function readBehaviorFile(file: string | undefined): Promise<JsonObject> {
  if (file === undefined) return {};
  const text = await readFile(file, 'utf8');
  try {
    const content: unknown = parse(text);
    return isObject(content) ? content : {};
  } catch (cause) {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** Compares two behavior files of the sandbox. */
export function compareBehavior(
  before: JsonObject,
  after: JsonObject,
  { removed, added, renamed }: OperationNames,
  reportFor: (operation: string | null) => ReportChange,
): void {
  compareAliases(objectIn(before, 'aliases'), objectIn(after, 'aliases'), reportFor(null));
  const entries = Object.entries(objectIn(before, 'operations')).filter(([id]) => !removed.has(id));
  const old: JsonObject = Object.fromEntries(entries.map(([id, entry]) => [renamed.get(id) ?? id, entry]));
  const now = objectIn(after, 'operations');
  for (const id of new Set([...Object.keys(old), ...Object.keys(now)])) {
    if (!added.has(id) && !removed.has(id))
      compareEntries(objectIn(old, id), objectIn(now, id), `/operations/${escapeKey(id)}`, id, reportFor(id));
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (key !== 'aliases' && key !== 'operations')
      compareValues(before[key], after[key], `/${key}`, key, reportFor(null));
  }
}

function compareAliases(before: JsonObject, after: JsonObject, report: ReportChange): void {
  const only = (node: JsonObject, other: JsonObject) =>
    new Map(Object.entries(node).filter(([alias]) => !(alias in other)));
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

/** Adds the entry `unique` of another entry without its fields: without fields, it has no effect. */
const withUnique = (entry: JsonObject, other: JsonObject): JsonObject =>
  'unique' in other ? { unique: { source: objectIn(other, 'unique')['source'] }, ...entry } : entry;

/** Members of a section by their paths: whether tests can do more with the operation if the list is longer. */
const LONGER_IS_WIDER: Readonly<Record<string, boolean>> = {
  'success/item': true,
  'scopes/any': true,
  'unique/fields': false,
};

/** Returns whether tests can do the same as before after a change of a list. A list with one value can be the value. */
function isWidened(before: unknown, after: unknown, pointer: string): boolean {
  const path = pointer.split('/').slice(-2).join('/');
  if (!Object.hasOwn(LONGER_IS_WIDER, path)) return false;
  const [shorter, longer] = LONGER_IS_WIDER[path] ? [before, after] : [after, before];
  const values = [longer ?? []].flat();
  return [shorter ?? []].flat().every((value) => values.includes(value));
}

/** Compares the entries of an operation. A deprecation only adds header fields to the responses of the sandbox. */
function compareEntries(
  before: JsonObject,
  after: JsonObject,
  pointer: string,
  id: string,
  report: ReportChange,
): void {
  const { deprecation, ...old } = before;
  const { deprecation: newDeprecation, ...now } = after;
  compareValues(withUnique(old, now), withUnique(now, old), pointer, id, report);
  const isNew = deprecation === undefined && newDeprecation !== undefined;
  if (isNew) report('operation-deprecated', `${pointer}/deprecation`, { name: id });
  else compareValues(deprecation, newDeprecation, `${pointer}/deprecation`, id, report);
}

/** Compares two values of an entry, member by member. Ignores `source`, the origin of an assumption. */
function compareValues(before: unknown, after: unknown, pointer: string, name: string, report: ReportChange): void {
  if (isEqual(before, after)) return;
  if (!isObject(before) || !isObject(after)) {
    const isWider = isWidened(before, after, pointer);
    const path = keysOf(pointer)
      .slice(pointer.startsWith('/operations/') ? 2 : 1)
      .join('.');
    const show = (value: unknown) => JSON.stringify(value) ?? 'none';
    report(isWider ? 'sandbox-behavior-widened' : 'sandbox-behavior-changed', pointer, {
      name,
      from: `${path} ${show(before)} → ${show(after)}`,
      to: path,
    });
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const inner = `${pointer}/${escapeKey(key)}`;
    if (key !== 'source') compareValues(before[key], after[key], inner, name, report);
    else if (!isEqual(before[key], after[key])) report('behavior-source-changed', inner, { name });
  }
}
