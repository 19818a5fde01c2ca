// Tests of differences that recorded traffic of a public service has shown.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSynthetic, call, type SyntheticPackage } from '../../../../test/support/synthetic-sandbox.ts';
import { buildPaths, EMPTY, inPath, json, list, object, TEXT } from './small-document.ts';

const NULLABLE = { type: ['string', 'null'] };
const BOSS = object({ id: TEXT });
const COLOR = object({ color: TEXT });
const HELLO = object({ hello: TEXT });
const NAMED = object({ name: TEXT });
const NOTE = object({ note: TEXT });
const AUTHOR = object({
  id: TEXT,
  pen_name: TEXT,
  slug: TEXT,
  bio: TEXT,
  born: NULLABLE,
  land: { enum: ['FRANCE', 'SPAIN'] },
});
const AUTHOR_FIELDS = object({
  pen_name: TEXT,
  slug: TEXT,
  bio: NULLABLE,
  born: {},
  password: TEXT,
  land: { enum: ['ES', 'SPAIN'] },
});
const EDITOR_FIELDS = object({
  name: TEXT,
  kind: TEXT,
  desk: { enum: ['news', 'sport'] },
  boss: TEXT,
  team: list(TEXT),
  box: TEXT,
});
const EDITOR = object(
  { id: TEXT, name: TEXT, boss: BOSS, team: list(BOSS), box: { allOf: [BOSS], example: { id: 'b1' } } },
  {
    required: ['id', 'kind', 'box'],
    allOf: [{ oneOf: [object({ desk: { enum: ['news'] } }), object({ desk: { enum: ['sport'] } })] }],
  },
);
// A mistake in the document: no object matches.
const PRIZE = object({ id: TEXT, name: TEXT }, { required: ['year'], additionalProperties: false });
const SELECTION = [
  { name: 'fields', in: 'query', schema: TEXT },
  { name: 'include_fields', in: 'query', schema: { type: 'boolean' } },
];

const PATHS = {
  '/authors': {
    get: { parameters: SELECTION, responses: { 200: json(list(AUTHOR)) } },
    post: { requestBody: json(AUTHOR_FIELDS), responses: { 201: json(AUTHOR) } },
  },
  '/authors/{id}': {
    parameters: [inPath('id')],
    get: { parameters: SELECTION, responses: { 200: json(AUTHOR), 404: EMPTY } },
    patch: { requestBody: json(AUTHOR_FIELDS), responses: { 200: json(AUTHOR), 400: EMPTY } },
    delete: { responses: { 202: EMPTY, 204: EMPTY, 400: EMPTY } },
  },
  '/editors': { post: { requestBody: json(EDITOR_FIELDS), responses: { 201: json(EDITOR) } } },
  '/editors/{id}': { get: { parameters: [inPath('id')], responses: { 200: json(BOSS) } } },
  '/authors/bio/{text}': { get: { parameters: [inPath('text')], responses: { 200: json(AUTHOR), 404: EMPTY } } },
  '/authors/{id}/page': {
    parameters: [inPath('id')],
    get: { responses: { 200: json(COLOR), 404: EMPTY } },
    patch: { requestBody: json(COLOR), responses: { 204: EMPTY } },
  },
  '/authors/{id}/notes/{note}': {
    parameters: [inPath('id'), inPath('note')],
    delete: { responses: { 200: json(object({ deleted: { type: 'boolean' } })) } },
    put: { requestBody: json(NOTE), responses: { 200: json(NOTE) } },
  },
  '/shelves/{id}': {
    parameters: [inPath('id')],
    put: { requestBody: json(NAMED), responses: { 200: json(NAMED) } },
    get: { responses: { 200: json(NAMED), 404: EMPTY } },
  },
  '/shelves/{id}/label': {
    parameters: [inPath('id')],
    get: { responses: { 200: json(COLOR), 404: EMPTY } },
    put: { requestBody: json(COLOR), responses: { 204: EMPTY } },
  },
  '/authors/{id}/greetings/{language}': {
    parameters: [inPath('id'), inPath('language', { enum: ['en', 'fr'] })],
    get: { responses: { 200: json(HELLO), 404: EMPTY } },
    put: { requestBody: json(HELLO), responses: { 204: EMPTY } },
  },
  '/prizes': {
    post: {
      requestBody: json(object({ name: TEXT, code: { ...TEXT, writeOnly: true } })),
      responses: { 201: EMPTY },
    },
  },
  '/prizes/{id}': { parameters: [inPath('id')], get: { responses: { 200: json(PRIZE) } } },
};

let authors: SyntheticPackage;
beforeAll(async () => {
  authors = await buildSynthetic({ openapi: '3.1.0', info: { title: 'Authors', version: '1' }, paths: PATHS });
});
afterAll(() => authors.remove());

/** Starts a sandbox with one author. */
const start = () =>
  authors.start({ resources: { authors: [{ id: 'a1', pen_name: 'Bell', slug: 'bell', bio: 'Poet' }] } });

describe('without a documented 404,', () => {
  test('a DELETE of a missing item succeeds with the documented status, or with 204 if the document shows several', async () => {
    const sandbox = await start();
    expect((await call(sandbox, 'DELETE', '/authors/missing')).status).toBe(204);
    const missing = await call(sandbox, 'DELETE', '/authors/a1/notes/missing');
    expect(missing).toMatchObject({ status: 200, body: { deleted: expect.any(Boolean) } });
  });

  test('a PATCH of a missing item gets 400 if the document shows 400', async () => {
    const missing = await call(await start(), 'PATCH', '/authors/missing', { body: {} });
    expect(missing).toMatchObject({ status: 400, body: { statusCode: 400, error: 'Bad Request' } });
  });
});

test('a DELETE for which the document shows 202 and 204 returns 202', async () => {
  const sandbox = await start();
  expect((await call(sandbox, 'DELETE', '/authors/a1')).status).toBe(202);
  expect(sandbox.resources['authors']?.size).toBe(0);
});

test('a singleton that no operation creates exists below every existing item, and does not exist below a missing item', async () => {
  const sandbox = await start();
  const { body: created } = await call(sandbox, 'POST', '/authors', { body: {} });
  const page = `/authors/${Object(created).id}/page`;
  expect((await call(sandbox, 'GET', page)).status).toBe(200);
  expect((await call(sandbox, 'PATCH', page, { body: { color: 'green' } })).status).toBe(204);
  expect((await call(sandbox, 'GET', page)).body).toEqual({ color: 'green' });
  expect((await call(sandbox, 'GET', '/authors/missing/page')).status).toBe(404);
});

test('an item exists if the document lists its id, and no operation creates, deletes or lists the items', async () => {
  const sandbox = await start();
  const greeting = '/authors/a1/greetings/fr';
  expect((await call(sandbox, 'GET', greeting)).status).toBe(200);
  expect((await call(sandbox, 'PUT', greeting, { body: { hello: 'Salut' } })).status).toBe(204);
  expect((await call(sandbox, 'GET', greeting)).body).toEqual({ hello: 'Salut' });
  expect((await call(sandbox, 'GET', '/authors/missing/greetings/fr')).status).toBe(404);
});

test('a new item is in the response if the document shows no body, and is read even if no item matches its schema', async () => {
  const sandbox = await start();
  const sent = { name: 'Booker', code: 'hidden' };
  const { status, body: created } = await call(sandbox, 'POST', '/prizes', { body: sent });
  expect({ status, created }).toEqual({ status: 201, created: { id: expect.any(String), name: 'Booker' } });
  expect((await call(sandbox, 'GET', `/prizes/${Object(created).id}`)).body).toEqual(created);
});

test('a singleton does not exist below a missing item if only a PUT creates the items', async () => {
  const sandbox = await start();
  expect((await call(sandbox, 'GET', '/shelves/s1/label')).status).toBe(404);
  expect((await call(sandbox, 'PUT', '/shelves/s1', { body: { name: 'Top' } })).status).toBe(200);
  expect((await call(sandbox, 'GET', '/shelves/s1/label')).status).toBe(200);
});

test.each([
  ['no operation is about', [], 200],
  ['only a GET reads', ['get'], 404],
])('a singleton below an unknown item that %s (%j) has the status %d', async (_what, methods, status) => {
  const parameters = [{ ...inPath('id'), example: 'u1' }];
  const operation = { responses: { 200: json(BOSS), 404: EMPTY } };
  const above = Object.fromEntries(methods.map((method) => [method, operation]));
  const paths = {
    '/users/{id}': { parameters, ...above },
    '/users/{id}/page': { parameters, get: operation, patch: operation },
  };
  const sandbox = await (await buildPaths(paths)).start();
  expect((await call(sandbox, 'GET', '/users/u1/page')).status).toBe(200);
  expect((await call(sandbox, 'GET', '/users/missing/page')).status).toBe(status);
});

test('an item is found only by its id: a path such as /authors/bio/{text} is a sample', async () => {
  const sandbox = await start();
  expect((await call(sandbox, 'GET', '/authors/bell')).status).toBe(404);
  expect(sandbox.notSimulated).toContain('GET /authors/bio/{text}');
  expect((await call(sandbox, 'GET', '/authors/bio/Novelist')).status).toBe(200);
});

test('a response does not have a field that only requests have', async () => {
  const sandbox = await start();
  const { body: created } = await call(sandbox, 'POST', '/authors', { body: { slug: 's', password: 'p' } });
  expect(created).toEqual({ id: expect.any(String), slug: 's' });
  expect((await call(sandbox, 'GET', '/authors')).body).toContainEqual(created);
});

test('a response has a field that it requires but does not describe', async () => {
  const editor = { name: 'Bell', kind: 'chief', desk: 'news' };
  const { body: created } = await call(await start(), 'POST', '/editors', { body: editor });
  expect(created).toEqual({ id: expect.any(String), ...editor, box: { id: 'b1' } });
});

test('a response does not have a field whose type is another one in requests, but its sample if it is required', async () => {
  const editor = { kind: 'chief', desk: 'news', boss: 'e1', team: ['e2'], box: 'b2' };
  const { body: created } = await call(await start(), 'POST', '/editors', { body: editor });
  expect(created).toEqual({ id: expect.any(String), kind: 'chief', desk: 'news', box: { id: 'b1' } });
});

test.each(['news', 'sport'])('a response has the value %s of one of the alternatives of its schema', async (desk) => {
  const { body: created } = await call(await start(), 'POST', '/editors', { body: { kind: 'chief', desk } });
  expect(created).toMatchObject({ desk });
});

test('a response does not have a value that only requests have, but one that responses have', async () => {
  const sandbox = await start();
  const create = async (land: string) => (await call(sandbox, 'POST', '/authors', { body: { land } })).body;
  expect(await create('ES')).toMatchObject({ land: 'FRANCE' });
  expect(await create('SPAIN')).toMatchObject({ land: 'SPAIN' });
});

test('null in a PATCH removes a field that cannot be null in a response, and stays in another field', async () => {
  const changed = await call(await start(), 'PATCH', '/authors/a1', { body: { bio: null, born: null } });
  expect(changed.body).toEqual({ id: 'a1', pen_name: 'Bell', slug: 'bell', born: null });
});

test('the query parameters fields and include_fields select the fields of an item and of the items of a list', async () => {
  const sandbox = await start();
  expect((await call(sandbox, 'GET', '/authors/a1?fields=slug,id')).body).toEqual({ id: 'a1', slug: 'bell' });
  expect((await call(sandbox, 'GET', '/authors?fields=slug&include_fields=true')).body).toEqual([{ slug: 'bell' }]);
  expect((await call(sandbox, 'GET', '/authors?fields=slug,bio&include_fields=false')).body).toEqual([
    { id: 'a1', pen_name: 'Bell' },
  ]);
});
