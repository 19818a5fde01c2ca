import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  ApiError,
  clientCredentials,
  createManagementClient,
  NetworkError,
  type TokenRequest,
  type TokenSource,
  unwrap,
} from '../../src/index.js';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, runPendingTasks, useFakeTime } from '../support/fake-time.js';
import { createScriptedClient, ID, PROFILE, PROFILE_PATH, profileParams } from '../support/scripted-client.js';
import { createResponse, cutOffResponse, deferred, scriptedFetch } from '../support/scripted-fetch.js';

describe('a request of the client', () => {
  test('goes to the URL of the operation below the base URL of the tenant, with the access token', async () => {
    const { read, sent } = createScriptedClient([createResponse(200, PROFILE)]);
    await read();
    expect(sent[0]?.method).toBe('GET');
    expect(sent[0]?.url).toBe(`https://acme.example.com/api/v2/token-exchange-profiles/${ID}`);
    expect(sent[0]?.headers.get('Authorization')).toBe('Bearer t0ken');
  });

  test.each([
    'http://127.0.0.1:4010',
    'http://127.0.0.1:4010/',
    'https://gateway.example.com/tenants/acme/api/v2',
    'https://gateway.example.com/tenants/acme/api/v2//',
  ])('goes to the path of the operation below the baseUrl %s', async (baseUrl) => {
    const { fetch, sent } = scriptedFetch([createResponse(204)]);
    const management = createManagementClient({ baseUrl, auth: 't0ken', fetch });
    await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
    expect(sent[0]?.method).toBe('DELETE');
    expect(sent[0]?.url).toBe(`${baseUrl.replace(/\/+$/, '')}/guardian/enrollments/dev_1`);
  });

  test.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'POST', 'PATCH'])('can have the method %s', async (method) => {
    const { call, sent } = createScriptedClient([createResponse(204)]);
    await call(method, '/things');
    expect(sent[0]?.method).toBe(method);
  });

  test('carries the query parameters, the header parameters and the JSON body of the call', async () => {
    const { call, sent } = createScriptedClient([createResponse(201, { id: '1' })]);
    const { data } = await call('POST', '/things', {
      params: { query: { page: 2 }, header: { 'X-Dry-Run': 'yes' } },
      body: { name: 'thing' },
    });
    expect(sent[0]?.url).toBe('https://acme.example.com/api/v2/things?page=2');
    expect(sent[0]?.headers.get('X-Dry-Run')).toBe('yes');
    expect(sent[0]?.headers.get('Content-Type')).toBe('application/json');
    expect(sent[0]?.body).toBe('{"name":"thing"}');
    expect(data).toEqual({ id: '1' });
  });

  test('carries the headers option of the client, which the headers option of the call overrides', async () => {
    const { read, sent } = createScriptedClient([createResponse(200, PROFILE)], {
      headers: { 'X-Team': 'blue', 'X-Trace': 'client' },
    });
    await read({ headers: { 'x-trace': 'call' } });
    expect(sent[0]?.headers.get('X-Team')).toBe('blue');
    expect(sent[0]?.headers.get('X-Trace')).toBe('call');
  });

  test('does not carry the abort signal, which the client passes to fetch separately', async () => {
    const controller = new AbortController();
    const { read, sent } = createScriptedClient([
      () => {
        controller.abort(new Error('enough'));
        throw new TypeError('fetch failed');
      },
    ]);
    await rejectionOf(read({ signal: controller.signal }));
    expect(sent[0]?.signal.aborted).toBe(true);
    expect(sent[0]?.request.signal.aborted).toBe(false);
  });

  test('is not sent if the path leads outside the base URL: the call throws a TypeError', async () => {
    const { fetch, sent } = scriptedFetch([]);
    const auth = vi.fn(() => 't0ken');
    const management = createManagementClient({ baseUrl: 'https://api.example.com', auth, fetch });
    // Only plain JavaScript can call a path that the document does not have.
    await expect(management.GET('.evil.example/x' as typeof PROFILE_PATH, profileParams)).rejects.toThrow(TypeError);
    await expect(management.GET('@evil.example/x' as typeof PROFILE_PATH, profileParams)).rejects.toThrow(TypeError);
    const { call } = createScriptedClient([], { auth });
    await expect(call('GET', '/../admin')).rejects.toThrow(TypeError);
    await expect(call('GET', '-old/things')).rejects.toThrow(TypeError);
    expect(auth).not.toHaveBeenCalled();
    expect(sent).toEqual([]);
  });
});

describe('the fetch option of the client', () => {
  test('defaults to the global fetch at the time of the call, for token requests too', async () => {
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth });
    const { fetch, sent } = scriptedFetch([
      createResponse(200, { access_token: 'fresh' }),
      createResponse(200, PROFILE),
    ]);
    vi.stubGlobal('fetch', fetch);
    expect(await unwrap(management.GET(PROFILE_PATH, profileParams))).toEqual(PROFILE);
    expect(sent.map(({ url }) => url)).toEqual([
      'https://acme.example.com/oauth/token/',
      `https://acme.example.com/api/v2/token-exchange-profiles/${ID}`,
    ]);
  });

  test('is called for every attempt and for every token request', async () => {
    useFakeTime();
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const { read, sent } = createScriptedClient(
      [
        createResponse(503),
        createResponse(200, { access_token: 'fresh' }),
        createResponse(503),
        createResponse(200, PROFILE),
      ],
      { auth },
    );
    expect((await advanceUntilSettled(read())).data).toEqual(PROFILE);
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET', 'GET']);
  });

  test('can return a modified response, whose body becomes the data', async () => {
    const { read } = createScriptedClient([() => createResponse(200, { ...PROFILE, name: 'modified' })]);
    expect((await read()).data?.name).toBe('modified');
  });
});

describe('createManagementClient', () => {
  test('returns one method for each HTTP method, and no use() for middleware', () => {
    const { management } = createScriptedClient([]);
    expect(Object.keys(management).sort()).toEqual(['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'].sort());
  });

  test('does not change its options, and a call does not change its options', async () => {
    const { fetch } = scriptedFetch([createResponse(200, PROFILE)]);
    const headers = Object.freeze({ 'X-Team': 'blue' });
    const options = Object.freeze({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, headers });
    const init = Object.freeze({
      params: Object.freeze({ path: Object.freeze({ id: ID }) }),
      headers: Object.freeze({ 'X-Trace': '1' }),
    });
    const { data } = await createManagementClient(options).GET(PROFILE_PATH, init);
    expect(data).toEqual(PROFILE);
  });

  test('creates clients that share no token and no header fields', async () => {
    const first = createScriptedClient([createResponse(200, PROFILE)], {
      auth: 'first',
      headers: { 'X-Team': 'blue' },
    });
    const second = createScriptedClient([createResponse(200, PROFILE)], { auth: 'second' });
    await Promise.all([first.read(), second.read()]);
    expect(first.sent[0]?.headers.get('Authorization')).toBe('Bearer first');
    expect(second.sent[0]?.headers.get('Authorization')).toBe('Bearer second');
    expect(second.sent[0]?.headers.get('X-Team')).toBeNull();
  });
});

describe('a 2xx response', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/vnd.acme.v2+json',
  ])('with a JSON body of content type %s is parsed', async (type) => {
    const { read } = createScriptedClient([createResponse(200, JSON.stringify(PROFILE), { 'Content-Type': type })]);
    const { data, error, response } = await read();
    expect(data).toEqual(PROFILE);
    expect(error).toBeUndefined();
    expect(response.status).toBe(200);
  });

  test('with a JSON body and no content type is parsed', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify(PROFILE));
    const { read } = createScriptedClient([new Response(bytes)]);
    expect((await read()).data).toEqual(PROFILE);
  });

  test('with a JSON body and a Content-Length is parsed', async () => {
    const { read } = createScriptedClient([
      createResponse(200, PROFILE, { 'Content-Length': String(JSON.stringify(PROFILE).length) }),
    ]);
    expect((await read()).data).toEqual(PROFILE);
  });

  test('whose JSON body is null has null as data and no error', async () => {
    const { read } = createScriptedClient([createResponse(200, null)]);
    const result = await read();
    expect(result.data).toBeNull();
    expect(result.error).toBeUndefined();
  });

  test('of a content type other than JSON is an error whose body is the text', async () => {
    const { read } = createScriptedClient([createResponse(200, '{"id":"1"}', { 'Content-Type': 'text/html' })]);
    const error = await apiErrorOf(read());
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(200);
    expect(error.body).toBe('{"id":"1"}');
    expect(error.message).toContain('200 OK: GET /token-exchange-profiles/{id}');
    expect(error.cause).toBeUndefined();
  });

  test('with malformed JSON is an error whose body is the text, without the syntax error as its cause', async () => {
    const { remove } = createScriptedClient([
      createResponse(200, '<p>deleted</p>', { 'Content-Type': 'application/json' }),
    ]);
    const error = await apiErrorOf(remove());
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(200);
    expect(error.body).toBe('<p>deleted</p>');
    // A syntax error would quote the body, and loggers print the message of each cause.
    expect(error.cause).toBeUndefined();
  });

  test.each([{}, { 'Content-Length': '0' }, { 'Content-Type': 'application/json' }])(
    'of a GET with status 200 and an empty body is an error (header fields %o)',
    async (headers) => {
      const { read } = createScriptedClient([createResponse(200, undefined, headers)]);
      const error = await apiErrorOf(read());
      expect(error).toBeInstanceOf(ApiError);
      expect(error.status).toBe(200);
      expect(error.body).toBeUndefined();
      expect(error.message).toBe('200 OK: GET /token-exchange-profiles/{id}: the body is empty');
      expect(error.cause).toBeUndefined();
    },
  );

  test.each([
    [204, {}],
    [204, { 'Content-Type': 'application/json' }],
    [200, {}],
    [200, { 'Content-Length': '0', 'Content-Type': 'application/json' }],
    [202, { 'Content-Type': 'text/html' }],
  ])(
    'of a DELETE with status %i and an empty body is a success without data (header fields %o)',
    async (status, headers) => {
      const { remove } = createScriptedClient([createResponse(status, undefined, headers)]);
      const { data, error, response } = await remove();
      expect(data).toBeUndefined();
      expect(error).toBeUndefined();
      expect(response.status).toBe(status);
    },
  );

  test('of a DELETE with a JSON body has the parsed body as data', async () => {
    const { remove } = createScriptedClient([createResponse(200, { deleted: true })]);
    expect((await remove()).data).toEqual({ deleted: true });
  });

  test('whose body is cut off throws a NetworkError', async () => {
    const terminated = new TypeError('terminated');
    const { read } = createScriptedClient([cutOffResponse(200, terminated)]);
    const error = await rejectionOf(read());
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ method: 'GET', path: PROFILE_PATH, attempts: 1, during: 'call', cause: terminated });
  });

  test('whose body is cut off after a retry throws a NetworkError with the number of attempts', async () => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(503), cutOffResponse(200, new TypeError('terminated'))]);
    expect(await advanceUntilSettled(rejectionOf(read()))).toMatchObject({ name: 'NetworkError', attempts: 2 });
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

  test('is followed by a request with a new token of the token source, also with retry: 0', async () => {
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
    // The first request does not change: a logger may have kept it.
    expect(sent[0]?.request.headers.get('Authorization')).toBe('Bearer token-1');
  });

  test('is returned without a second request if the token source returns the refused token', async () => {
    const auth = vi.fn(() => 't0ken');
    const { read, sent } = createScriptedClient([createResponse(401, { message: 'Invalid token' })], { auth });
    const error = await apiErrorOf(read());
    expect(error.status).toBe(401);
    expect(error.body).toEqual({ message: 'Invalid token' });
    expect(auth).toHaveBeenCalledTimes(2);
    expect(sent).toHaveLength(1);
  });

  test('is returned after the API has refused two new tokens too', async () => {
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

  test('to a request with a new token is returned if the token source returns that token again', async () => {
    const auth = vi.fn(({ rejected }: TokenRequest) => rejected ?? 'first');
    auth.mockReturnValueOnce('first').mockReturnValueOnce('second');
    const { read, sent } = createScriptedClient([createResponse(401), createResponse(401, { message: 'not global' })], {
      auth,
    });
    expect((await apiErrorOf(read())).body).toEqual({ message: 'not global' });
    expect(sent).toHaveLength(2);
  });

  test('is followed by a request with the same body', async () => {
    const auth = vi.fn(() => `token-${auth.mock.calls.length}`);
    const { call, sent } = createScriptedClient([createResponse(401), createResponse(201, {})], { auth });
    await call('POST', '/things', { body: { name: 'thing' } });
    expect(sent.map(({ body }) => body)).toEqual(['{"name":"thing"}', '{"name":"thing"}']);
  });

  test('that is followed by a request with a new token does not count in attempts', async () => {
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

  test('has its body cancelled before the next request, so that its connection is free', async () => {
    const refused = createResponse(401, {});
    const auth = vi.fn(() => `token-${auth.mock.calls.length}`);
    const cancel = vi.spyOn(refused.body ?? new ReadableStream(), 'cancel');
    const { read } = createScriptedClient([refused, createResponse(200, PROFILE)], { auth });
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

  test('is cancelled if another token is tried', async () => {
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

test('a 401 response that arrives after the call was aborted does not cause a token request', async () => {
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

  test('receives the milliseconds that the call has left as its timeout', async () => {
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

  test('that rejects makes the call reject with the same error, and no request is sent', async () => {
    const denied = new Error('no token available');
    const { read } = createScriptedClient([], { auth: () => Promise.reject(denied) });
    await expect(read()).rejects.toBe(denied);
  });
});

describe('a redirect', () => {
  test('is not followed: the result is an ApiError with the status of the redirect', async () => {
    const { read, sent } = createScriptedClient([
      createResponse(302, undefined, { Location: 'https://elsewhere.example/' }),
    ]);
    const error = await apiErrorOf(read());
    expect(error).toBeInstanceOf(ApiError);
    expect(error.status).toBe(302);
    expect(error.headers.get('Location')).toBe('https://elsewhere.example/');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.request.redirect).toBe('manual');
  });

  test('that a browser hides is an ApiError with status 0', async () => {
    // `Response.error()` is the only way to create a response with status 0.
    const { read } = createScriptedClient([Response.error()]);
    const error = await apiErrorOf(read());
    expect(error.status).toBe(0);
    expect(error.message).toBe('Redirect not followed: GET /token-exchange-profiles/{id}');
  });
});

describe('a rejection of fetch', () => {
  // Runtimes differ in what they throw: workerd throws a plain Error.
  test.each([new TypeError('fetch failed'), new DOMException('reset', 'AbortError'), new Error('proxy down')])(
    'throws a NetworkError with the error of the platform as its cause (%s)',
    async (failed) => {
      const { read } = createScriptedClient([failed], { retry: 0 });
      const error = await rejectionOf(read());
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({ method: 'GET', path: PROFILE_PATH, attempts: 1, during: 'call', cause: failed });
    },
  );

  test('with undefined throws a NetworkError too', async () => {
    const { read } = createScriptedClient([() => Promise.reject(undefined)], { retry: 0 });
    expect(await rejectionOf(read())).toMatchObject({ name: 'NetworkError', cause: undefined });
  });

  test('during a token request throws a NetworkError that names the call and the token request', async () => {
    useFakeTime();
    const failed = new TypeError('fetch failed');
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const { read } = createScriptedClient([failed, failed, failed], { auth });
    const error = await advanceUntilSettled(rejectionOf(read()));
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ method: 'GET', path: PROFILE_PATH, attempts: 3, during: 'token', cause: failed });
  });
});

describe('a fetch that does not resolve with a Response', () => {
  test.each([
    undefined,
    null,
    'text',
    {},
    { status: 200 },
    { status: 200, headers: new Headers() },
    { status: '200', headers: new Headers(), text: async () => '' },
  ])('throws the TypeError "fetch must resolve with a Response", without a retry (%o)', async (value) => {
    const { read, sent } = createScriptedClient([
      // Only plain JavaScript can return these values.
      () => value as unknown as Response,
    ]);
    const error = await rejectionOf(read());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe('fetch must resolve with a Response');
    expect(sent).toHaveLength(1);
  });

  test('throws the same TypeError for a token request', async () => {
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const { read } = createScriptedClient([() => undefined as unknown as Response], { auth });
    expect((await rejectionOf(read())).message).toBe('fetch must resolve with a Response');
  });
});

describe('the stack of an error', () => {
  test('contains the function that called the client', async () => {
    const { read } = createScriptedClient([createResponse(404)]);
    async function showProfilePage() {
      const { error } = await read();
      return error;
    }
    expect((await showProfilePage())?.stack).toContain('showProfilePage');
  });

  test('contains the function that called unwrap', async () => {
    const { read } = createScriptedClient([createResponse(404)]);
    async function showProfilePage() {
      return await unwrap(read());
    }
    expect((await rejectionOf(showProfilePage())).stack).toContain('showProfilePage');
  });

  test('contains the function that passed an invalid option', async () => {
    const { call } = createScriptedClient([]);
    async function showProfilePage() {
      return await call('GET', '/things', { timeout: -1 });
    }
    expect((await rejectionOf(showProfilePage())).stack).toContain('showProfilePage');
  });
});
