// Tests of security schemes and behavior files with documents other than the document of the project.

import { parseBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { rejectionOf } from '../../../../test/support/expected-errors.ts';
import { EXAMPLE_BOOK, libraryDocument } from '../../../../test/support/library-document.ts';
import {
  buildSynthetic,
  call,
  type SyntheticOptions,
  type SyntheticPackage,
} from '../../../../test/support/synthetic-sandbox.ts';
import { buildPaths, EMPTY, inPath, json, list, object, TEXT } from './small-document.ts';

const BOOK = `/books/${EXAMPLE_BOOK.id}`;

/** Builds and starts a sandbox for the library document with additional or replaced members. */
async function start(more: object) {
  const built = await buildSynthetic(libraryDocument(more));
  onTestFinished(() => built.remove());
  return await built.start();
}

const flows = (more: object = {}) => ({
  clientCredentials: {
    tokenUrl: 'https://login.example.org/token',
    scopes: { 'read:all': '', 'read:books': '', 'write:books': '' },
    ...more,
  },
});
const secured = (security: object[], scheme: object) => ({
  security,
  components: { securitySchemes: { account: scheme } },
});

async function requestToken(
  { tokenUrl, credentials }: Awaited<ReturnType<typeof start>>,
  more: Readonly<Record<string, string>> = {},
) {
  const { clientId, clientSecret } = credentials;
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, ...more };
  const response = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(body) });
  const { access_token } = (await response.json()) as { access_token?: string };
  return { Authorization: `Bearer ${access_token}` };
}

test('an initial item needs only its id: the sandbox adds the other required fields, also in nested objects', async () => {
  const size = object({ height: { const: 7 }, width: { type: 'integer' } }, { required: ['height'] });
  const fields = { id: TEXT, title: { ...TEXT, minLength: 9 }, size, note: TEXT };
  const book = object(fields, { required: ['id', 'title', 'size'] });
  const get = { parameters: [inPath('id')], responses: { 200: json(book) } };
  const built = await buildPaths({ '/books/{id}': { get } });
  const sandbox = await built.start({ resources: { books: [{ id: 'a' }, { id: 'b', size: { width: 3 } }] } });
  const title = expect.stringMatching(/^.{9,}$/);
  const [a, b] = [
    { id: 'a', title, size: { height: 7 } },
    { id: 'b', title, size: { height: 7, width: 3 } },
  ];
  expect([...(sandbox.resources['books']?.values() ?? [])]).toMatchObject([a, b]);
  expect((await call(sandbox, 'GET', '/books/b')).body).toMatchObject(b);
  await expect(built.start({ resources: { books: [{ title: 'A long title' }] } })).rejects.toThrow(
    '[0].id: is required',
  );
});

test('the sandbox answers if a pattern of the document can block the process, and accepts each text for it', async () => {
  const name = { ...TEXT, pattern: '^(a+)+$', maxLength: 40 };
  const post = { requestBody: json(object({ name })), responses: { 201: EMPTY, 400: EMPTY } };
  const built = await buildPaths({ '/books': { post } });
  const sandbox = await built.start();
  const statusOf = async (text: string) => (await call(sandbox, 'POST', '/books', { body: { name: text } })).status;
  expect(await statusOf(`${'a'.repeat(33)}!`)).toBe(201);
  expect(await statusOf('a'.repeat(41))).toBe(400);
});

describe('the sandbox of a document', () => {
  test('with a client credentials flow and alternative scopes requires a token with all scopes of an alternative', async () => {
    const alternatives = [{ account: ['read:books', 'write:books'] }, { account: ['read:books', 'read:all'] }];
    const sandbox = await start(secured(alternatives, { type: 'oauth2', flows: flows() }));
    expect(new URL(sandbox.tokenUrl).pathname).toBe('/token');
    expect((await call(sandbox, 'GET', BOOK)).status).toBe(401);
    expect((await call(sandbox, 'GET', BOOK, { headers: { Authorization: 'Bearer abc' } })).status).toBe(401);
    const all = await requestToken(sandbox, { scope: 'read:all read:books' });
    expect((await call(sandbox, 'GET', BOOK, { headers: all })).status).toBe(200);
    const response = await fetch(sandbox.baseUrl + BOOK, {
      headers: await requestToken(sandbox, { scope: 'write:books' }),
    });
    expect([response.status, response.headers.get('WWW-Authenticate'), (await response.json()).message]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="read:books write:books read:all"',
      'Insufficient scope, expected any of: read:books,write:books,read:all',
    ]);
  });

  test('whose client credentials flow has an audience rejects a token request without this audience', async () => {
    const more = { 'x-form-parameters': { audience: '/v1/' } };
    const sandbox = await start(secured([{ account: [] }], { type: 'oauth2', flows: flows(more) }));
    const withoutAudience = await requestToken(sandbox);
    expect(withoutAudience.Authorization).toBe('Bearer undefined');
    const headers = await requestToken(sandbox, { audience: '/v1/' });
    expect((await call(sandbox, 'GET', BOOK, { headers })).status).toBe(200);
  });

  test('with a token or an API key requires a token, because the sandbox knows no API keys', async () => {
    const { components } = secured([], { type: 'oauth2', flows: flows() });
    const securitySchemes = { ...components.securitySchemes, key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } };
    const sandbox = await start({ security: [{ account: [] }, { key: [] }], components: { securitySchemes } });
    expect((await call(sandbox, 'GET', BOOK, { headers: { 'X-Api-Key': 'k' } })).status).toBe(401);
    expect((await call(sandbox, 'GET', BOOK, { headers: await requestToken(sandbox) })).status).toBe(200);
  });

  test('with alternative list schemas sends an empty string as the cursor of the last page', async () => {
    const book = object({ id: TEXT }, { required: ['id'] });
    const page = (more: object) => object({ ...more, books: list(book) }, { additionalProperties: false });
    const parameters = ['from', 'take'].map((name) => ({ name, in: 'query', schema: {} }));
    const forms = { oneOf: [list(book), page({ total: { type: 'integer' } }), page({ next: TEXT })] };
    const paths = {
      '/books': { get: { parameters, responses: { 200: json(forms) } } },
      '/books/{id}': { get: { parameters: [inPath('id')], responses: { 200: json(book) } } },
    };
    const sandbox = await start({ paths });
    const [id] = sandbox.resources['books']?.keys() ?? [];
    expect(sandbox.notSimulated).toEqual([]);
    expect((await call(sandbox, 'GET', '/books?take=1')).body).toEqual({ books: [{ id }], next: '' });
    expect((await call(sandbox, 'GET', '/books')).body).toEqual([{ id }]);
  });

  test.each([204, 205])('that shows content for a %d sends this response without the content', async (status) => {
    const sandbox = await start({ paths: { '/messages': { post: { responses: { [status]: json(object({})) } } } } });
    expect(await call(sandbox, 'POST', '/messages')).toEqual({ status, body: undefined, type: null });
  });

  test('sends a JSON string in quotes, and another text unchanged', async () => {
    const get = (type: string) => ({
      responses: { 200: { description: '', content: { [type]: { schema: { type: 'string' }, example: 'open' } } } },
    });
    const paths = { '/state': { get: get('application/json') }, '/state.txt': { get: get('text/plain') } };
    const { baseUrl } = await start({ paths });
    expect(await (await fetch(`${baseUrl}/state`)).text()).toBe('"open"');
    expect(await (await fetch(`${baseUrl}/state.txt`)).text()).toBe('open');
  });

  test('sends the header fields that the document requires for the status of a response', async () => {
    const header = (schema: object) => ({ required: true, schema });
    const responses = {
      200: {
        description: '',
        headers: { 'X-Total': header({ type: 'integer', minimum: 7 }), 'X-Page': {}, 'X Name': header({}) },
      },
      '4XX': { description: '', headers: { 'X-Reason': header({ example: 'Größe ≠ 5\n' }) } },
    };
    const sandbox = await start({ paths: { '/page': { get: { operationId: 'readPage', responses } } } });
    const { headers } = await fetch(`${sandbox.baseUrl}/page`);
    expect([headers.get('X-Total'), headers.get('X-Page')]).toEqual(['7', null]);
    const refused = await fetch(`${sandbox.baseUrl}/page?unknown=1`);
    expect([refused.status, refused.headers.get('X-Reason')]).toEqual([400, 'Größe %E2%89%A0 5%0A']);
  });

  test('whose server URL has no path serves the API at the root path', async () => {
    const sandbox = await start({ servers: [{ url: '/' }] });
    expect(new URL(sandbox.baseUrl).href).toBe(`${sandbox.baseUrl}/`);
    expect((await call(sandbox, 'GET', BOOK)).status).toBe(200);
  });
});

describe('a behavior file', () => {
  let library: SyntheticPackage;
  beforeAll(async () => {
    library = await buildSynthetic(
      libraryDocument(),
      `aliases: { novels: books, stories: books }
operations:
  readShelf: { seed: { items: [{ name: tall, size: 3 }], source: assumed } }
  createBook:
    unique: { fields: [title], source: assumed }
    id: { example: bok_12ab, source: assumed }
  deleteBook:
    success: { status: 202, source: assumed }
    missing: { status: 410, message: Gone, source: assumed }
    effect: { removes: users/roles, field: id, source: assumed }`,
    );
  });
  afterAll(() => library.remove());

  test('can define an alias of a resource: the sandbox has a property and an option with this name', async () => {
    const novels = [{ id: 'bok_1', title: 'Emma', status: 'new' }];
    const sandbox = await library.start({ novels });
    expect(sandbox.resources['books']?.get('bok_1')).toEqual(novels[0]);
    expect(sandbox).toMatchObject({ novels: sandbox.resources['books'] });
  });

  test.each<[string, string, object]>([
    [
      'resources.books',
      'novels: must not be set if resources.books is set: both name the same resource',
      { novels: [], resources: { books: [] } },
    ],
    ['stories', 'stories: must not be set if novels is set: both name the same resource', { novels: [], stories: [] }],
  ])(
    'can define aliases of a resource; startSandbox() rejects the option novels together with the option %s',
    async (_name, message, options) => {
      await expect(library.start({ ...options })).rejects.toThrow(new TypeError(message));
    },
  );

  test('can set the status of a success, the response for an unknown item, and the initial items', async () => {
    const sandbox = await library.start();
    expect((await call(sandbox, 'GET', '/shelves/tall')).body).toEqual({ name: 'tall', size: 3 });
    expect((await call(sandbox, 'DELETE', BOOK)).status).toBe(202);
    expect(await call(sandbox, 'DELETE', BOOK)).toMatchObject({ status: 410, body: { message: 'Gone' } });
  });

  test('can make a field unique: the sandbox responds with 409 to a second item with the same value', async () => {
    const sandbox = await library.start();
    const create = (title: string) => call(sandbox, 'POST', '/books', { body: { title } });
    expect([await create('Emma'), await create('Emma'), await create('Persuasion')]).toMatchObject([
      { status: 201, body: { id: expect.stringMatching(/^bok_[0-9a-z]{8}$/) } },
      { status: 409, body: { message: 'The item exists already' } },
      { status: 201 },
    ]);
  });

  test('can state that a deletion also removes items of another resource', async () => {
    const roles = { 'u1/r1': { id: EXAMPLE_BOOK.id, name: 'a' }, 'u1/r2': { id: 'r2', name: 'b' } };
    const sandbox = await library.start({ resources: { 'users/roles': roles } });
    await call(sandbox, 'DELETE', BOOK);
    expect([...(sandbox.resources['users/roles']?.keys() ?? [])]).toEqual(['u1/r2']);
  });

  test('has no effect with assume: false; the sandbox then returns 501 if the document does not show the response', async () => {
    const sandbox = await library.start({ assume: false });
    expect((await call(sandbox, 'GET', '/books/bok_9')).status).toBe(404);
    expect(await call(sandbox, 'DELETE', BOOK)).toMatchObject({
      status: 501,
      body: { message: 'The document does not show the response of DELETE /books/{book_id}' },
    });
    expect((await call(sandbox, 'GET', '/shelves/tall')).status).toBe(501);
    expect((await call(sandbox, 'GET', BOOK)).status).toBe(200);
    const create = () => call(sandbox, 'POST', '/books', { body: { title: 'Emma' } });
    expect([(await create()).status, (await create()).status]).toEqual([201, 201]);
  });

  test('can require scopes, which have no effect with assume: false', async () => {
    const behavior = "operations: { readBook: { scopes: { any: ['read:all', 'read:books'], source: assumed } } }";
    const security = secured([{ account: [] }], { type: 'oauth2', flows: flows() });
    const secure = await buildSynthetic(libraryDocument(security), behavior);
    onTestFinished(() => secure.remove());
    const statusWith = async (scope: string, options: SyntheticOptions) => {
      const sandbox = await secure.start(options);
      return (await call(sandbox, 'GET', BOOK, { headers: await requestToken(sandbox, { scope }) })).status;
    };
    expect(await statusWith('read:books', {})).toBe(200);
    expect(await statusWith('write:books', {})).toBe(403);
    expect(await statusWith('write:books', { assume: false })).toBe(200);
  });

  test('is rejected if an alias has the name of a property or an option of the sandbox', async () => {
    const sandbox = await library.start();
    const { message } = await rejectionOf(library.start({ unknown: true }));
    const options = message.split('Valid options: ')[1]?.split(', ') ?? [];
    const names = new Set([...Object.keys(sandbox), ...options].filter((name) => !/^(novels|stories)$/.test(name)));
    expect(names.size).toBeGreaterThan(20);
    const accepted = [...names].map((name) =>
      // The library has the shape of a document.
      parseBehavior('b.yaml', `aliases: { ${name}: books }`, libraryDocument() as OpenApiDocument).then(
        () => name,
        () => '',
      ),
    );
    expect((await Promise.all(accepted)).filter(Boolean)).toEqual([]);
  });

  test.each<[string, string, string]>([
    [
      'an alias with the name of a type of the sandbox',
      'aliases: { scopes: books }',
      'b.yaml:1:1: aliases: must NOT be valid',
    ],
    [
      'an effect on an unknown resource',
      'operations: { deleteBook: { effect: { removes: films, field: id, source: assumed } } }',
      'b.yaml:1:39: operations.deleteBook.effect.removes: must be books or ',
    ],
  ])('is rejected if it contains %s', async (_what, source, message) => {
    expect((await rejectionOf(buildSynthetic(libraryDocument(), source))).message).toContain(message);
  });
});
