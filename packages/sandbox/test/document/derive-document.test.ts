// Tests of the facts that the build derives from a document.

import type { Parameter } from 'tools-document/model';
import { createAjv } from 'tools-document/validation';
import { expect, test } from 'vitest';
import { call } from '../../../../test/support/synthetic-sandbox.ts';
import { readableParameters } from '../../derive/derive-request.ts';
import { responseFieldsOf } from '../../derive/response-fields.ts';
import type { ResponseFields } from '../../src/bundled-document.ts';
import { buildPaths, derivePaths, EMPTY, inPath, json, list, object, TEXT } from './small-document.ts';

const NOTE = object({ id: TEXT });
const returnsNote = { 200: json(NOTE) };

test.each([
  ['the id of the initial outer item if all operations accept this id', TEXT, 'bok_1/n1'],
  [
    'the sample of the outer parameter if an operation rejects the id of the outer item',
    { ...TEXT, pattern: '^old' },
    'old_1/n1',
  ],
])('an initial item has %s', async (_what, bookId, key) => {
  const id = { ...inPath('id'), example: 'n1' };
  const { resources } = await derivePaths({
    '/books/{id}': { get: { parameters: [{ ...inPath('id'), example: 'bok_1' }], responses: returnsNote } },
    '/books/{book}/notes/{id}': {
      get: { parameters: [{ ...inPath('book'), example: 'old_1' }, id], responses: returnsNote },
      delete: { parameters: [inPath('book', bookId), inPath('id')], responses: { 204: EMPTY } },
    },
  });
  expect(Object.keys(resources['books/notes']?.seeds ?? {})[0]).toBe(key);
});

/** Returns the resource of notes that have a list at `/notes` and a GET at `/notes/{id}`. */
async function notes(parameter: Parameter, item: object, read: object) {
  const { resources } = await derivePaths({
    '/notes': { get: { responses: { 200: json(list(item)) } } },
    '/notes/{id}': { get: { parameters: [parameter], responses: { 200: json(read) } } },
  });
  return resources['notes'];
}

test('an initial item has an id that its path allows, even if the schema of the response accepts no item', async () => {
  const item = object({ id: { ...TEXT, example: 'a:1' } });
  const resource = await notes(inPath('id', { ...TEXT, pattern: '^[a-z]+$' }), item, list(item));
  expect(Object.keys(resource?.seeds ?? {})).toEqual([expect.stringMatching(/^[a-z]+$/)]);
});

test('new items have ids that match the pattern of the path parameter if the field with the id has no pattern', async () => {
  const parameter = { ...inPath('id', { ...TEXT, pattern: 'NO[0-9a-f]{32}' }), example: `NO${'b5'.repeat(16)}` };
  expect((await notes(parameter, NOTE, NOTE))?.id).toMatchObject({ kind: 'text', prefix: 'NO', length: 32 });
});

test('deriveDocument() keeps a resource whose path is named __proto__', async () => {
  const get = { parameters: [{ ...inPath('id'), example: 'a' }], responses: returnsNote };
  const { resources } = await derivePaths({ '/__proto__/{id}': { get } });
  expect(Object.keys(resources)).toEqual(['__proto__']);
});

test.each([
  ['head', '/books/{id}'],
  ['get', '/covers/{id}.{format}'],
])('the build of the sandbox rejects %s %s, which its routes cannot serve', async (method, path) => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => inPath(name));
  const derived = derivePaths({ [path]: { [method]: { parameters, responses: { 204: EMPTY } } } });
  await expect(derived).rejects.toThrow(`${method.toUpperCase()} ${path}: the sandbox can serve neither HEAD nor`);
});

test('readableParameters() omits cookies, ignored header fields, and header fields whose names are not valid', () => {
  const header = (name: string): Parameter => ({ name, in: 'header' });
  const query: Parameter = { name: 'page size', in: 'query' };
  const cookie: Parameter = { name: 'session', in: 'cookie' };
  const parameters = [header('X-Trace'), header('page size'), header('Authorization'), query, cookie];
  expect(readableParameters(parameters)).toEqual([header('X-Trace'), query]);
});

test('the sandbox accepts a list and null in the query, and rejects other types', async () => {
  const parameters = [
    { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' }, minItems: 1 } },
    { name: 'size', in: 'query', schema: { type: 'integer' } },
    { name: 'count', in: 'query', schema: { type: ['number', 'null'] } },
  ];
  const built = await buildPaths({ '/books': { get: { parameters, responses: { 200: EMPTY, 400: EMPTY } } } });
  const sandbox = await built.start();
  const accepted = ['ids=1', 'ids=1&ids=2', 'size=1', 'count=1.5', 'count=', 'count=null'];
  const rejected = ['ids=a', 'ids=1,2', 'size=1&size=2', 'count=a'];
  const statusOf = async (query: string) => (await call(sandbox, 'GET', `/books?${query}`)).status;
  expect(new Set(await Promise.all(accepted.map(statusOf)))).toEqual(new Set([200]));
  expect(new Set(await Promise.all(rejected.map(statusOf)))).toEqual(new Set([400]));
});

const ajv = createAjv();
/** Returns the fields of a sample that a response shows. */
const fieldsIn = (schema: object, sample: unknown) =>
  responseFieldsOf({ info: { title: 'API', version: '1' }, paths: {} }, schema, sample, (part, value) =>
    ajv.validate(part, value),
  );
const CLOSED = { properties: { a: TEXT }, additionalProperties: false };
const ENTRY = { allowed: ['a'], required: {} };

test.each<[string, object, unknown, ResponseFields | undefined]>([
  ['no entry for an object that shows everything', { properties: { a: TEXT } }, { a: 'x' }, undefined],
  ['no entry for an object whose sample is not valid', CLOSED, { a: 1 }, undefined],
  ['an entry for an object that allows no other fields', CLOSED, { a: 'x' }, ENTRY],
  ['an entry for the objects in a list', { items: CLOSED }, [{ a: 'x' }], ENTRY],
  ['an entry for an object with a required field', { required: ['a'] }, { a: 'x' }, { required: { a: 'x' } }],
  [
    'an entry for an object that only contains an object with an entry',
    { properties: { b: CLOSED } },
    { b: { a: 'x' } },
    { required: {}, nested: { b: ENTRY } },
  ],
])('the fields of nested objects that a response shows have %s', (_what, inner, sample, entry) => {
  const { nested } = fieldsIn({ properties: { inner } }, { inner: sample });
  expect(nested).toEqual(entry && { inner: entry });
});

test('the fields of nested objects that a response shows have entries up to a depth of 4', () => {
  const nest = (depth: number): object =>
    depth === 0 ? {} : { properties: { inner: nest(depth - 1) }, required: ['inner'] };
  const sampleOf = (depth: number): object => (depth === 0 ? {} : { inner: sampleOf(depth - 1) });
  expect(JSON.stringify(fieldsIn(nest(7), sampleOf(7))).match(/"nested"/g)).toHaveLength(4);
});
