import type { OpenApiDocument } from 'tenant-management-document';
import { expect, test } from 'vitest';
import { fidelityTable } from '../src/fidelity/fidelity-table.ts';
import { type ReplayTarget, replay } from '../src/fidelity/replay.ts';

const json = { 200: { description: 'A book.', content: { 'application/json': { schema: {} } } } };

const DOCUMENT = {
  openapi: '3.1.0',
  info: { title: 'Books', version: '1' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/books': { post: { operationId: 'create', responses: json } },
    '/books/{id}': { get: { operationId: 'read', responses: json } },
  },
} as unknown as OpenApiDocument;

const recorded = (method: string, path: string, status: number, response?: unknown, request?: unknown) => ({
  method,
  url: `https://tenant.example.com${path}`,
  requestText: request === undefined ? '' : JSON.stringify(request),
  ...(request !== undefined && { contentType: 'application/json' }),
  status,
  responseText: response === undefined ? '' : JSON.stringify(response),
});

/** Creates a target that records the requests and returns scripted responses. */
function scripted(...responses: readonly { readonly status: number; readonly body?: unknown }[]) {
  const requests: string[] = [];
  const target: ReplayTarget = {
    reset: () => requests.push('reset'),
    send: async ({ method, path, body }) => {
      const response = responses[requests.filter((line) => line !== 'reset').length];
      requests.push([method, path, ...(body === undefined ? [] : [body])].join(' '));
      return { status: response?.status ?? 500, text: JSON.stringify(response?.body) ?? '' };
    },
  };
  return { requests, target };
}

test('a replay resets the target for each recording, and replaces recorded ids in paths, queries and bodies', async () => {
  const { requests, target } = scripted(
    { status: 200, body: { id: 'new 1' } },
    { status: 200, body: { id: 'new 1' } },
    { status: 200, body: { id: 'new 2' } },
    { status: 404 },
  );
  const interactions = [
    recorded('POST', '/v1/books', 200, { id: 'old1' }, { title: 'Emma' }),
    recorded('GET', '/v1/books/old1?like=old1', 200, { id: 'old1' }),
    recorded('POST', '/v1/books', 200, { id: 'old2' }, { after: ['old1'] }),
  ];
  const other = { file: 'b', interactions: [recorded('GET', '/v1/books/old1', 200, { id: 'old1' })] };
  const { comparisons } = await replay(DOCUMENT, [{ file: 'a', interactions }, other], target);
  expect(requests).toEqual([
    'reset',
    'POST /books {"title":"Emma"}',
    'GET /books/new%201?like=new+1',
    'POST /books {"after":["new 1"]}',
    'reset',
    'GET /books/old1',
  ]);
  expect(comparisons.map(({ isUnknownId }) => isUnknownId)).toEqual([false, false, false, true]);
});

test('the table counts interactions, statuses and fields of each operation, and states the reasons for differences', async () => {
  const { target } = scripted(
    { status: 200, body: { id: '1', tags: [], notes: [{ text: 'a' }] } },
    { status: 201, body: { id: '1' } },
    { status: 404, body: {} },
    { status: 200, body: { id: '1', more: 1, inner: {} } },
    { status: 404, body: {} },
  );
  const interactions = [
    recorded('POST', '/v1/books', 200, { id: '1', tags: [{ a: 1 }], notes: [{ text: 'b' }] }),
    recorded('POST', '/v1/books', 200, { id: '1' }),
    recorded('GET', '/v1/books/9', 200, { id: '9' }),
    recorded('GET', '/v1/books/1', 200, { id: '1', inner: { deep: 1 } }),
    recorded('GET', '/v1/books/1', 429),
    recorded('GET', '/v1/authors', 200, {}),
    recorded('GET', '/oauth/token', 200, {}),
  ];
  expect(fidelityTable(await replay(DOCUMENT, [{ file: 'a', interactions }], target)).split('\n')).toEqual([
    '| Operation | Interactions | Same status | Same status and fields | Reasons |',
    '| --- | --- | --- | --- | --- |',
    '| GET /books/{id} | 3 | 1 | 0 | 1 × lost state: the item existed before the recording; 1 × missing field inner.deep; 1 × additional field more; 1 other reasons |',
    '| POST /books | 2 | 1 | 1 | 1 × 201 instead of 200 |',
    '',
    'Interactions: 5; not in the document, not replayed: 2',
    'Same status: 2 (40.0 %)',
    'Same status and fields: 1 (20.0 %)',
  ]);
});
