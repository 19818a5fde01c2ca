// Compares the document with facts.yaml, the list of what its source states. For another document, delete facts.*.
import { isDeepStrictEqual } from 'node:util';
import { escapeKey, hasMembers, keysOf, METHOD_KEYS, resolve } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { findApi, readDocument } from 'tools-document/read';
import { expect, test } from 'vitest';
import { readYaml } from '../support/read-yaml.ts';

/** A row of facts.yaml, whose pointer starts with the pointer of its group. */
interface Fact {
  readonly at: string;
  readonly is?: unknown;
  readonly keys?: readonly unknown[];
  readonly says?: string;
  readonly lacks?: readonly string[];
  readonly section?: unknown;
  /** The title of the group. */
  readonly title?: string;
}

/** The parts of facts.yaml; facts.sandbox.test.ts reads `calls` and `client`. */
interface Facts extends Readonly<Record<'calls' | 'client', unknown>> {
  readonly sections: unknown[];
  readonly groups: { section: unknown; title: string; at: string; facts: Fact[] }[];
  readonly notFacts: string[];
  readonly decisions: string[];
}

const table: Facts = readYaml(import.meta.dirname, 'facts.yaml');
const facts: Fact[] = table.groups.flatMap(({ facts: rows, at, ...group }) =>
  rows.map((row): Fact => ({ ...group, ...row, at: at + row.at })),
);
const document = await readDocument((await findApi()).file);

const parentOf = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'));
const keyOf = (pointer: string): string => keysOf(pointer).at(-1) ?? '';

/** Returns the value at a pointer, with the references on the way followed; `undefined` if the value is absent. */
const valueAt = (root: object, pointer: string): unknown =>
  keysOf(pointer).reduce<unknown>((value, key) => resolve(root, Object(value)[key]).value, root);

/**
 * Copies a value without the keys that need no fact, unless the expected value has them. References are followed as far
 * as the expected value goes.
 */
function statementsOf(root: object, found: unknown, expected: unknown): unknown {
  const value = hasMembers(expected) ? resolve(root, found).value : found;
  if (!hasMembers(value)) return value;
  const statements = Object.entries(value)
    .filter(([key]) => !table.notFacts.includes(key) || Object.hasOwn(Object(expected), key))
    .map(([key, member]): [string, unknown] => [key, statementsOf(root, member, Object(expected)[key])]);
  return Array.isArray(value) ? statements.map(([, member]) => member) : Object.fromEntries(statements);
}

/** Returns what the document has at the pointer of a fact, and what the fact expects. */
function compare(root: object, { at, is, keys, says, lacks }: Fact): [actual: unknown, expected: unknown] {
  const value = valueAt(root, at);
  const found = hasMembers(value) ? Object.keys(value) : undefined;
  if (keys !== undefined) return [found?.sort(), keys.map(String).sort()];
  if (lacks !== undefined) return [found?.filter((key) => lacks.includes(key)), []];
  if (says === undefined) return [statementsOf(root, value, is), is];
  // Line breaks in a paragraph have no meaning. A sentence starts the text, or follows a sentence or a bold title.
  const text = JSON.stringify(value ?? '').replaceAll(/(\s|\\n)+/g, ' ');
  return [['"', '. ', '** '].some((start) => text.includes(start + says)) ? says : text, says];
}

const holds = (root: object, fact: Fact): boolean => isDeepStrictEqual(...compare(root, fact));

/** Returns whether a fact is about the value at a pointer, or about a part of this value. */
const hasFact = (pointer: string, rows = facts): boolean => rows.some(({ at }) => `${at}/`.startsWith(`${pointer}/`));

/** Returns whether a fact states the value at a pointer, or already fails because its object must not have this key. */
function covers({ at, is, keys, lacks }: Fact, pointer: string): boolean {
  if (at === pointer) return is !== undefined;
  const key = keyOf(pointer);
  return at === parentOf(pointer) && (lacks?.includes(key) || keys?.map(String).includes(key) === false);
}

/** Paths, operations and groups of components: if no fact is about one of them, its values need no facts. */
const PART = new RegExp(`^/(paths/[^/]+(/(${METHOD_KEYS.join('|')}))?|components/[^/]+)$`);

/** Lists the pointers of the values that need a fact, and that no fact is about. */
function withoutFact(root: object, rows = facts, found: unknown = root, pointer = ''): string[] {
  const isCovered = rows.some((fact) => covers(fact, pointer));
  if (table.decisions.includes(pointer) || isCovered || (PART.test(pointer) && !hasFact(pointer, rows))) return [];
  const { value } = resolve(root, found);
  if (!hasMembers(value) || Object.keys(value).length === 0) return [pointer];
  return Object.entries(value)
    .filter(([name]) => keyOf(pointer) === 'properties' || !table.notFacts.includes(name))
    .flatMap(([name, member]) => withoutFact(root, rows, member, `${pointer}/${escapeKey(name)}`));
}

/** Returns a copy of a document with another value at a pointer. */
function edited(root: object, pointer: string, value: unknown): object {
  const copy = structuredClone(root);
  Object(valueAt(copy, parentOf(pointer)))[keyOf(pointer)] = value;
  return copy;
}

for (const fact of facts) {
  const { at, section, title, ...expectation } = fact;
  test(`${title} (section ${section} of the source): ${at} ${JSON.stringify(expectation)}`, () => {
    const [actual, expected] = compare(document, fact);
    expect(actual, `${at} must have what section ${section} of the source states; else change the fact`).toEqual(
      expected,
    );
  });
}

for (const { method, path } of listOperations(document)) {
  const pointer = `/paths/${escapeKey(path)}/${method.toLowerCase()}`;
  if (!hasFact(pointer)) test.skip(`${method} ${path}: skipped: not compared with the source; facts.yaml has no fact`);
}

test('the document has no value without a fact: add the fact with its section, or a decision, to facts.yaml', () => {
  expect(withoutFact(document)).toEqual([]);
});

test('facts.yaml has a fact of each section of the source, and no other section', () => {
  const named = new Set(facts.flatMap(({ section }) => String(section).split(', ')));
  expect([...named].sort()).toEqual(table.sections.map(String));
});

test('each fact fails if its value is removed, or if a key that it excludes is added', () => {
  const edits = ({ at, lacks }: Fact) =>
    lacks?.map((key) => edited(document, `${at}/${key}`, {})) ?? [edited(document, at, undefined)];
  expect(facts.filter((fact) => edits(fact).some((changed) => holds(changed, fact)))).toEqual([]);
});

const get = '/paths/~1a/get';
const schema = `${get}/responses/200/content/application~1json/schema`;
const content = { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } };
const sample = {
  paths: { '/a': { get: { responses: { 200: { description: 'The item\nwas read.', content } } } } },
  components: { schemas: { Item: { type: 'object', properties: { id: { type: 'string' } } } } },
};
const rows: Fact[] = [
  { at: get, lacks: ['requestBody'] },
  { at: `${get}/responses`, keys: [200] },
  { at: `${get}/responses/200/description`, says: 'The item was read.' },
  { at: `${schema}/type`, is: 'object' },
  { at: `${schema}/properties`, keys: ['id'] },
  { at: `${schema}/properties/id`, is: { type: 'string' } },
];

test.each([
  [get, 'requestBody', {}, [get]],
  [get, 'parameters', [{ in: 'query', description: 'A name.' }], [`${get}/parameters/0/in`]],
  [`${get}/responses`, '204', { description: 'Deleted.' }, [`${get}/responses`]],
  [schema, 'required', ['id'], [`${schema}/required/0`]],
  [`${schema}/properties`, 'name', { type: 'string' }, [`${schema}/properties`]],
  [`${schema}/properties/id`, 'minLength', 1, [`${schema}/properties/id`]],
  [`${get}/responses/200`, 'description', 'It is false: The item was read.', [`${get}/responses/200/description`]],
  [`${get}/responses/200`, 'description', 'The item was not read.', [`${get}/responses/200/description`]],
  // Other sentences, and parts that no fact is about, can change.
  [`${get}/responses/200`, 'description', 'This is new. The item was read. The last sentence, too.', []],
  [get, 'deprecated', true, []],
  ['/components/schemas', 'Added', { type: 'object' }, []],
  ['/paths/~1a', 'put', { responses: {} }, []],
  ['/paths', '/b', { parameters: [{ in: 'query' }], get: { responses: {} } }, []],
])('an edit of a document that sets at %s the key %s to %j breaks the facts at %j', (at, key, value, broken) => {
  const changed = edited(sample, `${at}/${escapeKey(key)}`, value);
  const pointers = rows.filter((fact) => !holds(changed, fact)).map((fact) => fact.at);
  expect([...pointers, ...withoutFact(changed, rows)]).toEqual(broken);
});
