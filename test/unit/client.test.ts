import { describe, expect, onTestFinished, test, vi } from 'vitest';
import * as publicNames from '../../src/index.ts';
import { clientCredentials, createManagementClient, NetworkError, type TokenSource, unwrap } from '../../src/index.ts';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.ts';
import { advanceUntilSettled, useFakeTime } from '../support/fake-time.ts';
import { CLIENT, createScriptedClient, ID, PROFILE, PROFILE_PATH, profileParams } from '../support/scripted-client.ts';
import { createResponse, scriptedFetch } from '../support/scripted-fetch.ts';

describe('a request of the client', () => {
  test.each([
    'http://127.0.0.1:4010',
    'http://127.0.0.1:4010/',
    'https://gateway.example.com/tenants/acme/api/v2',
    'https://gateway.example.com/tenants/acme/api/v2//',
  ])('is sent to the path of the operation below the baseUrl %s', async (baseUrl) => {
    const { fetch, sent } = scriptedFetch([createResponse(204)]);
    const management = createManagementClient({ baseUrl, auth: 't0ken', fetch });
    await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
    expect(sent[0]?.method).toBe('DELETE');
    expect(sent[0]?.url).toBe(`${baseUrl.replace(/\/+$/, '')}/guardian/enrollments/dev_1`);
  });

  test('contains the query parameters, the header parameters and the JSON body of the call', async () => {
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

  test('contains each item of a query array, and neither query parameters nor items that are undefined or null', async () => {
    const { call, sent } = createScriptedClient([createResponse(200, {})]);
    const query = { a: ['x y', 1, null, undefined, true], b: undefined, c: null, d: [], e: 5n, f: '', g: [null] };
    await call('GET', '/things', { params: { query } });
    expect(sent[0]?.url).toBe('https://acme.example.com/api/v2/things?a=x%20y&a=1&a=true&e=5&f=');
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

  test('is passed to fetch as a copy if it is a retry or has a body, so that a request that was sent never changes', async () => {
    useFakeTime();
    const { call, sent } = createScriptedClient([
      createResponse(503),
      createResponse(204),
      createResponse(429),
      createResponse(204),
    ]);
    await advanceUntilSettled(call('DELETE', '/token-exchange-profiles/{id}', profileParams));
    await advanceUntilSettled(call('POST', '/things', { body: { id: ID } }));
    expect(new Set(sent.map(({ request }) => request)).size).toBe(4);
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      ['DELETE', ''],
      ['DELETE', ''],
      ['POST', `{"id":"${ID}"}`],
      ['POST', `{"id":"${ID}"}`],
    ]);
  });
});

describe('the fetch option of the client', () => {
  test('defaults to the global fetch at the time of the call, for API requests and token requests', async () => {
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const auth = clientCredentials(CLIENT);
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
});

describe('createManagementClient', () => {
  test('returns a client with one method for each HTTP method and request(), and without use() for middleware', () => {
    const { management } = createScriptedClient([]);
    const methods = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT', 'request'];
    expect(Object.keys(management).sort()).toEqual(methods);
  });

  test('returns a client whose request() calls the operation of the method that is its first argument', async () => {
    const { management, sent } = createScriptedClient([createResponse(200, PROFILE), createResponse(204)]);
    const get = await management.request('GET', PROFILE_PATH, profileParams);
    const remove = await management.request('DELETE', PROFILE_PATH, profileParams);
    expect([get.data, remove.data]).toEqual([PROFILE, undefined]);
    const invalid = management.request('get' as 'GET', PROFILE_PATH, profileParams);
    await expect(invalid).rejects.toThrow(new TypeError('method must be in upper case'));
    expect(sent.map(({ method }) => method)).toEqual(['GET', 'DELETE']);
  });

  test('creates a client that modifies neither the options of createManagementClient nor the options of a call', async () => {
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
});

describe('the option fetch', () => {
  test('gets the operation of each request: token requests, retries, and the request with another token', async () => {
    const responses = [
      createResponse(200, { access_token: 'first' }),
      createResponse(429, {}, { 'Retry-After': '0' }),
      createResponse(401, {}),
      createResponse(200, { access_token: 'second' }),
      createResponse(204),
    ];
    const operations: unknown[] = [];
    const management = createManagementClient({
      tenantDomain: 'acme.example.com',
      auth: clientCredentials(CLIENT),
      fetch: async (_request, { operation }) => {
        operations.push(operation);
        return responses[operations.length - 1] as Response;
      },
    });
    await unwrap(management.DELETE(PROFILE_PATH, profileParams));
    const token = { kind: 'token', method: 'POST', path: '/oauth/token/', attempt: 1 };
    const call = { kind: 'call', method: 'DELETE', path: PROFILE_PATH };
    const second = { ...call, attempt: 2 };
    expect(operations).toEqual([token, { ...call, attempt: 1 }, second, token, second]);
  });

  test('gets a new request for each attempt, and can cancel its body and change its header fields', async () => {
    const fields: (string | null)[] = [];
    const management = createManagementClient({
      tenantDomain: 'acme.example.com',
      auth: 't0ken',
      fetch: async (request, { operation }) => {
        request.headers.append('X-Attempt', `${operation?.attempt}`);
        fields.push(request.headers.get('X-Attempt'));
        await request.body?.cancel();
        return createResponse(429, {}, { 'Retry-After': '0' });
      },
    });
    await management.DELETE(PROFILE_PATH, { ...profileParams, body: new Blob(['text']), retry: 1 } as never);
    expect(fields).toEqual(['1', '2']);
  });

  test('is by default the fetch of the platform, which gets no member from Object.prototype', async () => {
    const platform = vi.spyOn(globalThis, 'fetch').mockResolvedValue(createResponse(200, PROFILE));
    onTestFinished(() => platform.mockRestore());
    await createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken' }).GET(PROFILE_PATH, profileParams);
    const [init] = platform.mock.calls.map(([, init]) => init);
    expect(Object.keys(init ?? {})).toEqual(['method', 'headers', 'redirect', 'signal']);
    expect(Object.getPrototypeOf(init)).toBeNull();
  });
});

describe('a redirect', () => {
  test('that a browser hides results in an ApiError with status 0', async () => {
    // `Response.error()` is the only way to create a response with status 0.
    const { read } = createScriptedClient([Response.error()]);
    const error = await apiErrorOf(read());
    expect(error.status).toBe(0);
    expect(error.message).toBe('Redirect not followed: GET /token-exchange-profiles/{id}');
  });
});

describe('a rejection of fetch', () => {
  // Runtimes throw different errors. For example, workerd throws a plain Error.
  test.each([new TypeError('fetch failed'), new DOMException('reset', 'AbortError'), new Error('proxy down')])(
    'makes the call throw a NetworkError with the error of the platform as its cause (%s)',
    async (failed) => {
      const { read } = createScriptedClient([failed], { retry: 0 });
      const error = await rejectionOf(read());
      expect(error).toBeInstanceOf(NetworkError);
      expect(error).toMatchObject({ method: 'GET', path: PROFILE_PATH, attempts: 1, during: 'call', cause: failed });
    },
  );
});

describe('a fetch that does not accept the Request of the platform', () => {
  const invalidUrl = Object.assign(new TypeError('Invalid URL'), { code: 'ERR_INVALID_URL' });
  const invalidDispatcher = Object.assign(new Error('invalid method'), { code: 'UND_ERR_INVALID_ARG' });
  test.each<[string, Error, TokenSource]>([
    ['of node-fetch', invalidUrl, 't0ken'],
    ['of undici', new TypeError('Failed to parse URL', { cause: invalidUrl }), 't0ken'],
    ['with another dispatcher', new TypeError('fetch failed', { cause: invalidDispatcher }), 't0ken'],
    ['of undici, in a token request', new TypeError('', { cause: invalidUrl }), clientCredentials(CLIENT)],
  ])('makes the call throw a TypeError that names fetch, without a retry (%s)', async (_what, failed, auth) => {
    const { read, sent } = createScriptedClient([failed], { auth });
    const error = await rejectionOf(read());
    expect(error).toMatchObject({ name: 'TypeError', cause: failed });
    expect(error.message).toMatch(/^fetch must send a Request .* rejected with [A-Z_]+; use globalThis.fetch, not/);
    expect(sent).toHaveLength(1);
  });
});

describe('a fetch that does not resolve with a Response', () => {
  test.each([
    undefined,
    null,
    {},
    { status: 200, headers: new Headers() },
    { status: '200', headers: new Headers(), text: async () => '' },
  ])('makes the call throw the TypeError "fetch must resolve with a Response", without a retry (%o)', async (value) => {
    const { read, sent } = createScriptedClient([
      // Only plain JavaScript can return these values.
      () => value as unknown as Response,
    ]);
    const error = await rejectionOf(read());
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe('fetch must resolve with a Response');
    expect(sent).toHaveLength(1);
  });
});

describe('the package', () => {
  test('exports only the documented functions and error classes', () => {
    expect(Object.keys(publicNames).sort()).toEqual([
      'ApiError',
      'ManagementError',
      'NetworkError',
      'TimeoutError',
      'TokenError',
      'clientCredentials',
      'createManagementClient',
      'createManagementFetch',
      'privateKeyJwt',
      'sharedTokenCache',
      'unwrap',
    ]);
  });
});
