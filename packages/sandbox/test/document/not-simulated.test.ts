// Tests which operations get no state, because their responses could not show the items.
import { expect, test } from 'vitest';
import { call } from '../../../../test/support/synthetic-sandbox.ts';
import { buildPaths, derivePaths, EMPTY, inPath, json, list, object, TEXT } from './small-document.ts';

const NUMBER = { type: 'integer' };
const SMALL = { type: 'integer', maximum: 5 };
const LARGE = { type: 'integer', minimum: 9 };
const ofSize = (size: object) => object({ id: TEXT, size }, { required: ['id', 'size'] });

test.each<[string, { sent?: object; answered?: object; read?: object; listed?: object }, string[]]>([
  ['none, if all responses can show the items', {}, []],
  ['a list that cannot show the initial item', { sent: SMALL, answered: SMALL, read: SMALL, listed: LARGE }, ['list']],
  [
    'an update that cannot show its sample body',
    { sent: SMALL, answered: LARGE, read: LARGE, listed: LARGE },
    ['update'],
  ],
  [
    'an update whose sample body the read operation cannot show',
    { sent: LARGE, read: SMALL, listed: SMALL },
    ['update'],
  ],
])('the sandbox makes samples of %s', async (_what, schemas, expected) => {
  const { sent = NUMBER, answered = NUMBER, read = NUMBER, listed = NUMBER } = schemas;
  const requestBody = json({ ...ofSize(sent), required: ['size'] });
  const { operations } = await derivePaths({
    '/books': { get: { operationId: 'list', responses: { 200: json(list(ofSize(listed))) } } },
    '/books/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'read', responses: { 200: json(ofSize(read)) } },
      patch: { operationId: 'update', requestBody, responses: { 200: json(ofSize(answered)) } },
    },
  });
  expect(operations.filter(({ kind }) => kind === 'sample').map(({ id }) => id)).toEqual(expected);
});

const TITLE = object({ title: TEXT });
const BOOK = object({ id: TEXT, title: TEXT });
const MESSAGE = json(object({ message: TEXT }));
const get = { responses: { 200: json(BOOK), 404: EMPTY } };
const parameters = [inPath('id')];

test.each<[string, object, object, boolean, string]>([
  ['its id is in the response', TITLE, { 201: json(BOOK) }, false, 'create'],
  ['the response has no body', TITLE, { 201: EMPTY }, false, 'create'],
  ['its id is in the request', BOOK, { 204: EMPTY }, false, 'create'],
  ['a list shows it', TITLE, { 201: MESSAGE }, true, 'create'],
  ['neither shows it', TITLE, { 201: MESSAGE }, false, 'sample'],
  ['its id is inside another object', TITLE, { 201: json(object({ data: object({ id: TEXT }) })) }, true, 'sample'],
])('a caller can read a new item, or the creation is a sample: %s', async (_what, sent, answers, isListed, kind) => {
  const post = { operationId: 'create', requestBody: json(sent), responses: { ...answers } };
  const all = isListed && { get: { responses: { 200: json(list(BOOK)) } } };
  const { operations } = await derivePaths({ '/books': { post, ...all }, '/books/{id}': { parameters, get } });
  expect(operations.find(({ id }) => id === 'create')?.kind).toBe(kind);
});

test.each<[string, object, unknown]>([
  [
    'another body',
    object({ deleted: { type: 'boolean' }, note: { ...TEXT, example: 'Gone' } }),
    { deleted: true, note: 'Gone' },
  ],
  ['another body with the id', object({ id: TEXT, deleted: { type: 'boolean' } }), { id: 'b1', deleted: true }],
  ['a body with the item', object({ data: BOOK }), { data: { id: 'string', title: 'string' } }],
  ['an example', { type: 'object', example: { count: 1 } }, { count: 1 }],
  ['no object', { type: 'boolean' }, true],
  ['the item', BOOK, { id: 'b1', title: 'Emma' }],
])('a DELETE that shows %s returns it, and deletes the item', async (_what, schema, body) => {
  const built = await buildPaths({ '/books/{id}': { parameters, get, delete: { responses: { 200: json(schema) } } } });
  const sandbox = await built.start({ resources: { books: [{ id: 'b1', title: 'Emma' }] } });
  expect(await call(sandbox, 'DELETE', '/books/b1')).toMatchObject({ status: 200, body });
  expect((await call(sandbox, 'GET', '/books/b1')).status).toBe(404);
});
