// The user passes ids to the contract suite for a live tenant. These tests check which operations the suite then calls,
// and which plan it prints before the calls. The OpenAPI document of these tests describes a library, not a tenant.

import type { OpenApiDocument, OperationObject, Parameter } from 'tools-document/model';
import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import { readArguments } from '../src/contract-arguments.ts';
import { livePlanLines, planLiveCalls } from '../src/live/call-plan.ts';

const inPath = (name: string): Parameter => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const operation = (operationId: string, more: Partial<OperationObject> = {}): OperationObject => ({
  operationId,
  responses: { default: { description: 'Any response.' } },
  ...more,
});
const TITLE = {
  content: { 'application/json': { schema: { type: 'object', properties: { title: { const: 'A' } } } } },
};

const document: OpenApiDocument = {
  info: { title: 'Library', version: '1' },
  paths: {
    '/books': {
      get: operation('list_books'),
      post: operation('create_book', { requestBody: TITLE }),
      delete: operation('delete_books'),
    },
    '/books/{book_id}': {
      parameters: [inPath('book_id')],
      get: operation('read_book'),
      patch: operation('update_book', { requestBody: TITLE }),
      delete: operation('delete_book'),
    },
    '/books/{book_id}/pages/{number}': {
      parameters: [inPath('book_id'), inPath('number')],
      get: operation('read_page'),
    },
    '/search': { get: operation('search', { parameters: [{ name: 'q', in: 'query', required: true }] }) },
  },
};
const VARIABLES = {
  TENANT_BASE_URL: 'https://library.example.com',
  TENANT_TOKEN_URL: 'https://library.example.com/token',
  TENANT_CLIENT_ID: 'a',
  TENANT_CLIENT_SECRET: 's3cret',
};
const CONTRACT = { document, aliases: { books: 'books' } };

/** Returns the lines of the plan for the arguments of the command line. */
async function planOf(args: string[] = [], variables: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { tenant } = await readArguments(['--target', 'live', ...args], { ...VARIABLES, ...variables }, CONTRACT);
  return livePlanLines(planLiveCalls(document, tenant?.ids ?? {}));
}

const isCalled = (line: string): boolean => !line.includes(': not called: ');

test('without ids, the plan contains only calls of read operations that need no id, and gives the reason for each operation that is not called', async () => {
  expect(await planOf()).toEqual([
    '  GET /books: read, also without a token, with invalid tokens and with a query parameter',
    '  POST /books: not called: the operation changes data and has no id in its path',
    '  DELETE /books: not called: the operation changes data and has no id in its path',
    '  GET /books/{book_id}: not called: no id was passed; add --id read_book=<book_id>',
    '  DELETE /books/{book_id}: not called: no id to delete was passed; to delete an item, pass --allow-deletes and an id',
    '  PATCH /books/{book_id}: not called: no id to change was passed; to change an item, pass --allow-changes and an id',
    '  GET /books/{book_id}/pages/{number}: not called: no id was passed; add --id read_page=book_id=<book_id>,number=<number>',
    '  GET /search: not called: no id was passed; add --id search=<q>',
  ]);
});

test('an alias such as books defines the variable TENANT_BOOK_ID for the id to read, and the option --book for the id to delete', async () => {
  const lines = await planOf(['--allow-deletes', '--book', 'b2'], { TENANT_BOOK_ID: 'b1' });
  expect(lines.filter(isCalled)).toEqual([
    '  GET /books: read, also without a token, with invalid tokens and with a query parameter',
    '  GET /books/b1: read, also without a token, with invalid tokens, with a query parameter, with unknown ids, and with HEAD, OPTIONS and TRACE',
    '  DELETE /books/b2: DELETES THE ITEM, after calls with invalid tokens and GETs with fields such as X-HTTP-Method-Override',
  ]);
});

test('--id passes the id of an item, or a value for each parameter', async () => {
  const ids = ['--id', 'read_book=b1', '--id', 'read_page=number=2,book_id=b1', '--id', 'search=two words'];
  expect((await planOf(ids)).filter(isCalled)).toEqual([
    '  GET /books: read, also without a token, with invalid tokens and with a query parameter',
    '  GET /books/b1: read, also without a token, with invalid tokens, with a query parameter, with unknown ids, and with HEAD, OPTIONS and TRACE',
    '  GET /books/b1/pages/2: read, also without a token, with invalid tokens, with a query parameter, with unknown ids, and with HEAD, OPTIONS and TRACE',
    '  GET /search: read, also without a token, with invalid tokens and with a query parameter',
  ]);
});

test('TENANT_IDS passes the same ids as --id, in a JSON object', async () => {
  const ids = { read_book: 'b1', read_page: { book_id: 'b1', number: '2' } };
  const lines = await planOf([], { TENANT_IDS: JSON.stringify(ids) });
  expect(lines.filter(isCalled)).toEqual(
    await planOf(['--id', 'read_book=b1', '--id', 'read_page=book_id=b1,number=2']).then((all) => all.filter(isCalled)),
  );
});

test('--allow-changes with an id sends the sample body of the document to that item only', async () => {
  const args = ['--target', 'live', '--allow-changes', '--id', 'update_book=b1'];
  const { tenant } = await readArguments(args, VARIABLES, CONTRACT);
  const changes = planLiveCalls(document, tenant?.ids ?? {}).filter(({ effect, init }) => effect !== 'read' && init);
  expect(changes.map(({ entry, init }) => [entry.id, init])).toEqual([
    ['update_book', { params: { path: { book_id: 'b1' }, query: {} }, body: { title: 'A' } }],
  ]);
});

test('the plan warns that DELETE of a collection deletes all items of the collection', () => {
  const paths = { '/books/{book_id}/pages': { parameters: [inPath('book_id')], delete: operation('delete_pages') } };
  const ids = { delete_pages: { values: { book_id: 'b1' }, source: '--id delete_pages' } };
  expect(livePlanLines(planLiveCalls({ ...document, paths }, ids))).toEqual([
    '  DELETE /books/b1/pages: DELETES ALL ITEMS OF THE COLLECTION, after calls with invalid tokens and GETs with fields such as X-HTTP-Method-Override',
  ]);
});

describe('planLiveCalls()', () => {
  const X_SHELF: Parameter = { name: 'X-Shelf', in: 'header', required: true };
  const streams = { 200: { description: 'Events.', content: { 'text/event-stream; charset=utf-8': {} } } };
  const securitySchemes = {
    token: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  };
  const planned = (more: Partial<OperationObject>) =>
    planLiveCalls(
      { ...document, paths: { '/events': { get: operation('read', more) } }, components: { securitySchemes } },
      {},
    );

  test.each<[Partial<OperationObject>, string]>([
    [{ responses: streams }, 'the response is an event stream, which might never end'],
    [{ parameters: [X_SHELF] }, 'the suite has no value for the header parameter X-Shelf'],
    [{ security: [{ token: [], key: [] }] }, 'the client does not support the security scheme apiKey'],
  ])('does not call an operation with %j, because %s', (more, reason) => {
    const calls = planned(more);
    expect(calls.map(({ init }) => init)).toEqual([undefined]);
    expect(livePlanLines(calls)).toEqual([`  GET /events: not called: ${reason}`]);
  });

  test.each<[string, Partial<OperationObject>]>([
    ['an optional header parameter', { parameters: [{ name: 'X-Shelf', in: 'header' }] }],
    ['the header parameter Accept', { parameters: [{ name: 'Accept', in: 'header', required: true }] }],
    ['a bearer scheme as an alternative to an API key', { security: [{ key: [] }, { token: [] }] }],
  ])('calls an operation that has %s', (_what, more) => {
    expect(planned(more)).toMatchObject([{ init: { params: {} } }]);
  });
});

test('the plan of a large document has one line with the number of operations that are not called', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 31 }, (_, index) => [`/books/{id}/part-${index}`, { put: operation(`put_${index}`) }]),
  );
  expect(livePlanLines(planLiveCalls({ ...document, paths }, {}))).toEqual([
    '  31 other operations: not called, because no ids were passed for them, or because the suite cannot call them',
  ]);
});

describe('readArguments() rejects', () => {
  const OPERATION = '--id must start with the id of an operation of the document: --id <operation id>=<id>';
  const CHANGED = '--allow-changes needs the id of the item to change: add --id <operation id>=<id>';
  const valuesFor = (id: string, names: string, example: string) =>
    `--id ${id} must have exactly one value for each of these parameters: ${names}; for example --id ${id}=${example}`;
  const PAGE = valuesFor('read_page', 'book_id, number', 'book_id=<book_id>,number=<number>');
  const BOOK = valuesFor('read_book', 'book_id', '<book_id>');
  const ONE_ID = '--id read_book must be one id of letters, digits, "_", "-", "~", "|" and single dots';
  const without = (operation: string, option: string) =>
    `--id ${operation} must not be passed without ${option}: add ${option}, or omit the id`;

  test.each<[args: string, message: string]>([
    ['--id s3cret=b1', OPERATION],
    ['--id read_book', OPERATION],
    ['--id read_book=../s3cret', ONE_ID],
    ['--id read_page=s3cret', PAGE],
    ['--id read_page=book_id=s3cret', PAGE],
    ['--id read_book=id=s3cret', BOOK],
    ['--id read_book=s3cret,book_id=b1', BOOK],
    ['--id list_books=s3cret', '--id list_books needs no id'],
    [
      '--id read_book=b1 --id read_book=b2',
      '--id read_book and --id read_book must not both contain an id for read_book',
    ],
    ['--id update_book=b1', without('update_book', '--allow-changes')],
    ['--allow-changes --id update_book=b1 --id delete_book=b2', without('delete_book', '--allow-deletes')],
    ['--allow-changes', CHANGED],
    ['--allow-changes --id read_book=b1', CHANGED],
    [
      '--allow-changes --allow-deletes --book b1 --id update_book=b1',
      '--book must differ from --id update_book, which the tests change',
    ],
  ])('%s, with an error that does not contain the value', async (args, message) => {
    const error = await rejectionOf(planOf(args.split(' ')));
    expect(error.message).toBe(message);
    expect(error.message).not.toContain('s3cret');
  });

  test.each([
    ['s3cret', 'be a JSON object such as {"<operation id>": "<id>"}'],
    ['{"s3cret":"b1"}', 'name only operations of the document'],
    ['{"update_book":"s3cret"}', 'name only operations that read: pass --id update_book=<id> instead'],
  ])('TENANT_IDS with the value %s, with an error that does not contain the value', async (value, message) => {
    const error = await rejectionOf(planOf([], { TENANT_IDS: value }));
    expect(error.message).toBe(`TENANT_IDS must ${message}`);
    expect(error.message).not.toContain('s3cret');
  });

  test('a run in which no operation can be called', async () => {
    const { '/books/{book_id}': item = {} } = document.paths;
    const contract = { ...CONTRACT, document: { ...document, paths: { '/books/{book_id}': item } } };
    await expect(readArguments(['--target', 'live'], VARIABLES, contract)).rejects.toThrow(
      /^The ids must be enough to call at least one operation: set TENANT_BOOK_ID or TENANT_IDS, or pass --id <operation id>=<id>$/,
    );
  });
});
