// Tests which operations get no state, because their responses could not show the items.
import { expect, test } from 'vitest';
import { call } from '../../../../test/support/synthetic-sandbox.ts';
import { buildPaths, derivePaths } from './small-document.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const book = (size: object) => ({
  type: 'object',
  required: ['id', 'size'],
  properties: { id: { type: 'string' }, size },
});
const NUMBER = { type: 'integer' };
const SMALL = { type: 'integer', maximum: 5 };
const LARGE = { type: 'integer', minimum: 9 };

/** Returns the operations without state of a document, in which the size of a book has these schemas. */
async function samplesOf({ sent = NUMBER, answered = NUMBER, read = NUMBER, listed = NUMBER as object }) {
  const id = { name: 'id', in: 'path' as const, required: true, schema: { type: 'string' } };
  const done = (schema: object) => ({ 200: { description: 'Done.', ...json(schema) } });
  const { operations } = await derivePaths({
    '/books': { get: { operationId: 'list', responses: done({ type: 'array', items: book(listed) }) } },
    '/books/{id}': {
      parameters: [id],
      get: { operationId: 'read', responses: done(book(read)) },
      patch: {
        operationId: 'update',
        requestBody: json({ ...book(sent), required: ['size'] }),
        responses: done(book(answered)),
      },
    },
  });
  return operations.filter(({ kind }) => kind === 'sample').map((operation) => operation.id);
}

test.each([
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
  expect(await samplesOf(schemas)).toEqual(expected);
});

const text = { type: 'string' };
const object = (properties: object) => ({ type: 'object', properties });
const Book = object({ id: text, title: text });
const ID = { name: 'id', in: 'path' as const, required: true, schema: text };
const response = (content?: object) => ({ description: '', ...(content && json(content)) });

test.each<[string, object, object, boolean, string]>([
  ['its id is in the response', { 201: response(Book) }, object({ title: text }), false, 'create'],
  ['the response has no body', { 201: response() }, object({ title: text }), false, 'create'],
  ['its id is in the request', { 204: response() }, Book, false, 'create'],
  ['a list shows it', { 201: response(object({ message: text })) }, object({ title: text }), true, 'create'],
  ['neither shows it', { 201: response(object({ message: text })) }, object({ title: text }), false, 'sample'],
  [
    'its id is inside another object',
    { 201: response(object({ data: Book })) },
    object({ title: text }),
    true,
    'sample',
  ],
])('a caller can read a new item, or the creation is a sample: %s', async (_what, responses, body, isListed, kind) => {
  const post = { operationId: 'create', requestBody: json(body), responses };
  const list = { operationId: 'list', responses: { 200: response({ type: 'array', items: Book }) } };
  const { operations } = await derivePaths({
    '/books': { post, ...(isListed && { get: list }) },
    '/books/{id}': { parameters: [ID], get: { operationId: 'read', responses: { 200: response(Book) } } },
  });
  expect(operations.find(({ id }) => id === 'create')?.kind).toBe(kind);
});

test.each<[string, object, unknown]>([
  [
    'another body',
    object({ deleted: { type: 'boolean' }, note: { ...text, example: 'Gone' } }),
    { deleted: true, note: 'Gone' },
  ],
  ['another body with the id', object({ id: text, deleted: { type: 'boolean' } }), { id: 'b1', deleted: true }],
  ['a body with the item', object({ data: Book }), { data: { id: 'string', title: 'string' } }],
  ['an example', { type: 'object', example: { count: 1 } }, { count: 1 }],
  ['no object', { type: 'boolean' }, true],
  ['the item', Book, { id: 'b1', title: 'Emma' }],
])('a DELETE for which the document shows %s returns it, and deletes the item', async (_what, schema, body) => {
  const deletion = { operationId: 'delete', responses: { 200: response(schema), 404: response() } };
  const reading = { operationId: 'read', responses: { 200: response(Book), 404: response() } };
  const built = await buildPaths({ '/books/{id}': { parameters: [ID], get: reading, delete: deletion } });
  const sandbox = await built.start({ resources: { books: [{ id: 'b1', title: 'Emma' }] } });
  expect(await call(sandbox, 'DELETE', '/books/b1')).toMatchObject({ status: 200, body });
  expect((await call(sandbox, 'GET', '/books/b1')).status).toBe(404);
});
