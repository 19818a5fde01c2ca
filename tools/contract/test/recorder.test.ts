// Tests the recorder of a contract run, and that the report of the run contains no values of requests and responses.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { describe, expect, test } from 'vitest';
import { listen } from '../../../test/support/loopback.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { reportFile, writeReport } from '../src/contract-report.ts';
import { createRecorder } from '../src/recorder.ts';

const content = { 'application/json': { schema: { type: 'object', properties: { id: { maxLength: 3 } } } } };
const inPath = (name: string) => ({ name, in: 'path' as const, required: true });
const DOCUMENT: OpenApiDocument = {
  info: { title: 'Users', version: '1' },
  paths: {
    '/users/{id}': {
      parameters: [inPath('id')],
      get: { operationId: 'readUser', responses: { 200: { description: 'A user.', content } } },
      delete: { operationId: 'deleteUser' },
    },
    '/users/me': { get: { operationId: 'readMe' } },
    '/users/{id}/files/{name}.json': { parameters: [inPath('id'), inPath('name')], get: { operationId: 'readFile' } },
    '/a.b(c)': { get: { operationId: 'readSpecial' } },
  },
};
const SECRET = 's3cret';

/** Starts a server with a token endpoint, which issues tokens if `issues` is true, and an API below `/api`. */
async function startTenant(issues = true): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const isToken = request.url === '/oauth/token';
    response.writeHead(isToken && !issues ? 400 : 200, {
      'Content-Type': 'application/json',
      'X-Echo': SECRET,
      Deprecation: SECRET,
    });
    response.end(JSON.stringify(isToken ? {} : { id: SECRET, note: SECRET }));
  });
  return listen(server);
}

/** Sends a token request and then requests to the API; returns the recorder. */
async function record(origin: string, ...requests: [path: string, init?: RequestInit][]) {
  const recorder = createRecorder(DOCUMENT, `${origin}/api`);
  const { signal } = new AbortController();
  const send = recorder.createFetch();
  await send(new Request(`${origin}/oauth/token`, { method: 'POST' }), { signal });
  for (const [path, init] of requests) await send(new Request(`${origin}/api${path}`, init), { signal });
  return recorder;
}

describe('createRecorder()', () => {
  test.each<[method: string, path: string, id: string, requestLine: string]>([
    ['GET', '/users/u1', 'readUser', 'GET /users/u1'],
    ['DELETE', '/users/u1', 'deleteUser', 'DELETE /users/u1'],
    ['GET', '/users/u%2F1?fields=name&x=/users/me', 'readUser', 'GET /users/u%2F1'],
    ['GET', '/users/me', 'readMe', 'GET /users/me'],
    ['GET', '/users/u1/files/f.json', 'readFile', 'GET /users/u1/files/f.json'],
    ['GET', '/users/u1/files/fxjson', 'none', 'GET /users/u1/files/fxjson'],
    ['GET', '/a.b(c)', 'readSpecial', 'GET /a.b(c)'],
    ['GET', '/axb(c)', 'none', 'GET /axb(c)'],
    ['POST', '/users/u1', 'none', 'POST /users/u1'],
    ['GET', '/users/', 'none', 'GET /users/'],
    ['GET', '/v1/users/u1', 'none', 'GET /v1/users/u1'],
  ])('records the call %s %s, whose operation is: %s', async (method, path, id, requestLine) => {
    const { calls } = await record(await startTenant(), [path, { method }]);
    expect(calls.map(({ operation }) => operation?.id ?? 'none')).toEqual([id]);
    expect(calls[0]?.requestLine).toBe(requestLine);
  });

  test('records the request, the response and the source of the token, and no token request', async () => {
    const init = { method: 'POST', headers: { 'X-Sent': '1' }, body: 'sent' };
    const { calls } = await record(await startTenant(), ['/users?page=2', init]);
    expect(calls).toMatchObject([
      { query: 'page=2', sentText: 'sent', status: 200, tokenSource: 'token endpoint', error: undefined },
    ]);
    expect(calls[0]?.sentHeaders).toContain('x-sent');
    expect(calls[0]?.headers['x-echo']).toBe(SECRET);
    expect(JSON.parse(calls[0]?.text ?? '')).toMatchObject({ id: SECRET });
  });

  test('records "caller" as the token source after a failed token request', async () => {
    const { calls } = await record(await startTenant(false), ['/users/u1']);
    expect(calls).toMatchObject([{ tokenSource: 'caller', query: '', sentText: '' }]);
  });

  test('records the network error of a call that gets no response, and the call rejects', async () => {
    const origin = await listen(createServer(({ socket }) => void socket.destroy()));
    const recorder = createRecorder(DOCUMENT, origin);
    const request = new Request(`${origin}/users/u1`);
    await expect(recorder.createFetch()(request, { signal: new AbortController().signal })).rejects.toThrow(TypeError);
    expect(recorder.calls).toMatchObject([{ status: 0, error: 'other side closed', text: '' }]);
  });
});

test('writeReport() writes the names of fields and header fields, and no values', async () => {
  const init = { headers: { Authorization: `Bearer ${SECRET}` } };
  const { calls } = await record(await startTenant(), [`/users/${SECRET}?q=${SECRET}`, init], ['/users/me', init]);
  const file = reportFile('live', join(temporaryFolder(), 'new'));
  await writeReport(file, DOCUMENT, calls);
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({
    comparison: {
      commonHeaders: ['x-echo'],
      differences: expect.arrayContaining([
        expect.objectContaining({ operation: '`GET /users/{id}`', kind: 'undocumented fields', detail: '`note`' }),
        expect.objectContaining({ kind: 'undocumented deprecation', detail: '`deprecation`' }),
        expect.objectContaining({ kind: 'schema violation', detail: '`/id` violates `maxLength`' }),
      ]),
    },
    coverage: expect.arrayContaining([
      expect.objectContaining({ kind: 'operations', total: listOperations(DOCUMENT).length }),
    ]),
  });
  expect(text).not.toContain(SECRET);
});
