import { describe, expect, test, vi } from 'vitest';
import { ApiError, createManagementClient } from '../../src/index.ts';
import { scriptedServer, skipBackoff, untypedCall } from '../faults/cases/run-case.ts';
import { head, json, type Responder, raw, rawThenReset, respond } from '../faults/scripted-server.ts';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.ts';
import { runPendingTasks, useFakeTime } from '../support/fake-time.ts';

vi.mock('#generated/content-exceptions.js', () => ({
  contentExceptions: { 'GET /export': 'other', 'POST /export': 'other', 'GET /report': 'mixed' },
}));

const TIMEOUT = 5_000;
const csv = (status: number) => respond(status, 'id,name\r\n1,a\r\n', { 'Content-Type': 'text/csv' });
/** Sends the first event of a stream that does not end. */
const firstEvent = raw(
  head(200, { 'Content-Type': 'text/event-stream', 'Transfer-Encoding': 'chunked' }),
  'a\r\ndata: one\n\r\n',
);

/** Calls an operation on a server that sends the given responses. */
async function callWith(
  operation: string,
  api: readonly Responder[],
  options: { signal?: AbortSignal; attemptTimeout?: number } = {},
) {
  const { origin, apiRequests } = await scriptedServer({ api });
  const management = createManagementClient({ baseUrl: origin, auth: 't0ken', timeout: TIMEOUT });
  const [method = '', path = ''] = operation.split(' ');
  return { call: untypedCall(management, method)(path, options), apiRequests };
}

/** Asserts that a call returns its response as `data`, with an unread body. Returns this response. */
async function unreadOf(call: Promise<{ data?: unknown; error?: unknown; response: Response }>): Promise<Response> {
  const { data, error, response } = await call;
  expect(error).toBeUndefined();
  expect(data).toBe(response);
  expect(response.bodyUsed).toBe(false);
  return response;
}

describe('a 2xx response of an operation whose documented content is not JSON', () => {
  test.each([
    ['CSV', 200, csv(200), 'id,name\r\n1,a\r\n'],
    ['CSV and status 201', 201, csv(201), 'id,name\r\n1,a\r\n'],
    ['JSON', 200, json(200, { id: 1 }), '{"id":1}'],
    ['no content type', 200, respond(200, 'text'), 'text'],
    ['an empty body', 200, respond(200, '', { 'Content-Type': 'text/csv' }), ''],
  ])('is returned as data with an unread body (%s)', async (_what, status, responder, text) => {
    const { call } = await callWith('GET /export', [responder]);
    const response = await unreadOf(call);
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(text);
  });

  test('is a success without data if its status is 204', async () => {
    const { call } = await callWith('POST /export', [raw(head(204))]);
    expect(await call).toEqual({ data: undefined, response: expect.any(Response) });
  });

  test('is returned as data with an unread body after a retry', async () => {
    const settle = skipBackoff();
    const { call, apiRequests } = await callWith('GET /export', [json(503, {}), csv(200)]);
    expect(await (await settle(unreadOf(call))).text()).toContain('id,name');
    expect(apiRequests).toHaveLength(2);
  });

  test('is returned unread, but a 404 of the same operation results in an ApiError with the parsed body', async () => {
    const { call } = await callWith('GET /export', [json(404, { message: 'no such export' })]);
    const error = await apiErrorOf(call);
    expect(error).toBeInstanceOf(ApiError);
    expect(error.body).toEqual({ message: 'no such export' });
    expect(error.message).toBe('404 Not Found: GET /export: no such export');
  });
});

describe('a 2xx response of an operation whose documented content is JSON or another media type', () => {
  test.each(['text/csv', 'application/json-seq', 'application/x-ndjson'])(
    'is returned as data with an unread body if its content type is %s',
    async (type) => {
      const { call } = await callWith('GET /report', [respond(200, 'text', { 'Content-Type': type })]);
      expect(await (await unreadOf(call)).text()).toBe('text');
    },
  );

  test('to GET with status 200 results in an ApiError if the body and the content type are missing', async () => {
    const { call } = await callWith('GET /report', [respond(200)]);
    expect((await apiErrorOf(call)).message).toBe('200 OK: GET /report: the body is empty');
  });
});

describe('the body of an unread response', () => {
  test('is not limited by the timeout, which applies only until the header fields arrive', async () => {
    useFakeTime();
    const { call } = await callWith('GET /export', [firstEvent]);
    const { body } = await unreadOf(call);
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(2 * TIMEOUT);
    const { value } = (await body?.getReader().read()) ?? {};
    expect(new TextDecoder().decode(value)).toBe('data: one\n');
  });

  test.each([
    ['GET /export', {}],
    ['GET /report', {}],
    ['GET /export', { attemptTimeout: TIMEOUT }],
  ])('fails with the abort reason if the caller aborts the call (%s, %j)', async (operation, options) => {
    const controller = new AbortController();
    const { call } = await callWith(operation, [firstEvent], { signal: controller.signal, ...options });
    const reader = (await unreadOf(call)).body?.getReader();
    await reader?.read();
    const next = rejectionOf(reader?.read() ?? Promise.resolve());
    const reason = new Error('enough');
    controller.abort(reason);
    expect(await next).toBe(reason);
  });

  test('fails with a TypeError if the connection breaks', async () => {
    const { call } = await callWith('GET /export', [
      rawThenReset(head(200, { 'Content-Type': 'text/csv', 'Content-Length': '100' }), 'id,'),
    ]);
    expect(await rejectionOf((await unreadOf(call)).text())).toBeInstanceOf(TypeError);
  });
});

describe('a call of an operation whose documented content is not JSON', () => {
  test('rejects with a TimeoutError if the response header fields do not arrive before the timeout', async () => {
    useFakeTime();
    const { call, apiRequests } = await callWith('GET /export', [raw('HTTP/1.1 200 OK\r\nContent-')]);
    const failure = rejectionOf(call);
    while (apiRequests.length === 0) await runPendingTasks();
    vi.advanceTimersByTime(TIMEOUT);
    expect((await failure).name).toBe('TimeoutError');
  });
});
