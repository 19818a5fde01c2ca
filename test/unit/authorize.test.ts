import { describe, expect, test, vi } from 'vitest';
import { createManagementClient, type TokenRequest, type TokenSource } from '../../src/index.js';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { createScriptedClient, ID, PROFILE, PROFILE_PATH, profileParams } from '../support/scripted-client.js';
import { createResponse, deferred, scriptedFetch } from '../support/scripted-fetch.js';

describe('the token source of a client', () => {
  test('receives the origin of the base URL, the fetch of the client and an abort signal', async () => {
    const { fetch } = scriptedFetch([createResponse(204)]);
    const auth = vi.fn((_request: TokenRequest) => 't0ken');
    const management = createManagementClient({ baseUrl: 'http://127.0.0.1:4010/tenant/api/v2', auth, fetch });
    await management.DELETE(PROFILE_PATH, profileParams);
    const request = auth.mock.lastCall?.[0];
    expect(request?.origin).toBe('http://127.0.0.1:4010');
    expect(request?.fetch).toBe(fetch);
    expect(request?.signal).toBeInstanceOf(AbortSignal);
    expect(request?.rejected).toBeUndefined();
  });

  test('receives the remaining time of the call in milliseconds as its timeout', async () => {
    useFakeTime();
    const auth = vi.fn(({ rejected }: TokenRequest) => (rejected === undefined ? 'first' : 'second'));
    const { read } = createScriptedClient(
      [createResponse(503, {}, { 'Retry-After': '4' }), createResponse(401), createResponse(200, PROFILE)],
      { auth },
    );
    await advanceUntilSettled(read({ timeout: 10_000 }));
    expect(auth.mock.calls.map(([{ timeout }]) => timeout)).toEqual([10_000, 6_000]);
  });

  test('is called for each call of the client', async () => {
    const auth = vi.fn(() => `token-${auth.mock.calls.length}`);
    const { read, sent } = createScriptedClient([createResponse(200, PROFILE), createResponse(200, PROFILE)], { auth });
    await read();
    await read();
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('makes the call reject with the error of the token source, without an API request', async () => {
    const denied = new Error('no token available');
    const { read } = createScriptedClient([], { auth: () => Promise.reject(denied) });
    await expect(read()).rejects.toBe(denied);
  });

  test.each([undefined, null, 0, '', false])(
    'that rejects with %j makes the call reject with a TypeError that names auth',
    async (reason) => {
      const { read } = createScriptedClient([], { auth: () => Promise.reject(reason) });
      const error = await rejectionOf(read());
      expect(error).toBeInstanceOf(TypeError);
      expect(error.message).toBe('auth must reject with an Error');
      expect(error.cause).toBe(reason);
    },
  );

  test('receives a timeout of at least 1 ms, so that no timer gets a negative delay', async () => {
    useFakeTime();
    const timeouts: number[] = [];
    const auth = ({ timeout = 0 }: TokenRequest) => {
      timeouts.push(timeout);
      return 't0ken';
    };
    const { read } = createScriptedClient([createResponse(200, PROFILE)], { auth });
    const now = performance.now();
    // The deadline is set at the first read of the clock. The clock moves between its check and the next read.
    vi.spyOn(performance, 'now')
      .mockReturnValueOnce(now)
      .mockReturnValueOnce(now)
      .mockReturnValueOnce(now + 5);
    await read({ timeout: 1 });
    expect(timeouts).toEqual([1]);
  });

  test('receives the same fetch from every client that has no fetch option', async () => {
    const fetches = new Set<unknown>();
    const create = () =>
      createManagementClient({
        tenantDomain: 'acme.example.com',
        auth: ({ fetch }) => {
          fetches.add(fetch);
          throw new Error('enough');
        },
      });
    for (const management of [create(), create()]) {
      await expect(management.GET(PROFILE_PATH, { params: { path: { id: ID } } })).rejects.toThrow('enough');
    }
    expect(fetches.size).toBe(1);
  });
});

describe('a 401 response', () => {
  const options = { auth: 't0ken' };

  test('is returned without a second request if auth is a string', async () => {
    const { read, sent } = createScriptedClient([createResponse(401, { message: 'Invalid token' })], options);
    const error = await apiErrorOf(read());
    expect(error.status).toBe(401);
    expect(error.body).toEqual({ message: 'Invalid token' });
    expect(sent).toHaveLength(1);
  });

  test('is followed by a request with a new token from the token source, even with retry: 0', async () => {
    const tokenRequests: TokenRequest[] = [];
    const auth = async (request: TokenRequest) => {
      tokenRequests.push(request);
      return `token-${tokenRequests.length}`;
    };
    const { read, sent } = createScriptedClient([createResponse(401), createResponse(200, PROFILE)], {
      auth,
      retry: 0,
    });
    expect((await read()).data).toEqual(PROFILE);
    expect(tokenRequests.map(({ rejected }) => rejected)).toEqual([undefined, 'token-1']);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer token-1', 'Bearer token-2']);
    // The first request must not change, because a logger may have kept it.
    expect(sent[0]?.request.headers.get('Authorization')).toBe('Bearer token-1');
  });

  test('is returned without a second request if the token source returns the rejected token again', async () => {
    const auth = vi.fn(() => 't0ken');
    const { read, sent } = createScriptedClient([createResponse(401, { message: 'Invalid token' })], { auth });
    const error = await apiErrorOf(read());
    expect(error.status).toBe(401);
    expect(error.body).toEqual({ message: 'Invalid token' });
    expect(auth).toHaveBeenCalledTimes(2);
    expect(sent).toHaveLength(1);
  });

  test('is returned after three requests if the API rejects three different tokens in a row', async () => {
    const auth = vi.fn((_request: TokenRequest) => `token-${auth.mock.calls.length}`);
    const { read, sent } = createScriptedClient(
      [createResponse(401), createResponse(401), createResponse(401, { message: 'not global' })],
      { auth },
    );
    const error = await apiErrorOf(read());
    expect(error.body).toEqual({ message: 'not global' });
    expect(error.attempts).toBe(1);
    expect(auth.mock.calls.map(([{ rejected }]) => rejected)).toEqual([undefined, 'token-1', 'token-2']);
    expect(sent).toHaveLength(3);
  });

  test('is returned after two requests if the token source returns the rejected second token again', async () => {
    const auth = vi.fn(({ rejected }: TokenRequest) => rejected ?? 'first');
    auth.mockReturnValueOnce('first').mockReturnValueOnce('second');
    const { read, sent } = createScriptedClient([createResponse(401), createResponse(401, { message: 'not global' })], {
      auth,
    });
    expect((await apiErrorOf(read())).body).toEqual({ message: 'not global' });
    expect(sent).toHaveLength(2);
  });

  test('is followed by a request with the body of the rejected request', async () => {
    const auth = vi.fn(() => `token-${auth.mock.calls.length}`);
    const { call, sent } = createScriptedClient([createResponse(401), createResponse(201, {})], { auth });
    await call('POST', '/things', { body: { name: 'thing' } });
    expect(sent.map(({ body }) => body)).toEqual(['{"name":"thing"}', '{"name":"thing"}']);
  });

  test('does not count in error.attempts if a request with a new token follows', async () => {
    useFakeTime();
    const auth = vi.fn(() => `token-${auth.mock.calls.length}`);
    const once = createScriptedClient([createResponse(401), createResponse(404)], { auth });
    const notFound = await apiErrorOf(once.read());
    expect(notFound.attempts).toBe(1);
    expect(notFound.message).toBe('404 Not Found: GET /token-exchange-profiles/{id}');

    const often = createScriptedClient(
      [createResponse(503), createResponse(401), createResponse(503), createResponse(503)],
      { auth },
    );
    const unavailable = await advanceUntilSettled(apiErrorOf(often.read()));
    expect(unavailable.attempts).toBe(3);
    expect(unavailable.status).toBe(503);
  });

  test('is not read if a request with a new token follows: its body is cancelled to free the connection', async () => {
    const unauthorized = createResponse(401, {});
    const auth = vi.fn(() => `token-${auth.mock.calls.length}`);
    const cancel = vi.spyOn(unauthorized.body ?? new ReadableStream(), 'cancel');
    const { read } = createScriptedClient([unauthorized, createResponse(200, PROFILE)], { auth });
    await read();
    expect(cancel).toHaveBeenCalledTimes(1);
  });

  test('makes the call throw the error of the token source if the source fails', async () => {
    const denied = new Error('no token available');
    const auth = ({ rejected }: TokenRequest) => (rejected === undefined ? 't0ken' : Promise.reject(denied));
    const { read } = createScriptedClient([createResponse(401)], { auth });
    await expect(read()).rejects.toBe(denied);
  });

  test('makes the call throw a NetworkError if the next request fails', async () => {
    const auth = ({ rejected }: TokenRequest) => (rejected === undefined ? 'old' : 'new');
    const failed = new TypeError('fetch failed');
    const { read } = createScriptedClient([createResponse(401), failed], { auth, retry: 0 });
    expect(await rejectionOf(read())).toMatchObject({ name: 'NetworkError', cause: failed });
  });

  test('that arrives after the call was aborted does not cause a token request', async () => {
    const late = deferred<Response>();
    const auth = vi.fn(() => 'first');
    const { remove } = createScriptedClient([() => late.promise], { auth });
    const controller = new AbortController();
    const call = remove({ signal: controller.signal });
    await runPendingTasks();
    controller.abort();
    expect(await rejectionOf(call)).toMatchObject({ name: 'AbortError' });
    late.resolve(createResponse(401));
    await runPendingTasks();
    expect(auth).toHaveBeenCalledOnce();
  });
});

describe('the body of a 401 response', () => {
  /** Creates a 401 response, and a mock function that is called when its body is cancelled. */
  function unauthorized() {
    const cancel = vi.fn();
    return { cancel, response: new Response(new ReadableStream({ cancel }), { status: 401 }) };
  }

  test('is cancelled if the token source throws', async () => {
    const { cancel, response } = unauthorized();
    const failure = new Error('no other token');
    const auth: TokenSource = ({ rejected }) => {
      if (rejected !== undefined) throw failure;
      return 'first';
    };
    const { remove } = createScriptedClient([response], { auth });
    await expect(remove()).rejects.toBe(failure);
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('is cancelled if the request is sent again with another token', async () => {
    const { cancel, response } = unauthorized();
    const { remove } = createScriptedClient([response, createResponse(204)], {
      auth: ({ rejected }) => (rejected === undefined ? 'first' : 'second'),
    });
    await remove();
    expect(cancel).toHaveBeenCalledOnce();
  });

  test('is read if the token source returns no other token', async () => {
    const { cancel, response } = unauthorized();
    const { remove } = createScriptedClient([response], { auth: () => 'first' });
    const controller = new AbortController();
    const call = rejectionOf(remove({ signal: controller.signal }));
    await runPendingTasks();
    controller.abort();
    await call;
    expect(cancel).not.toHaveBeenCalled();
  });
});
