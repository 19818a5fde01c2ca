// Tests which operations get no state, because their responses could not show the items.
import { expect, test } from 'vitest';
import { readYaml } from '../../../../test/support/read-yaml.ts';
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

interface Tables {
  readonly creations: { what: string; sent: object; responses: object; isListed?: boolean; kind: string }[];
  readonly deletions: { what: string; schema: object; body: unknown }[];
}
const { creations, deletions }: Tables = readYaml(import.meta.dirname, 'unshown-items.yaml');
const text = { type: 'string' };
const Book = { type: 'object', properties: { id: text, title: text } };
const parameters = [{ name: 'id', in: 'path' as const, required: true, schema: text }];
const showing = (schema: object) => ({ 200: { description: '', ...json(schema) }, 404: { description: '' } });
const get = { operationId: 'read', responses: showing(Book) };

test.each(creations)('a caller can read a new item, or the creation is a sample: $what', async (one) => {
  const post = { operationId: 'create', requestBody: json(one.sent), responses: { ...one.responses } };
  const list = one.isListed && { get: { operationId: 'list', responses: showing({ type: 'array', items: Book }) } };
  const { operations } = await derivePaths({ '/books': { post, ...list }, '/books/{id}': { parameters, get } });
  expect(operations.find(({ id }) => id === 'create')?.kind).toBe(one.kind);
});

test.each(deletions)('a DELETE that shows $what returns it, and deletes the item', async ({ schema, body }) => {
  const deletion = { operationId: 'delete', responses: showing(schema) };
  const built = await buildPaths({ '/books/{id}': { parameters, get, delete: deletion } });
  const sandbox = await built.start({ resources: { books: [{ id: 'b1', title: 'Emma' }] } });
  expect(await call(sandbox, 'DELETE', '/books/b1')).toMatchObject({ status: 200, body });
  expect((await call(sandbox, 'GET', '/books/b1')).status).toBe(404);
});
