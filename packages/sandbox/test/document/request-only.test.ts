// Tests that no response has a field that only requests have: a field with writeOnly, or a field that no response describes.
import { expect, test } from 'vitest';
import { call } from '../../../../test/support/synthetic-sandbox.ts';
import { filtersOf } from '../../derive/request-only.ts';
import { buildPaths } from './small-document.ts';

const text = { type: 'string' };
const object = (properties: Readonly<Record<string, object>>, more: object = {}) => ({
  type: 'object',
  properties,
  ...more,
});
const list = (items: object) => ({ type: 'array', items });
const VISIBLE = object({ name: text });
const SECRET = object({ name: text, secret: text });
const WRITE_ONLY = object({ name: text, secret: { ...text, writeOnly: true } });
const SENT = { name: 'a', secret: 'hidden' };
const SHOWN = { name: 'a' };

/** Returns the responses of a sandbox that stores a value in the field `part` of an item. */
async function answers(request: object, response: object, part: unknown, schemas: object = {}) {
  const fields = (one: object) => object({ id: { ...text, readOnly: true }, part: one });
  const sending = { requestBody: { content: { 'application/json': { schema: fields(request) } } } };
  const content = (schema: object, example: unknown) => ({ 'application/json': { schema, example } });
  const showing = (schema: object, example: unknown) => ({
    200: { description: '', content: content(schema, example) },
  });
  const item = { responses: showing(fields(response), { id: 'a' }) };
  const parameters = [{ name: 'id', in: 'path', required: true, schema: text }];
  const paths = {
    '/things': {
      post: { operationId: 'create', ...sending, ...item },
      get: { operationId: 'list', responses: showing(list(fields(response)), [{ id: 'a' }]) },
    },
    '/things/{id}': {
      parameters,
      get: { operationId: 'read', ...item },
      put: { operationId: 'replace', ...sending, ...item },
      patch: { operationId: 'update', ...sending, ...item },
    },
  };
  const built = await buildPaths(paths, { components: { schemas } });
  const sandbox = await built.start();
  expect(sandbox.notSimulated).toEqual([]);
  const created = (await call(sandbox, 'POST', '/things', { body: { part } })).body;
  const path = `/things/${Object(created).id}`;
  const others = ['GET', 'PUT', 'PATCH'].map(async (method) =>
    call(sandbox, method, path, method === 'GET' ? {} : { body: { part } }),
  );
  const listed = Object((await call(sandbox, 'GET', '/things')).body) as readonly object[];
  return [created, ...(await Promise.all(others)).map(({ body }) => body), listed.at(-1)].map(
    (one) => Object(one).part,
  );
}

test.for<[where: string, wrap: (part: object) => object, value: (part: object) => unknown]>([
  ['an object', (part) => part, (part) => part],
  ['an object in an object', (part) => object({ inner: part }), (part) => ({ inner: part })],
  ['a list', list, (part) => [part]],
  ['allOf', (part) => ({ allOf: [object({ size: text }), part] }), (part) => part],
  ['a list in allOf', (part) => ({ allOf: [list(part), { maxItems: 3 }] }), (part) => [part]],
  ['an alternative next to a text', (part) => ({ oneOf: [text, part] }), (part) => part],
  ['an alternative next to null', (part) => ({ anyOf: [part, { type: 'null' }] }), (part) => part],
  [
    'an object with anyOf',
    (part) => ({ ...part, anyOf: [{ required: ['name'] }, { required: ['size'] }] }),
    (part) => part,
  ],
  [
    'an object at a depth of 9',
    (part) => Array.from({ length: 9 }).reduce<object>((inner) => object({ inner }), part),
    (part) => Array.from({ length: 9 }).reduce<object>((inner) => ({ inner }), part),
  ],
])('a response does not have a field that only requests have in %s', async ([, wrap, value]) => {
  const expected = Array.from({ length: 5 }, () => value(SHOWN));
  expect(await answers(wrap(WRITE_ONLY), wrap(WRITE_ONLY), value(SENT)), 'writeOnly').toEqual(expected);
  expect(await answers(wrap(SECRET), wrap(VISIBLE), value(SENT)), 'only in the request').toEqual(expected);
});

test('a response does not have a write-only field in any object of a schema that contains itself', async () => {
  const node = { $ref: '#/components/schemas/Node' };
  const Node = object({ ...WRITE_ONLY.properties, next: node, all: list(node) });
  const nested = (value: object) =>
    Array.from({ length: 20 }).reduce<object>((next) => ({ ...value, next, all: [value] }), value);
  const expected = Array.from({ length: 5 }, () => nested(SHOWN));
  expect(await answers(node, node, nested(SENT), { Node })).toEqual(expected);
});

test('a response has a field if only one of its alternatives has writeOnly', async () => {
  const part = object({ secret: { oneOf: [{ type: 'integer', writeOnly: true }, text] } });
  expect(await answers(part, part, { secret: 'shown' })).toEqual(
    Array.from({ length: 5 }, () => ({ secret: 'shown' })),
  );
});

test('a response has all fields of a request if the document declares no field of the response', async () => {
  const sent = { inner: SENT };
  expect(await answers(object({ inner: SECRET }), { type: 'object' }, sent)).toEqual(Array(5).fill(sent));
});

test('filtersOf() returns only filters that hide a field or a value', () => {
  const document = { info: { title: 'Things', version: '1' }, paths: {} };
  const shown = [object({ name: text, kind: { enum: ['new'] } })];
  expect(filtersOf(document, { requested: [VISIBLE], shown })).toBeUndefined();
  const hiding = { hidden: ['secret'], values: {}, nested: { name: 1, kind: 2 } };
  expect(filtersOf(document, { requested: [SECRET], shown })).toEqual({ 0: hiding });
});
