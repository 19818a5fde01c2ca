import { describe, expect, test } from 'vitest';
import { serverText } from '../../../src/errors/server-text.js';
import { ApiError, clientCredentials, NetworkError, TokenError } from '../../../src/index.js';
import { apiErrorOf, rejectionOf } from '../../support/expected-errors.js';
import { advanceUntilSettled, useFakeTime } from '../../support/fake-time.js';
import { CLIENT, createScriptedClient } from '../../support/scripted-client.js';
import { createResponse, cutOffResponse, type ScriptedResponse, scriptedFetch } from '../../support/scripted-fetch.js';

const PATH = '/token-exchange-profiles/{id}';

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

  test("has the platform's error as its cause if the body of a 500 response is cut off", async () => {
    const terminated = new TypeError('terminated');
    const { read } = createScriptedClient([cutOffResponse(500, terminated)]);
    const error = await apiErrorOf(read());
    expect(error.status).toBe(500);
    expect(error.body).toBeUndefined();
    expect(error.cause).toBe(terminated);
  });
});

describe('the message of an ApiError', () => {
  const messageFor = (message: unknown, token?: string) =>
    new ApiError(createResponse(400), {
      method: 'GET',
      path: '/things',
      attempts: 1,
      maybePerformed: 0,
      body: { message },
      token,
    }).message;

  test('has the status, the method and the path template', async () => {
    const { read } = createScriptedClient([createResponse(404)]);
    expect((await apiErrorOf(read())).message).toBe(`404 Not Found: GET ${PATH}`);
  });

  test("ends with the server's message", async () => {
    const { read } = createScriptedClient([createResponse(403, { message: 'Insufficient scope' })]);
    expect((await apiErrorOf(read())).message).toBe(`403 Forbidden: GET ${PATH}: Insufficient scope`);
  });

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

  test('replaces exactly the control characters, line separators and bidirectional characters of Unicode', () => {
    const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
    const replaced: number[] = [];
    const expected: number[] = [];
    for (let point = 0; point <= 0xffff; point += 1) {
      const character = String.fromCharCode(point);
      if (serverText(`a${character}b`) === 'a b' && character !== ' ') replaced.push(point);
      if (unprintable.test(character)) expected.push(point);
    }
    expect(replaced).toEqual(expected);
  });

  test('contains only the first 1,000 code points of the text of the server; body contains the full text', () => {
    expect(messageFor('x'.repeat(1_000))).toBe(`400 Bad Request: GET /things: ${'x'.repeat(1_000)}`);
    expect(messageFor('x'.repeat(1_001))).toBe(`400 Bad Request: GET /things: ${'x'.repeat(1_000)}…`);
    expect(messageFor('😀'.repeat(1_001))).toBe(`400 Bad Request: GET /things: ${'😀'.repeat(1_000)}…`);
    const body = { message: `${'x'.repeat(5_000)}\n` };
    const error = new ApiError(createResponse(400), {
      method: 'GET',
      path: '/things',
      attempts: 1,
      maybePerformed: 0,
      body,
    });
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
  const call = { method: 'GET', path: '/things/{id}', attempts: 1, maybePerformed: 1, during: 'call' } as const;

  test.each([
    ['GET /things/{id}: the request failed', call],
    ['GET /things/{id}: the request failed (attempt 2)', { ...call, attempts: 2 }],
    ['GET /things/{id}: the token request failed', { ...call, during: 'token' as const }],
  ])('has the message "%s", without the text of its cause', (message, properties) => {
    expect(new NetworkError(properties, reset).message).toBe(message);
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
      maybePerformed: 0,
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
});
