import type { OpenApiDocument } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { learnBehavior } from '../src/fidelity/learn-behavior.ts';
import { secretValues } from '../src/fidelity/secret-values.ts';

const text = { type: 'string' };
const closed = (properties: object) => ({ type: 'object', additionalProperties: false, properties });
const content = (schema: object) => ({ content: { 'application/json': { schema } } });
const done = (status: number, schema?: object) => ({
  [status]: { description: 'Done.', ...(schema && content(schema)) },
});
const book = closed({ id: text, title: text, kind: text });
const body = { requestBody: content(closed({ title: text, kind: text })) };
const path = { parameters: [{ name: 'id', in: 'path', required: true, schema: text }] };

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  components: { schemas: { Lock: { properties: { code: { type: 'integer', writeOnly: true } } } } },
  paths: {
    '/books': {
      get: {
        operationId: 'list',
        responses: done(200, {
          type: 'object',
          properties: { next: text, books: { type: 'array', items: book } },
        }),
      },
      post: { operationId: 'create', ...body, responses: done(201) },
    },
    '/books/{id}': {
      ...path,
      get: { operationId: 'read', responses: done(200, book) },
      delete: { operationId: 'delete', responses: done(204) },
      patch: { operationId: 'updateBook', ...body, responses: done(200, book) },
    },
    '/tags': {
      post: {
        operationId: 'tag',
        requestBody: content({ oneOf: [closed({ name: text }), { ...closed({ code: text }), required: ['code'] }] }),
        responses: done(204),
      },
    },
    '/settings': {
      get: { operationId: 'readSettings', responses: done(200, { type: 'object', properties: { color: text } }) },
      patch: { operationId: 'updateSettings', ...body, responses: done(204) },
    },
  },
} as unknown as OpenApiDocument;

const recorded = (method: string, place: string, status: number, response?: unknown, request?: unknown) => ({
  method,
  url: `https://tenant.example.com/v1${place}`,
  requestText: request === undefined ? '' : JSON.stringify(request),
  ...(request !== undefined && { contentType: 'application/json' }),
  status,
  responseText: response === undefined ? '' : JSON.stringify(response),
});

/** Returns the interactions that create and read a book. */
const created = (id: string, request: object, shown: object) => [
  recorded('POST', '/books', 201, { id, ...shown }, request),
  recorded('GET', `/books/${id}?trace=1`, 200, { id, ...shown }),
];
const learn = (...runs: (readonly ReturnType<typeof recorded>[])[]) =>
  learnBehavior(
    DOCUMENT,
    runs.map((interactions, index) => ({ file: `${index}`, interactions })),
  ).behavior.operations;

test('recordings show accepted fields and query parameters, dropped fields, and a body that the document does not show', () => {
  const run = created('1', { title: 'a', rating: 1, secret: 's', kind: null }, { title: 'a', rating: 1 });
  const { create, read } = learn(run);
  expect(create).toMatchObject({
    success: { status: 201, item: true, source: 'recorded traffic' },
    accepts: { fields: expect.arrayContaining(['rating', 'secret', 'kind']) },
  });
  expect(read).toMatchObject({ accepts: { query: ['trace'] } });
  expect(create).toMatchObject({ drops: { fields: ['secret'] }, nulls: { removed: ['kind'] } });
});

test('recordings show the fields that the service sets, and the value of another field on which they depend', () => {
  const kinds = ['long', 'short', 'long', 'short'];
  const runs = kinds.map((kind, index) =>
    created(String(index), { kind }, { kind, stars: 0, ...(kind === 'long' && { pages: [] }) }),
  );
  expect(learn(...runs)['create']?.sets?.rules).toEqual([
    { fields: { stars: 0 } },
    { when: { kind: 'long' }, fields: { pages: [] } },
  ]);
});

test('fields do not depend on the value of a text', () => {
  const titles = ['a b', 'c', 'd e', 'f'];
  const runs = titles.map((title, index) =>
    created(String(index), { title }, { title, ...(title.includes(' ') && { words: 2 }) }),
  );
  expect(learn(...runs)['create']?.sets?.rules ?? []).not.toContainEqual(
    expect.objectContaining({ when: { title: '*' } }),
  );
});

test('recordings show the usual status, the omitted cursor, the initial item of a list and the initial singleton', () => {
  const items = [{ id: '8', title: 'Initial' }, { id: '9' }];
  const run = [
    recorded('GET', '/books', 200, { books: items }),
    recorded('GET', '/books/8?fields=id', 200, { id: '8', title: 'Initial' }),
    recorded('GET', '/settings', 200, { color: 'red', size: 1 }),
    recorded('DELETE', '/books/8', 200),
  ];
  const source = 'recorded traffic';
  expect(learn(run, run)).toEqual({
    list: { omits: { fields: ['next'], source }, seed: { items: [items[0]], source } },
    read: { accepts: { query: ['fields'], source }, keeps: { fields: ['title'], source } },
    delete: { success: { status: 200, source } },
    readSettings: { seed: { items: [{ color: 'red', size: 1 }], source } },
    updateSettings: { accepts: { fields: ['size'], source } },
  });
});

test('documented failures and requests that the document does not describe teach nothing', () => {
  const failures = [recorded('PATCH', '/settings', 400), recorded('DELETE', '/books/8', 500)];
  expect(learn([...failures, recorded('GET', '/authors', 200, {})])).toEqual({});
});

test('recordings show whether a list has a cursor on its last page, and fields that its items keep', () => {
  const page = (size: number) =>
    recorded('GET', `/books?limit=${size}&fields=id`, 200, { books: [{ id: '1', title: 'a' }], next: 'c' });
  expect(learn([page(2)])['list']).toMatchObject({ pages: { lastCursor: true }, keeps: { fields: ['title'] } });
  expect(learn([page(1)])['list']).not.toHaveProperty('pages');
});

test('a service that accepts null in two fields accepts null in every field', () => {
  const [run, other] = ['title', 'kind'].map((name) => [recorded('POST', '/books', 201, {}, { [name]: null })]);
  expect(learn(run ?? [])['create']?.accepts).toEqual({ fields: ['title'], source: 'recorded traffic' });
  expect(learn(run ?? [], other ?? [])['create']?.accepts).toEqual({ nulls: true, source: 'recorded traffic' });
});

test('recordings show a field that one of several alternatives of a body accepts', () => {
  const run = [recorded('POST', '/tags', 204, undefined, { name: 'a', color: 'red' })];
  expect(learn(run)['tag']?.accepts).toEqual({ fields: ['color'], source: 'recorded traffic' });
});

test('recordings show a listed item, and the set fields that the list omits', () => {
  const listed = recorded('GET', '/books', 200, { books: [{ id: '1', kind: 'a' }] });
  const { list } = learn([...created('1', { kind: 'a' }, { kind: 'a', stars: 3 }), listed]);
  expect(list).toMatchObject({ seed: { items: [{ id: '1', kind: 'a' }] }, omits: { fields: ['next', 'books.stars'] } });
});

test('recordings show that the service omits a required field', () => {
  const required = structuredClone(DOCUMENT) as { paths: Record<string, { get: { responses: unknown } }> };
  Object(required.paths['/settings']).get.responses = done(200, { ...closed({ color: text }), required: ['color'] });
  const learned = (shown: object) =>
    learnBehavior(required as unknown as OpenApiDocument, [
      { file: 'a', interactions: [recorded('GET', '/settings', 200, shown)] },
    ]).behavior.operations['readSettings'];
  expect(learned({ size: 1 })).toMatchObject({ omits: { fields: ['color'] } });
  expect(learned({ color: 'red' })).not.toHaveProperty('omits');
});

test('recordings show that an update merges objects, and a later update does not show that the service drops a field', () => {
  const update = (given: object, shown: object) => [
    recorded('PATCH', '/books/1', 200, { id: '1', ...shown }, given),
    recorded('GET', '/books/1', 200, { id: '1', ...shown }),
  ];
  const merging = [...created('1', { cover: { color: 'red' } }, { cover: { color: 'red' } })];
  const { updateBook, create } = learn([
    ...merging,
    ...update({ cover: { size: 2 } }, { cover: { color: 'red', size: 2 } }),
    ...update({ kind: 'long' }, { kind: 'long' }),
    ...update({ title: 'a' }, { title: 'a' }),
  ]);
  expect(updateBook).toMatchObject({ merges: { fields: ['cover'] }, accepts: { fields: ['cover'] } });
  expect(create).not.toHaveProperty('drops');
  const replacing = learn([...merging, ...update({ cover: { size: 2 } }, { cover: { size: 2 } })]);
  expect(replacing['updateBook']).not.toHaveProperty('merges');
});

test('a response with selected fields shows which of these fields the service sets', () => {
  const run = [...created('1', { kind: 'a' }, { kind: 'a' })].slice(0, 1);
  const read = recorded('GET', '/books/1?fields=title', 200, { title: 'New' });
  expect(learn([...run, read, read])['create']?.sets?.rules).toEqual([{ fields: { title: 'New' } }]);
});

test('recordings show a body that the document does not show, and whether that body is the item', () => {
  const run = [
    recorded('PATCH', '/settings', 204, { color: 'red', size: 1 }, { color: 'red' }),
    recorded('DELETE', '/books/8', 204, { deleted: true }),
  ];
  expect(learn(run)).toMatchObject({
    updateSettings: { success: { status: 204, item: true } },
    delete: { success: { status: 204, body: { deleted: true } } },
  });
});

test('recordings show the status for a missing item: a success of a second deletion, or a failure without a document', () => {
  const twice = [recorded('DELETE', '/books/8', 204), recorded('DELETE', '/books/8', 204)];
  expect(learn(twice)).toMatchObject({ delete: { missing: { status: 204 } } });
  expect(learn([...created('8', {}, {}), ...twice.slice(1)])['delete']).toBeUndefined();
  expect(learn([recorded('GET', '/books/8', 404)])).toMatchObject({ read: { missing: { status: 404 } } });
});

test('a learned behavior file has no secrets, and names the places of the replaced values', () => {
  const key = 'aB3dE5fG7hI9jK1lM3nO';
  const jwt = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`;
  const items = [
    { id: key, title: jwt, kind: key, pin: { code: 123456 }, api_keys: [{ value: 'short' }], author_id: key },
  ];
  const run = [
    recorded('GET', '/books', 200, { books: items }),
    ...created('1', { kind: 'long' }, { kind: 'long', client_secret: 'short', pages: 3 }),
  ];
  const { behavior, redacted } = learnBehavior(DOCUMENT, [{ file: 'a', interactions: run }]);
  const hidden = '<redacted>';
  expect(behavior.operations['list']?.seed?.items).toEqual([
    { id: key, title: hidden, kind: hidden, pin: { code: hidden }, api_keys: [{ value: hidden }], author_id: key },
  ]);
  expect(behavior.operations['create']?.sets?.rules).toEqual([{ fields: { client_secret: hidden, pages: 3 } }]);
  expect(redacted).toContain('create.sets.rules.0.fields.client_secret');
});

test('secretValues() replaces values of fields that the document marks in any form, and of fields with the name of a secret', () => {
  const schemas = {
    Pin: { type: 'string', writeOnly: true },
    User: {
      properties: {
        pin: { $ref: '#/components/schemas/Pin' },
        codes: { items: { format: 'password' } },
        plain: { allOf: [{ format: 'password' }] },
      },
      // In an example, `properties` is a name, and the values are data.
      example: { properties: { plan: null, limits: { allOf: [null], anyOf: { soft: 1 } } } },
    },
  };
  const hide = secretValues({ ...DOCUMENT, components: { schemas } });
  const secrets = {
    ...{ pin: 'a', codes: ['b'], plain: 'c', secretKey: 'd', signing_key: 'e', passwordHash: 'f' },
    ...{ authorization: 'Basic x', password: 123, client_secret: { text: 'g' } },
  };
  expect(JSON.stringify(hide(secrets))).not.toMatch(/"(a|b|c|d|e|f|g|Basic x)"|123/);
  expect(hide({ url: 'https://u:p4ss@host/x', strategy: 'OAuth2', self: '/api/v2/Tenants/1234567890' })).toEqual({
    ...{ url: 'https://<redacted>@host/x', strategy: 'OAuth2', self: '/api/v2/Tenants/1234567890' },
  });
});
