import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiError, clientCredentials, NetworkError, TokenError } from '../../src/index.js';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.js';
import { advanceUntilSettled, useFakeTime } from '../support/fake-time.js';
import { CLIENT, createScriptedClient, ID } from '../support/scripted-client.js';
import {
  createResponse,
  cutOffResponse,
  endlessResponse,
  type ScriptedResponse,
  scriptedFetch,
} from '../support/scripted-fetch.js';

const PATH = '/token-exchange-profiles/{id}';

const TOKEN_CALL = { method: 'GET', path: PATH, attempts: 1 };

describe('ApiError', () => {
  test('has the status, the call, the body and the header fields of the response', async () => {
    const body = {
      statusCode: 404,
      error: 'Not Found',
      message: 'The profile does not exist',
      errorCode: 'inexistent',
    };
    const { read } = createScriptedClient([createResponse(404, body, { 'X-Request-Id': 'r-1' })]);
    const { data, error, response } = await read();
    expect(data).toBeUndefined();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(Error);
    expect(error?.name).toBe('ApiError');
    expect(error?.status).toBe(404);
    expect(error?.method).toBe('GET');
    expect(error?.path).toBe(PATH);
    expect(error?.body).toEqual(body);
    expect(error?.headers.get('X-Request-Id')).toBe('r-1');
    expect(error?.rateLimit).toBeUndefined();
    expect(error?.attempts).toBe(1);
    expect(error?.response).toBe(response);
    expect(error?.cause).toBeUndefined();
  });

  test.each([400, 401, 403, 404, 429, 500, 502, 503])(
    'is the error of a %i response, with or without a body',
    async (status) => {
      const withBody = createScriptedClient([createResponse(status, { message: 'no' })], { retry: 0 });
      const withoutBody = createScriptedClient([createResponse(status)], { retry: 0 });
      expect((await apiErrorOf(withBody.remove())).status).toBe(status);
      expect((await apiErrorOf(withoutBody.remove())).status).toBe(status);
    },
  );

  test.each([{}, { 'Content-Length': '0' }, { 'Content-Type': 'application/json' }])(
    'has no body if the response is empty (%o)',
    async (headers) => {
      const { remove } = createScriptedClient([createResponse(404, undefined, headers)]);
      expect((await apiErrorOf(remove())).body).toBeUndefined();
    },
  );

  test('has no body for a HEAD request', async () => {
    const { call } = createScriptedClient([createResponse(404)]);
    const error = await apiErrorOf(call('HEAD', '/things'));
    expect(error.status).toBe(404);
    expect(error.method).toBe('HEAD');
    expect(error.body).toBeUndefined();
  });

  test('has the text of the response as its body if the response is not JSON', async () => {
    const { read } = createScriptedClient([createResponse(502, '<h1>Bad Gateway</h1>')], { retry: 0 });
    const error = await apiErrorOf(read());
    expect(error.body).toBe('<h1>Bad Gateway</h1>');
    expect(error.cause).toBeUndefined();
  });

  test.for([null, 'no', 0, false, ['no']])(
    'has the parsed JSON value as its body, even if the value is not an object (%j)',
    async (body) => {
      const { read } = createScriptedClient([
        createResponse(400, JSON.stringify(body), { 'Content-Type': 'application/json' }),
      ]);
      expect((await apiErrorOf(read())).body).toEqual(body);
    },
  );

  test("has the platform's error as its cause if the body of a 500 response is cut off", async () => {
    const terminated = new TypeError('terminated');
    const { read } = createScriptedClient([cutOffResponse(500, terminated)]);
    const error = await apiErrorOf(read());
    expect(error.status).toBe(500);
    expect(error.body).toBeUndefined();
    expect(error.cause).toBe(terminated);
  });

  test('is not returned if the call is aborted while the body of a 500 response is read: the call rejects', async () => {
    const controller = new AbortController();
    const { read } = createScriptedClient([
      () => {
        setImmediate(() => controller.abort(new Error('enough')));
        return endlessResponse(500);
      },
    ]);
    expect((await rejectionOf(read({ signal: controller.signal }))).message).toBe('enough');
  });

  test('has the number of attempts', async () => {
    useFakeTime();
    const { read } = createScriptedClient([createResponse(503), createResponse(503), createResponse(503)]);
    expect((await advanceUntilSettled(apiErrorOf(read()))).attempts).toBe(3);
  });
});

describe('the message of an ApiError', () => {
  const messageOf = (response: Response, token?: string) =>
    new ApiError(response, { method: 'GET', path: '/things', attempts: 1, body: undefined, token }).message;
  const messageFor = (message: unknown, token?: string) =>
    new ApiError(createResponse(400), { method: 'GET', path: '/things', attempts: 1, body: { message }, token })
      .message;

  test('has the status, the method and the path template', async () => {
    const { read } = createScriptedClient([createResponse(404)]);
    expect((await apiErrorOf(read())).message).toBe(`404 Not Found: GET ${PATH}`);
  });

  test("ends with the server's message", async () => {
    const { read } = createScriptedClient([createResponse(403, { message: 'Insufficient scope' })]);
    expect((await apiErrorOf(read())).message).toBe(`403 Forbidden: GET ${PATH}: Insufficient scope`);
  });

  test.for([{ message: 42 }, { message: null }, { message: { text: 'no' } }, { message: '' }, null, [], 'no', 7])(
    'contains nothing of the body %j, whose message is missing, empty or not a string',
    async (body) => {
      const { read } = createScriptedClient([
        createResponse(400, JSON.stringify(body), { 'Content-Type': 'application/json' }),
      ]);
      expect((await apiErrorOf(read())).message).toBe(`400 Bad Request: GET ${PATH}`);
    },
  );

  test('ends with the number of the attempt if it is not the first attempt', async () => {
    useFakeTime();
    const { remove } = createScriptedClient([new TypeError('fetch failed'), createResponse(404, { message: 'gone' })]);
    const { message } = await advanceUntilSettled(apiErrorOf(remove()));
    expect(message).toBe(`404 Not Found: DELETE ${PATH}: gone (attempt 2)`);
  });

  test.each([
    ['message', { message: 'a', detail: 'b', title: 'c' }, 'a'],
    ['detail', { detail: 'b', title: 'c' }, 'b'],
    ['title', { title: 'c', type: 'about:blank' }, 'c'],
    ['detail, because message is not a string', { message: { text: 'a' }, detail: 'b' }, 'b'],
    ['title, because detail is empty', { detail: '', title: 'c' }, 'c'],
  ])('contains the %s of a problem body (RFC 9457)', async (_field, body, text) => {
    const { read } = createScriptedClient([createResponse(400, body)]);
    expect((await apiErrorOf(read())).message).toBe(`400 Bad Request: GET ${PATH}: ${text}`);
  });

  test('does not contain the access token in Base64, also as a part of a longer text, or with every byte percent-encoded', () => {
    const token = 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIn0.c2ln';
    const percent = Array.from(Buffer.from(token), (byte) => `%${byte.toString(16)}`).join('');
    for (const text of [btoa(token), btoa(`x${token}`), btoa(`Bearer ${token}`), percent, percent.toUpperCase()]) {
      expect(messageFor(`sent: ${text}`, token)).toContain('[access token]');
      expect(messageFor(`sent: ${text}`, token)).not.toContain(text.slice(8, -8));
    }
  });

  test('contains the reason of an unreadable body instead of the message of the server', () => {
    const call = { method: 'GET', path: '/things', attempts: 1, body: { message: 'hello' } };
    expect(new ApiError(createResponse(200), call, { unreadable: 'not_json' }).message).toBe(
      '200 OK: GET /things: the body is not JSON',
    );
  });

  test('starts with the status code and a colon if the response has no reason phrase', async () => {
    const { read } = createScriptedClient([new Response(null, { status: 404 })]);
    expect((await apiErrorOf(read())).message).toBe(`404: GET ${PATH}`);
  });

  test('contains "Redirect not followed" instead of the status if a browser hides the redirect', () => {
    expect(messageOf(Response.error())).toBe('Redirect not followed: GET /things');
  });

  test('does not contain the id that is sent as a path parameter', async () => {
    const { read } = createScriptedClient([createResponse(404)]);
    const error = await apiErrorOf(read());
    expect(error.message).not.toContain(ID);
    expect(error.path).not.toContain(ID);
    expect(JSON.stringify(error)).not.toContain(ID);
  });

  test.each([
    ['a line feed', 'one\ntwo', 'one two'],
    ['CR LF', 'one\r\ntwo', 'one two'],
    ['NUL', 'one\0two', 'one two'],
    ['DEL', 'one\x7ftwo', 'one two'],
    ['a C1 control character', 'one\x85two', 'one two'],
    ['an ANSI color', '\x1b[31mred\x1b[0m text', 'red  text'],
    ['an ANSI sequence with parameters', 'one\x1b[38;2;1;2;3mtwo', 'one two'],
    ['an ANSI sequence with an intermediate character', 'one\x1b[1 qtwo', 'one two'],
    ['an ESC without a sequence', 'one\x1btwo', 'one two'],
    ['a line separator', 'one\u2028two', 'one two'],
    ['a paragraph separator', 'one\u2029two', 'one two'],
    ['a bidirectional override', 'one\u202etwo', 'one two'],
    ['a bidirectional isolate', 'one\u2066two', 'one two'],
    ['nothing but control characters', '\x1b[31m\n', ''],
    ['no control character', 'ü [31m € 😀', 'ü [31m € 😀'],
  ])(
    "shows the server's text on one line, without control characters, if the text contains %s",
    (_case, text, printed) => {
      expect(messageFor(text)).toBe(`400 Bad Request: GET /things${printed && `: ${printed}`}`);
    },
  );

  test('contains the reason phrase without control characters', () => {
    expect(messageOf(new Response(null, { status: 404, statusText: 'one\x85two' }))).toBe('404 one two: GET /things');
  });

  test('contains only the first 1,000 code points of the text of the server; body contains the full text', () => {
    expect(messageFor('x'.repeat(1_000))).toBe(`400 Bad Request: GET /things: ${'x'.repeat(1_000)}`);
    expect(messageFor('x'.repeat(1_001))).toBe(`400 Bad Request: GET /things: ${'x'.repeat(1_000)}…`);
    expect(messageFor('😀'.repeat(1_001))).toBe(`400 Bad Request: GET /things: ${'😀'.repeat(1_000)}…`);
    const body = { message: `${'x'.repeat(5_000)}\n` };
    const error = new ApiError(createResponse(400), { method: 'GET', path: '/things', attempts: 1, body });
    expect(error.body).toBe(body);
  });

  test.each([
    ['unchanged', 'token a+b/~c== is bad', 'token [access token] is bad'],
    ['twice', 'a+b/~c== a+b/~c==', '[access token] [access token]'],
    ['URL-encoded', 'token a%2Bb%2F~c%3D%3D is bad', 'token [access token] is bad'],
    ['URL-encoded with lower-case digits', 'token a%2bb%2f~c%3d%3d is bad', 'token [access token] is bad'],
    ['form-encoded', 'token a%2Bb%2F%7Ec%3D%3D is bad', 'token [access token] is bad'],
  ])('does not contain the access token that the server echoes %s', (_case, text, printed) => {
    expect(messageFor(text, 'a+b/~c==')).toBe(`400 Bad Request: GET /things: ${printed}`);
  });

  test('contains no part of an access token that crosses the limit of 1,000 characters', () => {
    expect(messageFor(`${'x'.repeat(995)}${'t'.repeat(20)}`, 't'.repeat(20))).toBe(
      `400 Bad Request: GET /things: ${'x'.repeat(995)}[acce…`,
    );
  });

  test('does not contain an access token that the reason phrase echoes', () => {
    const response = new Response(null, { status: 401, statusText: 'No t0ken' });
    expect(messageOf(response, 't0ken')).toBe('401 No [access token]: GET /things');
  });

  test('does not contain the access token that a 401 response echoes, whether auth is a string or a function', async () => {
    const echo: ScriptedResponse = ({ headers }) =>
      createResponse(401, { message: `bad ${headers.get('Authorization')}` });
    const fixed = createScriptedClient([echo], { auth: 'my-token' });
    expect((await apiErrorOf(fixed.read())).message).toBe(`401 Unauthorized: GET ${PATH}: bad Bearer [access token]`);
    const source = createScriptedClient([echo, echo], { auth: ({ rejected }) => (rejected ? 'second' : 'first') });
    expect((await apiErrorOf(source.read())).message).toBe(`401 Unauthorized: GET ${PATH}: bad Bearer [access token]`);
    const same = createScriptedClient([echo], { auth: () => 'my-token' });
    expect((await apiErrorOf(same.read())).message).toBe(`401 Unauthorized: GET ${PATH}: bad Bearer [access token]`);
  });
});

describe('NetworkError', () => {
  const reset = new Error('read ECONNRESET 192.0.2.1:443');
  const call = { method: 'GET', path: '/things/{id}', attempts: 1, during: 'call' } as const;

  test('has the properties of the call, and the error of the platform as its cause', () => {
    const error = new NetworkError(call, reset);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(TypeError);
    expect({ ...error }).toEqual({ name: 'NetworkError', code: 'connection', ...call });
    expect(error.cause).toBe(reset);
  });

  test.each([
    ['GET /things/{id}: the request failed', call],
    ['GET /things/{id}: the request failed (attempt 2)', { ...call, attempts: 2 }],
    ['GET /things/{id}: the token request failed', { ...call, during: 'token' as const }],
  ])('has the message "%s", without the text of its cause', (message, properties) => {
    expect(new NetworkError(properties, reset).message).toBe(message);
  });
});

describe('the message of a NetworkError', () => {
  const call = { method: 'GET', path: '/things/{id}', attempts: 2, during: 'call' } as const;
  const failed = (code: unknown) => Object.assign(new Error('connect 192.0.2.1:443'), { code });

  test.each([
    ['the code of the error of the platform', failed('ECONNREFUSED'), ': ECONNREFUSED'],
    ['the code of its cause', new TypeError('fetch failed', { cause: failed('ENOTFOUND') }), ': ENOTFOUND'],
    ['the code of undici', failed('UND_ERR_SOCKET'), ': UND_ERR_SOCKET'],
    ['no code if the error has no code', new TypeError('fetch failed'), ''],
    ['no code that is a number', failed(23), ''],
    ['no code that could be a host name', failed('acme.example.com'), ''],
    ['no code if the cause is not an error', 'ECONNREFUSED', ''],
  ])('ends with %s', (_case, cause, end) => {
    expect(new NetworkError(call, cause).message).toBe(`GET /things/{id}: the request failed (attempt 2)${end}`);
  });
});

describe('TokenError', () => {
  /** Returns the error of a call whose token requests get the given responses. */
  const tokenErrorOf = (...responses: ScriptedResponse[]) => {
    const auth = clientCredentials(CLIENT);
    return rejectionOf(createScriptedClient(responses, { auth }).read());
  };

  test('has the error code and the description of the token endpoint', async () => {
    const headers = { 'X-RateLimit-Remaining': '7' };
    const error = await tokenErrorOf(
      createResponse(401, { error: 'invalid_client', error_description: 'Client authentication failed' }, headers),
    );
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ApiError);
    expect({ ...error }).toEqual({
      name: 'TokenError',
      code: 'token_refused',
      method: 'GET',
      path: PATH,
      attempts: 1,
      status: 401,
      error: 'invalid_client',
      errorDescription: 'Client authentication failed',
      rateLimit: { remaining: 7 },
    });
    expect((error as TokenError).headers.get('X-RateLimit-Remaining')).toBe('7');
    expect(error.message).toBe('Token request: 401: invalid_client: Client authentication failed');
  });

  test('has an error code, but no description, if the token endpoint sends no description', async () => {
    const error = await tokenErrorOf(createResponse(400, { error: 'invalid_request' }));
    expect(error).toMatchObject({ status: 400, error: 'invalid_request', errorDescription: undefined });
    expect(error.message).toBe('Token request: 400: invalid_request');
  });

  test("has at most 1,000 characters of the server's text in message and errorDescription, on one line", () => {
    const error = new TokenError(TOKEN_CALL, createResponse(400), {
      reason: 'the body has no OAuth error code',
      error: 'invalid_request',
      errorDescription: `one\r\n\u001b[31mtwo${'x'.repeat(1_000)}`,
    });
    const text = `invalid_request: one two${'x'.repeat(1_000)}`;
    expect(error.message).toBe(`Token request: 400: ${text.slice(0, 1_000)}…`);
    expect(error.errorDescription).toBe(`one two${'x'.repeat(993)}…`);
    expect(JSON.stringify(error).length).toBeLessThan(2_500);
  });

  test('has the reason "the body has no OAuth error code" in its message if the error code has no printable characters', () => {
    const error = new TokenError(TOKEN_CALL, createResponse(400), {
      reason: 'the body has no OAuth error code',
      error: '\n',
    });
    expect(error.message).toBe('Token request: 400: the body has no OAuth error code');
  });

  test.each([
    ['HTML', '<h1>Forbidden</h1>'],
    ['an array', '["no"]'],
    ['null', 'null'],
    ['empty', undefined],
    ['an error that is not a string', '{"error":42,"error_description":{"a":1}}'],
  ])('has neither error nor errorDescription if the body of a 403 response is %s', async (_case, body) => {
    const error = await tokenErrorOf(createResponse(403, body));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 403, error: undefined, errorDescription: undefined });
    expect(error.message).toBe('Token request: 403: the body has no OAuth error code');
    expect(error.cause).toBeUndefined();
  });

  test('is thrown for a 400 response whose body is cut off', async () => {
    const error = await tokenErrorOf(cutOffResponse(400, new TypeError('terminated')));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 400, error: undefined });
  });

  test.each([
    [307, createResponse(307, undefined, { Location: 'https://elsewhere.example/' })],
    [0, Response.error()],
  ])('is thrown for a redirect with status %i, which the token request does not follow', async (status, response) => {
    const error = await tokenErrorOf(response);
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status });
    expect(error.message).toBe(`Token request: ${status}: redirect not followed`);
  });

  test.each([
    ['is not an object', '"eyJhbGciOi"'],
    ['is not JSON', 'access_token=eyJhbGciOi'],
    ['is empty', undefined],
    ['has no access_token', '{"token_type":"Bearer"}'],
    ['has an empty access_token', '{"access_token":""}'],
    ['has an access_token that is not a string', '{"access_token":42}'],
    ['has an access_token with a space', '{"access_token":"two words"}'],
    ['has an access_token with a line break', '{"access_token":"one\\r\\nX-Evil: 1"}'],
    ['has a token_type other than Bearer', '{"access_token":"eyJhbGciOi","token_type":"DPoP"}'],
    ['has a token_type that is not a string', '{"access_token":"eyJhbGciOi","token_type":1}'],
  ])('is thrown for a 200 response whose body %s', async (_case, body) => {
    const error = await tokenErrorOf(createResponse(200, body));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 200, error: undefined, errorDescription: undefined });
    expect(error.cause).toBeUndefined();
  });

  test('is thrown, not returned as the error of a result, even after a 401 of the API', async () => {
    const auth = clientCredentials(CLIENT);
    const { read } = createScriptedClient(
      [
        createResponse(200, { access_token: 'old' }),
        createResponse(401),
        createResponse(403, { error: 'unauthorized_client' }),
      ],
      { auth },
    );
    const error = await rejectionOf(read());
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 403, error: 'unauthorized_client' });
  });
});

describe('the message of a TokenError', () => {
  test.each<[name: string, message: string, response: Response]>([
    ['a redirect', 'Token request: 300: redirect not followed', createResponse(300)],
    ['status 399', 'Token request: 399: redirect not followed', new Response(null, { status: 399 })],
    ['an empty 400 response', 'Token request: 400: the body has no OAuth error code', createResponse(400)],
    [
      'an OAuth error with a description',
      'Token request: 401: invalid_client: Who?',
      createResponse(401, { error: 'invalid_client', error_description: 'Who?' }),
    ],
    [
      'a description that echoes the client secret',
      'Token request: 401: [client secret] is wrong',
      createResponse(401, { error_description: 's3cret is wrong' }),
    ],
    [
      'a reason phrase that echoes the client secret',
      'Token request: 418: the body has no OAuth error code',
      new Response('{}', { status: 418, statusText: 's3cret is wrong' }),
    ],
    ['an empty 200 response', 'Token request: 200: no usable access_token in the body', createResponse(200)],
    [
      'a 200 response whose body is an array',
      'Token request: 200: no usable access_token in the body',
      createResponse(200, ['access_token']),
    ],
    [
      'the token_type DPoP',
      'Token request: 200: token_type is not Bearer',
      createResponse(200, { access_token: 'fresh', token_type: 'DPoP' }),
    ],
    [
      'a token_type that ends with bearer',
      'Token request: 200: token_type is not Bearer',
      createResponse(200, { access_token: 'fresh', token_type: 'x bearer' }),
    ],
    [
      'a token_type that starts with bearer',
      'Token request: 200: token_type is not Bearer',
      createResponse(200, { access_token: 'fresh', token_type: 'bearer x' }),
    ],
    [
      'an array as token_type',
      'Token request: 200: token_type is not Bearer',
      createResponse(200, { access_token: 'fresh', token_type: ['bearer'] }),
    ],
  ])('for %s is "%s"', async (_name, message, response) => {
    const { fetch } = scriptedFetch([response]);
    const { signal } = new AbortController();
    const token = clientCredentials(CLIENT)({ origin: 'https://acme.example.com', fetch, signal });
    expect((await rejectionOf(token)).message).toBe(message);
  });

  test('contains the text of the token endpoint unchanged if the token request contains no secret', async () => {
    const { fetch } = scriptedFetch([createResponse(400, { error_description: 'undefined is not allowed' })]);
    const { signal } = new AbortController();
    const clientAuthentication = () => undefined;
    const source = clientCredentials({ clientId: 'my-service', clientAuthentication });
    const error = await rejectionOf(source({ origin: 'https://acme.example.com', fetch, signal }));
    expect(error.message).toBe('Token request: 400: undefined is not allowed');
  });
});

describe('toJSON, spread and util.inspect', () => {
  const response = () =>
    createResponse(
      429,
      { message: 'slow down', hint: 'body-only' },
      { 'Set-Cookie': 'sid=1', 'X-RateLimit-Limit': '5' },
    );
  const apiError = new ApiError(
    response(),
    { method: 'GET', path: '/things/{id}', attempts: 3, body: { message: 'slow down', hint: 'body-only' } },
    { cause: new TypeError('terminated') },
  );
  const networkError = new NetworkError(
    { method: 'GET', path: '/things/{id}', attempts: 2, during: 'token' },
    new TypeError('fetch failed'),
  );
  const tokenError = new TokenError(TOKEN_CALL, response(), {
    reason: 'the body has no OAuth error code',
    error: 'too_many_requests',
    errorDescription: 'Try later',
  });

  test.each([
    [
      'an ApiError',
      apiError,
      {
        name: 'ApiError',
        message: '429 Too Many Requests: GET /things/{id}: slow down (attempt 3)',
        code: 'rate_limited',
        status: 429,
        method: 'GET',
        path: '/things/{id}',
        attempts: 3,
        rateLimit: { limit: 5 },
      },
    ],
    [
      'a NetworkError',
      networkError,
      {
        name: 'NetworkError',
        message: 'GET /things/{id}: the token request failed (attempt 2)',
        code: 'connection',
        method: 'GET',
        path: '/things/{id}',
        attempts: 2,
        during: 'token',
      },
    ],
    [
      'a TokenError',
      tokenError,
      {
        name: 'TokenError',
        message: 'Token request: 429: too_many_requests: Try later',
        code: 'token_unavailable',
        ...TOKEN_CALL,
        status: 429,
        error: 'too_many_requests',
        errorDescription: 'Try later',
        rateLimit: { limit: 5 },
      },
    ],
  ])('of %s show the same properties, without header fields and body', (_name, error, properties) => {
    expect(JSON.parse(JSON.stringify(error))).toEqual(properties);
    const { message, ...enumerable } = properties;
    expect(Object.entries(error)).toEqual(expect.arrayContaining(Object.entries(enumerable)));
    expect(Object.keys(error).length).toBe(Object.keys(enumerable).length);
    const printed = inspect(error);
    expect(printed).toContain(message);
    expect(printed).not.toMatch(/cookie|sid=1|body-only/i);
  });

  test('leave out body, headers and response, which can still be read as properties', () => {
    expect(apiError.body).toEqual({ message: 'slow down', hint: 'body-only' });
    expect(apiError.headers.get('Set-Cookie')).toBe('sid=1');
    expect(apiError.response.status).toBe(429);
    expect(tokenError.headers.get('Set-Cookie')).toBe('sid=1');
  });
});
