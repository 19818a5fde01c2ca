import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import { deletePaths } from '#generated/delete-paths.ts';
import { type BulkResult, bulk } from '../../../src/bulk/index.ts';
import { createManagementClient, type Result } from '../../../src/index.ts';
import { createResponse } from '../../support/scripted-fetch.ts';
import { memoryJournal, readAll } from './job-fakes.ts';

vi.mock('#generated/delete-paths.js', () => ({
  deletePaths: ['/books/{book_id}/loans', '/books/{book_id}/notes/{id}', '/members/{id}'],
}));

const PATH = '/members/{id}';
const NOT_FOUND = { message: 'No such item' };
type Untyped = (path: string, init: object) => Promise<Result<unknown>>;

/** Runs a job of one item whose call gets a response, and returns the result of the item. */
async function resultOf(
  response: Response,
  path = PATH,
  method: 'DELETE' | 'GET' = 'DELETE',
): Promise<BulkResult<string, Result<unknown>>> {
  const management = createManagementClient({
    tenantDomain: 'acme.example.com',
    auth: 'access-token',
    fetch: async () => response,
  });
  // JavaScript can pass any path.
  const call = management[method] as unknown as Untyped;
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, '7']);
  const params = { path: Object.fromEntries(names) };
  const { items, error } = await readAll(bulk(['7'], async (_id, options) => call(path, { params, ...options })));
  expect(error).toBeUndefined();
  const [item] = items;
  if (item === undefined) throw new Error('the job yielded no item');
  return item;
}

test.each([NOT_FOUND, { errorCode: 'any_code' }, {}])(
  'an item is missing if a DELETE of the document gets a 404 with the JSON object %j',
  async (body) => {
    expect(await resultOf(createResponse(404, body))).toMatchObject({ outcome: 'missing' });
  },
);

test.each([
  ['HTML', '<h1>Not Found</h1>'],
  ['a JSON array', []],
  ['null', null],
  ['no body', undefined],
])('an item fails if a DELETE of the document gets a 404 with %s', async (_case, body) => {
  const { outcome, result } = await resultOf(createResponse(404, body));
  expect(outcome).toBe('failed');
  expect(result?.error?.message).toBe('404 Not Found: DELETE /members/{id}');
});

test('an item fails if a GET gets a 404 with a JSON object', async () => {
  const { outcome, result } = await resultOf(createResponse(404, NOT_FOUND), '/membres/{id}', 'GET');
  expect(outcome).toBe('failed');
  expect(result?.error?.message).toBe('404 Not Found: GET /membres/{id}: No such item');
});

test.each([
  ['is misspelt', '/membres/{id}', '/members/{id}'],
  ['has another name of a parameter', '/members/{member_id}', '/members/{id}'],
  ['contains an id', '/members/dev_7%2F8', '/members/{id}'],
  ['contains an id, and is misspelt', '/membrs/dev_7', '/members/{id}'],
  ['contains two ids', '/books/b_1/notes/12', '/books/{book_id}/notes/{id}'],
  ['ends with a slash', '/books/{book_id}/loans/', '/books/{book_id}/loans'],
  ['starts with the path of the base URL', '/api/v2/members/{id}', '/members/{id}'],
  ['has an empty segment', '/books//{book_id}/loans', '/books/{book_id}/loans'],
])(
  'an item fails after a 404, and the message names the closest path, if the path of its DELETE %s',
  async (_case, path, closest) => {
    const { outcome, result } = await resultOf(createResponse(404, NOT_FOUND), path);
    const message = `404 Not Found: DELETE ${path}: No such item; the OpenAPI document has no DELETE with this path; the closest is "${closest}"`;
    expect(outcome).toBe('failed');
    expect(result?.error).toMatchObject({ name: 'ApiError', status: 404, message, body: NOT_FOUND });
    // The console prints the stack, which contains the message.
    expect(inspect(result?.error).split('has no DELETE')).toHaveLength(2);
    expect(inspect(result?.error)).toContain(message);
  },
);

test('other errors of a DELETE that the document does not have keep their message', async () => {
  const { result } = await resultOf(createResponse(409, NOT_FOUND), '/membres/{id}');
  expect(result?.error?.message).toBe('409 Conflict: DELETE /membres/{id}: No such item');
});

test('a job with a misspelt path has no line in its journal, and its next run with the right path sends every item', async () => {
  const { journal, lines } = memoryJournal();
  const ids = ['a', 'b', 'c'];
  const run = async (path: string, fetch: (request: Request) => Promise<Response>) => {
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'access-token', fetch });
    const call = management.DELETE as unknown as Untyped;
    const job = bulk(ids, (id, options) => call(path, { params: { path: { id } }, ...options }), { journal });
    return (await readAll(job)).items.map(({ outcome }) => outcome);
  };
  expect(await run('/membres/{id}', async () => createResponse(404, NOT_FOUND))).toEqual(Array(3).fill('failed'));
  // The ids are also wrong in the next run, which uses another tenant.
  expect(await run(PATH, async () => createResponse(404, NOT_FOUND))).toEqual(Array(3).fill('missing'));
  expect(lines).toHaveLength(1);
  const sent: string[] = [];
  const remove = async ({ url }: Request) => {
    sent.push(url.slice(-1));
    return createResponse(204);
  };
  expect(await run(PATH, remove)).toEqual(Array(3).fill('done'));
  expect(sent.toSorted()).toEqual(ids);
});

test('an item fails after a 404, and the message names no other path, if the document has no DELETE', async () => {
  vi.spyOn(deletePaths, 'toSorted').mockReturnValue([]);
  const { result } = await resultOf(createResponse(404, NOT_FOUND), '/membres/{id}');
  expect(result?.error?.message).toMatch(/; the OpenAPI document has no DELETE with this path$/);
});
