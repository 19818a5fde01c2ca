// Tests of the behavior that the build derives from a document. The document is synthetic.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EXAMPLE_BOOK, libraryDocument } from '../../../../test/support/library-document.ts';
import { buildSynthetic, call, type SyntheticPackage } from '../../../../test/support/synthetic-sandbox.ts';

const NOW = '2026-05-06T07:08:09.000Z';
const clock = () => Date.parse(NOW);
const BOOK = `/books/${EXAMPLE_BOOK.id}`;

let library: SyntheticPackage;
beforeAll(async () => {
  library = await buildSynthetic(libraryDocument());
});
afterAll(() => library.remove());

/** Returns books with the ids bok_1, bok_2 and so on. Every second book is a play. */
const books = (count: number) =>
  Array.from({ length: count }, (_none, index) => ({
    ...EXAMPLE_BOOK,
    id: `bok_${index + 1}`,
    genre: index % 2 === 0 ? 'novel' : 'play',
    tags: [`tag${index + 1}`],
  }));
const idsOf = (items: unknown) => (items as { id: string }[]).map(({ id }) => id);

test('the sandbox serves the API at the path of the first server, and requires no token if the document has no security', async () => {
  const sandbox = await library.start();
  expect(new URL(sandbox.baseUrl).pathname).toBe('/v1');
  expect(await call(sandbox, 'GET', BOOK)).toEqual({
    status: 200,
    body: EXAMPLE_BOOK,
    type: 'application/json; charset=utf-8',
  });
});

describe('a created item', () => {
  test('has an id that looks like the example, times of creation and update from the option clock, defaults, and required fields', async () => {
    const sandbox = await library.start({ clock });
    const { status, body } = await call(sandbox, 'POST', '/books', { body: { title: 'Emma', secret: 's' } });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^bok_[A-Za-z0-9]{16}$/),
      title: 'Emma',
      genre: 'novel',
      status: 'new',
      created_at: NOW,
      updatedAt: NOW,
    });
    const { id } = body as { id: string };
    expect(await call(sandbox, 'GET', `/books/${id}`)).toMatchObject({ status: 200, body });
    expect(idsOf((await call(sandbox, 'GET', '/books')).body)).toEqual([EXAMPLE_BOOK.id, id]);
    expect(sandbox.resources['books']?.get(id)).toMatchObject({ title: 'Emma', secret: 's' });
  });

  test('gets a new id if the id is read-only, even if the request contains an id', async () => {
    const sandbox = await library.start();
    const { body } = await call(sandbox, 'POST', '/books', { body: { title: 'Emma', id: EXAMPLE_BOOK.id } });
    expect(body).not.toMatchObject({ id: EXAMPLE_BOOK.id });
  });

  test('has values of the documented types if the request body is a form', async () => {
    const sandbox = await library.start();
    const form = new URLSearchParams([
      ['title', 'Emma'],
      ['tags', 'a'],
      ['tags', 'b'],
    ]);
    expect(await call(sandbox, 'POST', '/books', { body: form })).toMatchObject({
      status: 201,
      body: { tags: ['a', 'b'] },
    });
  });

  test('in a nested collection is listed only below its outer item, and contains the id of the outer item', async () => {
    const sandbox = await library.start({ resources: { 'books/notes': {} } });
    const { status, body } = await call(sandbox, 'POST', '/books/bok_7/notes', { body: { text: 'Good' } });
    expect([status, body]).toEqual([201, { id: 1, text: 'Good', book_id: 'bok_7' }]);
    expect([...(sandbox.resources['books/notes']?.keys() ?? [])]).toEqual(['bok_7/1']);
    expect((await call(sandbox, 'GET', '/books/bok_7/notes')).body).toEqual([body]);
    expect((await call(sandbox, 'GET', '/books/bok_8/notes')).body).toEqual([]);
    expect((await call(sandbox, 'GET', '/books/bok_8/notes/1')).status).toBe(404);
  });
});

describe('an update', () => {
  test('merges the body, ignores read-only fields and changes the time of the update', async () => {
    const sandbox = await library.start({ clock });
    const { body } = await call(sandbox, 'PATCH', BOOK, { body: { genre: 'epic', id: 'bok_other' } });
    expect(body).toEqual({ ...EXAMPLE_BOOK, genre: 'epic', updatedAt: NOW });
    expect((await call(sandbox, 'GET', BOOK)).body).toEqual(body);
  });

  test('by PUT replaces all fields except read-only fields', async () => {
    const sandbox = await library.start({ clock });
    const { body } = await call(sandbox, 'PUT', BOOK, { body: { title: 'Emma' } });
    expect(body).toEqual({
      id: EXAMPLE_BOOK.id,
      title: 'Emma',
      genre: 'novel',
      status: 'new',
      created_at: EXAMPLE_BOOK.created_at,
      updatedAt: NOW,
    });
  });

  test('by PUT of an unknown id returns 404 if the collection has a POST operation; if not, the PUT creates the item', async () => {
    const sandbox = await library.start();
    expect((await call(sandbox, 'PUT', '/books/bok_9', { body: { title: 'Emma' } })).status).toBe(404);
    expect(await call(sandbox, 'PUT', '/shelves/tall', { body: { size: 3 } })).toMatchObject({ status: 200 });
    expect((await call(sandbox, 'GET', '/shelves/tall')).body).toEqual({ name: 'tall', size: 3 });
  });
});

describe('a deletion', () => {
  test('removes the item and all items below this item', async () => {
    const sandbox = await library.start();
    expect(sandbox.resources['books/notes']?.size).toBe(1);
    expect(await call(sandbox, 'DELETE', BOOK)).toEqual({ status: 204, body: undefined, type: null });
    expect([sandbox.resources['books']?.size, sandbox.resources['books/notes']?.size]).toEqual([0, 0]);
    expect((await call(sandbox, 'GET', BOOK)).status).toBe(404);
    expect((await call(sandbox, 'DELETE', BOOK)).status).toBe(404);
  });

  test('of a collection removes only the items that the filters select', async () => {
    const sandbox = await library.start({ resources: { books: books(4) } });
    expect((await call(sandbox, 'DELETE', '/books?genre=play')).status).toBe(204);
    expect(idsOf((await call(sandbox, 'GET', '/books')).body)).toEqual(['bok_1', 'bok_3']);
  });
});

describe('a list', () => {
  test('is an array, or an object with totals if the query asks for totals', async () => {
    const sandbox = await library.start({ resources: { books: books(5) } });
    expect(idsOf((await call(sandbox, 'GET', '/books?page=1&per_page=2')).body)).toEqual(['bok_3', 'bok_4']);
    const { body } = await call(sandbox, 'GET', '/books?page=2&per_page=2&include_totals=true');
    expect(body).toMatchObject({ start: 4, limit: 2, total: 5, books: [{ id: 'bok_5' }] });
    expect(body).not.toHaveProperty('next');
  });

  test('has a cursor for the next page, which is null on the last page', async () => {
    const sandbox = await library.start({ resources: { books: books(3) } });
    const first = (await call(sandbox, 'GET', '/books?take=2&from=')).body as { next: string; books: unknown };
    expect(idsOf(first.books)).toEqual(['bok_1', 'bok_2']);
    const last = await call(sandbox, 'GET', `/books?take=2&from=${first.next}`);
    expect(last.body).toMatchObject({ next: null, books: [{ id: 'bok_3' }] });
  });

  test('has a cursor for the next page if the query has a cursor but no page size', async () => {
    const sandbox = await library.start({ resources: { books: books(3) } });
    const { body } = await call(sandbox, 'GET', '/books?from=');
    expect(body).toMatchObject({ next: null, books: [{ id: 'bok_1' }, { id: 'bok_2' }, { id: 'bok_3' }] });
  });

  test('continues after a cursor even if the items next to the cursor were deleted, and is empty after an unknown cursor', async () => {
    const sandbox = await library.start({ resources: { books: books(5) } });
    const after = async (cursor: string) => (await call(sandbox, 'GET', `/books?take=2&from=${cursor}`)).body;
    const { next } = (await after('')) as { next: string };
    for (const id of ['bok_1', 'bok_2']) sandbox.resources['books']?.delete(id);
    expect(await after(next)).toMatchObject({ books: [{ id: 'bok_3' }, { id: 'bok_4' }] });
    sandbox.reset();
    sandbox.resources['books']?.delete('bok_3');
    expect(await after(next)).toMatchObject({ books: [{ id: 'bok_4' }, { id: 'bok_5' }] });
    expect(await after('unknown')).toEqual({ next: null, books: [] });
  });

  test('contains only the items that the filters select', async () => {
    const sandbox = await library.start({ resources: { books: books(5) } });
    expect(idsOf((await call(sandbox, 'GET', '/books?genre=play')).body)).toEqual(['bok_2', 'bok_4']);
    expect(idsOf((await call(sandbox, 'GET', '/books?tags=tag1&tags=tag5')).body)).toEqual(['bok_1', 'bok_5']);
  });

  test('contains the items in the body of a POST request, but not the items in the body of a later DELETE request', async () => {
    const sandbox = await library.start({ resources: { 'users/roles': {} } });
    expect((await call(sandbox, 'POST', '/users/u1/roles', { body: { roles: ['a', 'b'] } })).status).toBe(204);
    expect((await call(sandbox, 'DELETE', '/users/u1/roles', { body: { roles: ['a'] } })).status).toBe(204);
    expect((await call(sandbox, 'GET', '/users/u1/roles')).body).toMatchObject([{ id: 'b' }]);
    expect((await call(sandbox, 'GET', '/users/u2/roles')).body).toEqual([]);
  });
});

test('DELETE removes an item without an id if the request body contains an item with the same fields, in any order', async () => {
  const sandbox = await library.start({ resources: { 'users/grants': {} } });
  const loans = { action: 'lend', kind: 'book' };
  await call(sandbox, 'POST', '/users/u1/grants', { body: { grants: [loans, { action: 'sell', kind: 'book' }] } });
  await call(sandbox, 'DELETE', '/users/u1/grants', { body: { grants: [{ kind: 'book', action: 'lend' }] } });
  expect((await call(sandbox, 'GET', '/users/u1/grants')).body).toEqual([{ action: 'sell', kind: 'book' }]);
});

test('a singleton is read, updated, replaced, deleted and restored', async () => {
  const sandbox = await library.start();
  expect((await call(sandbox, 'PATCH', '/settings', { body: { color: 'blue' } })).body).toEqual({
    color: 'blue',
    name: 'Main',
  });
  expect((await call(sandbox, 'PUT', '/settings', { body: { name: 'Other' } })).body).toEqual({ name: 'Other' });
  expect((await call(sandbox, 'GET', '/settings')).body).toEqual({ name: 'Other' });
  expect((await call(sandbox, 'DELETE', '/settings')).status).toBe(204);
  expect((await call(sandbox, 'GET', '/settings')).status).toBe(404);
  sandbox.reset();
  expect([...(sandbox.resources['settings'] ?? [])]).toEqual([['singleton', { color: 'red', name: 'Main' }]]);
});

describe('an operation that cannot be derived', () => {
  test('returns its sample and is listed in notSimulated', async () => {
    const sandbox = await library.start();
    expect(sandbox.notSimulated).toEqual([
      'GET /books/latest',
      'POST /books/{book_id}/publish',
      'POST /close',
      'PATCH /archive/{id}',
      'GET /events',
    ]);
    expect(await call(sandbox, 'POST', `${BOOK}/publish`)).toMatchObject({ status: 202, body: { state: 'queued' } });
    expect(await call(sandbox, 'GET', '/books/latest')).toMatchObject({ status: 200, body: { title: 'New' } });
  });

  test('returns its sample if a simulated response would not match the document', async () => {
    const sandbox = await library.start();
    expect(await call(sandbox, 'PATCH', '/archive/a', { body: { size: 'big' } })).toMatchObject({
      status: 200,
      body: { id: 'a', size: 'huge' },
    });
    expect(Object.keys(sandbox.resources)).not.toContain('archive');
  });

  test('returns a short text in the documented media type if the response is not JSON', async () => {
    const sandbox = await library.start();
    const events = await call(sandbox, 'GET', '/events');
    expect(events).toEqual({ status: 200, body: 'sample', type: 'text/event-stream' });
  });
});

const JSON_TYPE = { 'Content-Type': 'application/json' };
const TEXT_TYPE = { 'Content-Type': 'text/plain' };
const title = 'Emma';
const LEVELS = '['.repeat(100_000) + ']'.repeat(100_000);

test.each<[string, string, Parameters<typeof call>[3]?, number?]>([
  ["Query validation error: 'Additional properties not allowed: color'", 'GET /books?color=red'],
  ["Query validation error: 'page: must be integer'", 'GET /books?page=x'],
  ["Query validation error: 'per_page: must be >= 1'", 'GET /books?per_page=0'],
  [`Path validation error: 'book_id: must match pattern "^bok_"'`, 'GET /books/b1'],
  [
    "Header validation error: 'X-Reason: must NOT have fewer than 3 characters'",
    'POST /books',
    { body: { title }, headers: { 'X-Reason': 'a' } },
  ],
  ["Payload validation error: 'title: is required'", 'POST /books', { body: {} }],
  ["Payload validation error: 'pages: is not a known field'", 'POST /books', { body: { title, pages: 1 } }],
  ['The request must have a body', 'POST /books'],
  ['The body must be valid JSON', 'POST /books', { body: '{', headers: JSON_TYPE }],
  ['The body must be valid JSON', 'POST /books', { body: LEVELS, headers: JSON_TYPE }],
  ['The body must have at most 1048576 bytes', 'POST /books', { body: { title: 'a'.repeat(2 ** 20) } }, 413],
  // The document has a 415 response for this operation, and none for the next one.
  [
    'Content-Type must be application/json or application/x-www-form-urlencoded',
    'POST /books',
    { body: 'Emma', headers: TEXT_TYPE },
    415,
  ],
  ['Content-Type must be application/json', 'PUT /settings', { body: 'red', headers: TEXT_TYPE }],
])('a request is rejected with the message "%s": %s', async (message, line, init = {}, status = 400) => {
  const sandbox = await library.start();
  const [method = '', path = ''] = line.split(' ');
  expect(await call(sandbox, method, path, init)).toMatchObject({ status, body: { statusCode: status, message } });
});

describe('initial items', () => {
  test('are the examples of the document, and nested items have the ids of their outer items', async () => {
    const { resources } = await library.start();
    const keys = Object.fromEntries(Object.entries(resources).map(([key, items]) => [key, [...items.keys()]]));
    expect(keys).toMatchObject({ books: [EXAMPLE_BOOK.id], settings: ['singleton'] });
    expect(keys['books/notes']?.[0]).toMatch(new RegExp(`^${EXAMPLE_BOOK.id}/\\d+$`));
  });

  test('can be passed as a list, or by key', async () => {
    const { resources } = await library.start({
      resources: { books: books(2), 'books/notes': { 'bok_1/5': { id: 5 } }, settings: { singleton: { name: 'A' } } },
    });
    expect([...(resources['books']?.keys() ?? [])]).toEqual(['bok_1', 'bok_2']);
    expect(resources['books/notes']?.get('bok_1/5')).toEqual({ id: 5 });
    expect(resources['settings']?.get('singleton')).toEqual({ name: 'A' });
  });

  test.each<[string, object, string]>([
    ['an unknown resource', { films: [] }, 'resources.films: is not a known field'],
    ['an item without an id', { books: [{ title: 'Emma', status: 'new' }] }, 'resources.books[0].id: is required'],
    [
      'an invalid field',
      { settings: { singleton: { color: 'green' } } },
      'resources.settings.singleton.color: must be red or blue',
    ],
    ['a duplicate id', { books: [...books(1), ...books(1)] }, 'resources.books[1].id: duplicate id "bok_1"'],
  ])(
    'must be valid: startSandbox() rejects with a TypeError that names the place of %s',
    async (_what, resources, message) => {
      await expect(library.start({ resources: { ...resources } })).rejects.toThrow(new TypeError(message));
    },
  );
});
