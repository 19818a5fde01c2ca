// Tests that no response has a field that only requests have: a field with writeOnly, or a field that no response describes.
import { expect, test } from 'vitest';
import { call } from '../../../../test/support/synthetic-sandbox.ts';
import { writeOnlyFields } from '../../derive/write-only-fields.ts';
import { buildPaths, inPath, json, list, object, TEXT } from './small-document.ts';

const VISIBLE = object({ name: TEXT });
const SECRET = object({ name: TEXT, secret: TEXT });
const WRITE_ONLY = object({ name: TEXT, secret: { ...TEXT, writeOnly: true } });
const SENT = { name: 'a', secret: 'hidden' };
const SHOWN = { name: 'a' };

/** Returns the responses of a sandbox that stores a value in the field `part` of an item. */
async function answers(request: object, response: object, part: unknown, schemas: object = {}) {
  const fields = (one: object) => object({ id: { ...TEXT, readOnly: true }, part: one });
  const requestBody = json(fields(request));
  const responses = { 200: json(fields(response), { example: { id: 'a' } }) };
  const paths = {
    '/things': {
      post: { requestBody, responses },
      get: { responses: { 200: json(list(fields(response)), { example: [{ id: 'a' }] }) } },
    },
    '/things/{id}': {
      parameters: [inPath('id')],
      get: { responses },
      put: { requestBody, responses },
      patch: { requestBody, responses },
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
  ['allOf', (part) => ({ allOf: [object({ size: TEXT }), part] }), (part) => part],
  ['a list in allOf', (part) => ({ allOf: [list(part), { maxItems: 3 }] }), (part) => [part]],
  ['an alternative next to a text', (part) => ({ oneOf: [TEXT, part] }), (part) => part],
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
  const part = object({ secret: { oneOf: [{ type: 'integer', writeOnly: true }, TEXT] } });
  expect(await answers(part, part, { secret: 'shown' })).toEqual(
    Array.from({ length: 5 }, () => ({ secret: 'shown' })),
  );
});

test('a response has all fields of a request if the document declares no field of the response', async () => {
  const sent = { inner: SENT };
  expect(await answers(object({ inner: SECRET }), { type: 'object' }, sent)).toEqual(Array(5).fill(sent));
});

test('writeOnlyFields() returns only objects of which a field or a value is hidden', () => {
  const document = { info: { title: 'Things', version: '1' }, paths: {} };
  const shown = [object({ name: TEXT, kind: { enum: ['new'] } })];
  expect(writeOnlyFields(document, { requested: [VISIBLE], shown })).toBeUndefined();
  const hiding = { hidden: ['secret'], values: {}, nested: { name: 1, kind: 2 } };
  expect(writeOnlyFields(document, { requested: [SECRET], shown })).toEqual({ 0: hiding });
});
