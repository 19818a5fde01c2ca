// Tests of the keys of a behavior file that describe fields. The document is synthetic.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSynthetic, call, type SyntheticPackage } from '../../../test/support/synthetic-sandbox.ts';

const text = { type: 'string' };
const closed = (properties: object) => ({ type: 'object', additionalProperties: false, properties });
const done = (status: number, schema?: object) => ({
  [status]: { description: 'Done.', ...(schema && { content: { 'application/json': { schema } } }) },
});
const nullable = { type: ['string', 'null'] };
const loan = {
  book: text,
  kind: text,
  note: nullable,
  state: { type: 'string', default: 'open' },
  fine: { ...closed({ amount: { type: 'integer' } }), required: ['amount'] },
};
const body = { requestBody: { content: { 'application/json': { schema: { ...closed(loan), minProperties: 1 } } } } };
const shown = closed({ id: text, ...loan });
const reader = { oneOf: [closed({ name: text }), { ...closed({ code: text }), required: ['code'] }] };
const page = { type: 'object', properties: { next: nullable, loans: { type: 'array', items: shown } } };
const query = (name: string) => ({ name, in: 'query', schema: { type: 'integer' } });

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Loans', version: '1' },
  paths: {
    '/loans': {
      get: {
        operationId: 'list',
        parameters: [{ name: 'cursor', in: 'query', schema: text }, query('limit')],
        responses: done(200, { ...page, required: ['next'] }),
      },
      post: { operationId: 'create', ...body, responses: { ...done(201, shown), ...done(400) } },
    },
    '/loans/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      get: {
        operationId: 'read',
        parameters: [{ name: 'fields', in: 'query', schema: text }],
        responses: { ...done(200, shown), ...done(404) },
      },
      patch: { operationId: 'update', ...body, responses: { ...done(200, shown), ...done(400), ...done(404) } },
    },
    '/readers': {
      get: {
        operationId: 'readers',
        parameters: [{ name: 'cursor', in: 'query', schema: text }, query('limit')],
        responses: done(
          200,
          closed({ next: text, readers: { type: 'array', items: closed({ id: text, name: text }) } }),
        ),
      },
      post: {
        operationId: 'createReader',
        requestBody: { content: { 'application/json': { schema: reader } } },
        responses: done(201),
      },
    },
    '/readers/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
      delete: { operationId: 'deleteReader', responses: { ...done(204), ...done(404) } },
      get: {
        operationId: 'reader',
        responses: { ...done(200, closed({ id: text, name: text, code: text })), ...done(404) },
      },
    },
  },
};

const BEHAVIOR = `
operations:
  create:
    accepts: { fields: [kind, rating, fine.reason], query: [trace], source: assumed }
    nulls: { removed: [note], source: assumed }
    drops: { fields: [book], source: assumed }
    sets:
      rules:
        - fields: { rating: 5, fine: { amount: 0 }, fine.reason: late }
        - when: { kind: long, note: null, fine: '*' }
          fields: { days: 28 }
      source: assumed
  update:
    accepts: { fields: [kind], nulls: true, source: assumed }
    merges: { fields: [fine], source: assumed }
  read:
    keeps: { fields: [kind], source: assumed }
  list:
    omits: { fields: [next, loans.state], source: assumed }
  readers:
    pages: { lastCursor: true, source: assumed }
    seed: { items: [{ id: r, name: n, code: c, size: 1 }], source: recorded traffic }
  createReader:
    success: { status: 200, item: true, source: recorded traffic }
    accepts: { fields: [color], source: assumed }
  deleteReader:
    success: { status: 200, body: { deleted: true }, source: recorded traffic }
`;

let loans: SyntheticPackage;
beforeAll(async () => {
  loans = await buildSynthetic(DOCUMENT, BEHAVIOR);
});
afterAll(() => loans.remove());

const start = (options: object = {}) => loans.start({ resources: { loans: [], readers: [] }, ...options });

describe('the behavior file', () => {
  test('sets fields that a request omits, instead of the defaults of the document', async () => {
    const sandbox = await start();
    const { body: created } = await call(sandbox, 'POST', '/loans', { body: { note: 'n' } });
    expect(created).toEqual({ id: expect.any(String), note: 'n', rating: 5, fine: { amount: 0 } });
    expect((await call(sandbox, 'GET', `/loans/${Object(created).id}`)).body).toEqual(created);
  });

  test('sets a field in an object of the request, and the fields of a rule whose conditions are met', async () => {
    const sandbox = await start();
    const met = { kind: 'long', fine: { amount: 2 } };
    const fine = { amount: 2, reason: 'late' };
    const { body: created } = await call(sandbox, 'POST', '/loans', { body: met });
    expect(created).toEqual({ id: expect.any(String), kind: 'long', fine, rating: 5, days: 28 });
    for (const unmet of [{ ...met, kind: 'short' }, { ...met, note: 'n' }, { kind: 'long' }]) {
      expect((await call(sandbox, 'POST', '/loans', { body: unmet })).body).not.toHaveProperty('days');
    }
  });

  test('makes fields and query parameters valid that the document does not allow, and shows these fields', async () => {
    const sandbox = await start();
    const created = await call(sandbox, 'POST', '/loans?trace=1', { body: { rating: 3 } });
    expect(created).toMatchObject({ status: 201, body: { rating: 3 } });
    expect((await call(sandbox, 'POST', '/loans?other=1', { body: { rating: 3 } })).status).toBe(400);
    expect((await call(sandbox, 'POST', '/loans', { body: { stars: 3 } })).status).toBe(400);
    expect((await call(sandbox, 'POST', '/loans', { body: { rating: 3, fine: {} } })).status).toBe(400);
    const { id } = Object(created.body);
    expect((await call(sandbox, 'PATCH', `/loans/${id}`, { body: { kind: null } })).status).toBe(200);
    expect((await call(sandbox, 'PATCH', `/loans/${id}`, { body: { state: 1 } })).status).toBe(400);
  });

  test('drops fields of requests, and removes fields that a request sets to null', async () => {
    const sandbox = await start();
    const { body: created } = await call(sandbox, 'POST', '/loans', { body: { book: 'b', note: null } });
    expect(created).not.toHaveProperty('book');
    expect(created).not.toHaveProperty('note');
  });

  test('omits fields of a response, and the cursor of a list only on the last page', async () => {
    const sandbox = await start();
    for (const state of ['a', 'b']) await call(sandbox, 'POST', '/loans', { body: { state } });
    const first = (await call(sandbox, 'GET', '/loans?limit=1')).body;
    expect(first).toEqual({ next: expect.any(String), loans: [expect.not.objectContaining({ state: 'a' })] });
    const last = (await call(sandbox, 'GET', '/loans?limit=2')).body;
    expect(last).toEqual({ loans: [expect.anything(), expect.anything()] });
  });

  test('sends a cursor on each page with items', async () => {
    const sandbox = await start({ resources: { readers: [{ id: 'r' }] } });
    const { next } = Object((await call(sandbox, 'GET', '/readers?limit=5')).body);
    expect((await call(sandbox, 'GET', `/readers?limit=5&cursor=${next}`)).body).toEqual({ readers: [] });
  });

  test('shows a field of an initial item everywhere, except if the document describes the field in other responses', async () => {
    const sandbox = await loans.start();
    const { readers } = Object((await call(sandbox, 'GET', '/readers')).body);
    expect(readers).toEqual([{ id: 'r', name: 'n', size: 1 }]);
    expect((await call(sandbox, 'GET', '/readers/r')).body).toEqual({ id: 'r', name: 'n', code: 'c', size: 1 });
  });

  test('merges objects, accepts null and fields of one alternative, and removes fields whose rule no longer applies', async () => {
    const sandbox = await start();
    const { id } = Object(
      (await call(sandbox, 'POST', '/loans', { body: { kind: 'long', fine: { amount: 2 } } })).body,
    );
    const changed = await call(sandbox, 'PATCH', `/loans/${id}`, { body: { kind: 'short', fine: { amount: 3 } } });
    expect(changed.body).toMatchObject({ kind: 'short', fine: { amount: 3, reason: 'late' } });
    expect(changed.body).not.toHaveProperty('days');
    const patch = (sent: object) => call(sandbox, 'PATCH', `/loans/${id}`, { body: sent });
    expect((await patch({ state: null })).status).toBe(200);
    expect((await patch({ state: 1 })).status).toBe(400);
    expect((await call(sandbox, 'POST', '/readers', { body: { name: 'a', color: 'red' } })).status).toBe(200);
    expect((await call(sandbox, 'POST', '/readers', { body: { name: 'a', size: 1 } })).status).toBe(400);
  });

  test('keeps fields of a response that the query parameter fields does not select', async () => {
    const sandbox = await start();
    const { body: created } = await call(sandbox, 'POST', '/loans', { body: { kind: 'long', state: 'a' } });
    const { id } = Object(created);
    expect((await call(sandbox, 'GET', `/loans/${id}?fields=state`)).body).toEqual({ kind: 'long', state: 'a' });
  });

  test('shows the created item in a response for which the document shows no body', async () => {
    const created = await call(await start(), 'POST', '/readers', { body: { name: 'Ann' } });
    expect(created).toMatchObject({ status: 200, body: { id: expect.any(String), name: 'Ann' } });
  });

  test('replaces the body of a response', async () => {
    const sandbox = await start({ resources: { readers: [{ id: 'r' }] } });
    expect(await call(sandbox, 'DELETE', '/readers/r')).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await call(sandbox, 'DELETE', '/readers/r')).status).toBe(404);
  });

  test('has no effect on fields and statuses with assume: false', async () => {
    const sandbox = await start({ assume: false });
    const { body: created } = await call(sandbox, 'POST', '/loans', { body: { book: 'b', note: null } });
    expect(created).toEqual({ id: expect.any(String), book: 'b', note: null, state: 'open' });
    expect((await call(sandbox, 'POST', '/loans', { body: { rating: 3 } })).status).toBe(400);
    expect((await call(sandbox, 'GET', '/loans')).body).toMatchObject({ next: null });
    expect((await call(sandbox, 'POST', '/readers', { body: {} })).status).toBe(201);
  });
});
