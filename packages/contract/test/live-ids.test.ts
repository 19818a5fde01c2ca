// The user passes ids to the contract suite for a live tenant. These tests check which operations the suite then calls,
// and which plan it prints before the calls. The OpenAPI document of these tests describes a library, not a tenant.

import type { OpenApiDocument, Operation, Parameter } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../test/support/expected-errors.js';
import { planLines, planLiveCalls } from '../src/live-plan.ts';
import { readArguments } from '../src/target-arguments.ts';

const inPath = (name: string): Parameter => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const operation = (operationId: string, more: Partial<Operation> = {}): Operation => ({
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
  TENANT_CLIENT_ID: 'a',
  TENANT_CLIENT_SECRET: 's3cret',
};
const CONTRACT = { document, aliases: { books: 'books' } };

/** Returns the lines of the plan for the arguments of the command line. */
async function planOf(args: string[] = [], variables: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { tenant } = await readArguments(['--target', 'live', ...args], { ...VARIABLES, ...variables }, CONTRACT);
  return planLines(planLiveCalls(document, tenant?.ids ?? {}));
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
    '  GET /books/b1: read, also without a token, with invalid tokens, with a query parameter and with unknown ids',
    '  DELETE /books/b2: DELETES THE ITEM, after calls with invalid tokens',
  ]);
});

test('--id passes the id of an item, or a value for each parameter', async () => {
  const ids = ['--id', 'read_book=b1', '--id', 'read_page=number=2,book_id=b1', '--id', 'search=two words'];
  expect((await planOf(ids)).filter(isCalled)).toEqual([
    '  GET /books: read, also without a token, with invalid tokens and with a query parameter',
    '  GET /books/b1: read, also without a token, with invalid tokens, with a query parameter and with unknown ids',
    '  GET /books/b1/pages/2: read, also without a token, with invalid tokens, with a query parameter and with unknown ids',
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
  expect(planLines(planLiveCalls({ ...document, paths }, ids))).toEqual([
    '  DELETE /books/b1/pages: DELETES ALL ITEMS OF THE COLLECTION, after calls with invalid tokens',
  ]);
});

describe('planLiveCalls()', () => {
  const streams = { 200: { description: 'Events.', content: { 'text/event-stream; charset=utf-8': {} } } };
  const securitySchemes = {
    token: { type: 'http', scheme: 'bearer' },
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
  };
  const planned = (more: Partial<Operation>) =>
    planLiveCalls(
      { ...document, paths: { '/events': { get: operation('read', more) } }, components: { securitySchemes } },
      {},
    );

  test.each<[string, Partial<Operation>, string]>([
    [
      'an operation whose successful response is an event stream',
      { responses: streams },
      'the response is an event stream, which might never end',
    ],
    [
      'an operation with a required header parameter',
      { parameters: [{ name: 'X-Shelf', in: 'header', required: true }] },
      'the suite has no value for the header parameter X-Shelf',
    ],
    [
      'an operation that needs an API key',
      { security: [{ token: [], key: [] }] },
      'the client does not support the security scheme apiKey',
    ],
  ])('does not call %s, and prints the reason', (_what, more, reason) => {
    const calls = planned(more);
    expect(calls.map(({ init }) => init)).toEqual([undefined]);
    expect(planLines(calls)).toEqual([`  GET /events: not called: ${reason}`]);
  });

  test.each<[string, Partial<Operation>]>([
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
  expect(planLines(planLiveCalls({ ...document, paths }, {}))).toEqual([
    '  31 other operations: not called, because no ids were passed for them, or because the suite cannot call them',
  ]);
});

describe('readArguments() rejects', () => {
  const NO_S3CRET = /s3cret/;
  test.each<[string, string[], Readonly<Record<string, string>>, string]>([
    [
      '--id without an operation of the document',
      ['--id', 's3cret=b1'],
      {},
      '--id must start with the id of an operation of the document: --id <operation id>=<id>',
    ],
    [
      '--id without "="',
      ['--id', 'read_book'],
      {},
      '--id must start with the id of an operation of the document: --id <operation id>=<id>',
    ],
    [
      'an id that is a path',
      ['--id', 'read_book=../s3cret'],
      {},
      '--id read_book must be one id of letters, digits, "_", "-", "~", "|" and single dots',
    ],
    [
      'one id for an operation with several parameters',
      ['--id', 'read_page=s3cret'],
      {},
      '--id read_page must have exactly one value for each of these parameters: book_id, number; for example --id read_page=book_id=<book_id>,number=<number>',
    ],
    [
      'a missing parameter',
      ['--id', 'read_page=book_id=s3cret'],
      {},
      '--id read_page must have exactly one value for each of these parameters: book_id, number; for example --id read_page=book_id=<book_id>,number=<number>',
    ],
    [
      'an unknown parameter',
      ['--id', 'read_book=id=s3cret'],
      {},
      '--id read_book must have exactly one value for each of these parameters: book_id; for example --id read_book=<book_id>',
    ],
    [
      'a part without a name next to a named value',
      ['--id', 'read_book=s3cret,book_id=b1'],
      {},
      '--id read_book must have exactly one value for each of these parameters: book_id; for example --id read_book=<book_id>',
    ],
    ['a value for an operation without parameters', ['--id', 'list_books=s3cret'], {}, '--id list_books needs no id'],
    [
      'a second id for an operation',
      ['--id', 'read_book=b1', '--id', 'read_book=b2'],
      {},
      '--id read_book and --id read_book must not both contain an id for read_book',
    ],
    [
      'the id of an item to change, without --allow-changes',
      ['--id', 'update_book=b1'],
      {},
      '--id update_book must not be passed without --allow-changes: add --allow-changes, or omit the id',
    ],
    [
      'the id of an item to delete, without --allow-deletes',
      ['--allow-changes', '--id', 'update_book=b1', '--id', 'delete_book=b2'],
      {},
      '--id delete_book must not be passed without --allow-deletes: add --allow-deletes, or omit the id',
    ],
    [
      '--allow-changes without an id',
      ['--allow-changes'],
      {},
      '--allow-changes needs the id of the item to change: add --id <operation id>=<id>',
    ],
    [
      '--allow-changes if the only id is for an operation that reads',
      ['--allow-changes', '--id', 'read_book=b1'],
      {},
      '--allow-changes needs the id of the item to change: add --id <operation id>=<id>',
    ],
    [
      'an id to delete that the tests also read',
      ['--allow-deletes', '--id', 'delete_book=b1'],
      { TENANT_BOOK_ID: 'b1' },
      '--id delete_book must differ from TENANT_BOOK_ID, which the tests read',
    ],
    [
      'an id to delete that the tests also change',
      ['--allow-changes', '--allow-deletes', '--book', 'b1', '--id', 'update_book=b1'],
      {},
      '--book must differ from --id update_book, which the tests change',
    ],
    [
      'TENANT_IDS that is not JSON',
      [],
      { TENANT_IDS: 's3cret' },
      'TENANT_IDS must be a JSON object such as {"<operation id>": "<id>"}',
    ],
    [
      'TENANT_IDS with an unknown operation',
      [],
      { TENANT_IDS: '{"s3cret":"b1"}' },
      'TENANT_IDS must name only operations of the document',
    ],
    [
      'TENANT_IDS with an operation that changes an item',
      [],
      { TENANT_IDS: '{"update_book":"s3cret"}' },
      'TENANT_IDS must name only operations that read: pass --id update_book=<id> instead',
    ],
  ])('%s, with an error that does not contain the value', async (_what, args, variables, message) => {
    const error = await rejectionOf(planOf(args, variables));
    expect(error.message).toBe(message);
    expect(error.message).not.toMatch(NO_S3CRET);
  });

  test('a run in which no operation can be called', async () => {
    const { '/books/{book_id}': item = {} } = document.paths;
    const contract = { ...CONTRACT, document: { ...document, paths: { '/books/{book_id}': item } } };
    await expect(readArguments(['--target', 'live'], VARIABLES, contract)).rejects.toThrow(
      /^The ids must be enough to call at least one operation: set TENANT_BOOK_ID or TENANT_IDS, or pass --id <operation id>=<id>$/,
    );
  });
});
