import { describe, expect, test } from 'vitest';
import { serverText } from '../../../src/errors/server-text.ts';
import { ApiError, clientCredentials, NetworkError, TokenError, unwrap } from '../../../src/index.ts';
import { apiErrorOf, rejectionOf } from '../../support/expected-errors.ts';
import { CLIENT, createScriptedClient, PROFILE } from '../../support/scripted-client.ts';
import { createResponse, type ScriptedResponse, scriptedFetch } from '../../support/scripted-fetch.ts';

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
});

describe('the message of an ApiError', () => {
  const messageFor = (message: unknown, token?: string) =>
    new ApiError(
      createResponse(400),
      { method: 'GET', path: '/things', attempts: 1, maybePerformed: 0, token },
      { message },
    ).message;

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
    ['CR LF', 'one\r\ntwo', 'one two'],
    ['an ANSI color', '\x1b[31mred\x1b[0m text', 'red  text'],
    ['an ANSI sequence with parameters', 'one\x1b[38;2;1;2;3mtwo', 'one two'],
    ['an ANSI sequence with an intermediate character', 'one\x1b[1 qtwo', 'one two'],
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

  test('contains only the first 1,000 code points of the text of the server', () => {
    expect(messageFor('x'.repeat(1_000))).toBe(`400 Bad Request: GET /things: ${'x'.repeat(1_000)}`);
    expect(messageFor('x'.repeat(1_001))).toBe(`400 Bad Request: GET /things: ${'x'.repeat(1_000)}…`);
    expect(messageFor('😀'.repeat(1_002))).toBe(`400 Bad Request: GET /things: ${'😀'.repeat(1_000)}…`);
  });

  test.each([
    ['unchanged', 'token a+b/~c== is bad', 'token [access token] is bad'],
    ['URL-encoded', 'token a%2Bb%2F~c%3D%3D is bad', 'token [access token] is bad'],
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
      code: 'token_denied',
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
});

describe('the message of a TokenError', () => {
  test.each<[name: string, message: string, response: Response, audience?: string]>([
    ['status 399', 'Token request: 399: redirect not followed', new Response(null, { status: 399 })],
    [
      'a reason phrase that echoes the client secret',
      'Token request: 418: the body has no OAuth error code',
      new Response('{}', { status: 418, statusText: 's3cret is wrong' }),
    ],
    [
      'status 403 and an audience that contains the client secret',
      'Token request: 403: access_denied; the audience of the request was "/[client secret]/ x"',
      createResponse(403, { error: 'access_denied' }),
      `/${CLIENT.clientSecret}/\nx`,
    ],
  ])('for %s is "%s"', async (_name, message, response, audience = undefined) => {
    const { fetch } = scriptedFetch([response]);
    const { signal } = new AbortController();
    const token = clientCredentials({ ...CLIENT, audience })({ origin: 'https://acme.example.com', fetch, signal });
    expect((await rejectionOf(token)).message).toBe(message);
  });
});

describe('unwrap', () => {
  test('resolves with the data', async () => {
    const { read } = createScriptedClient([createResponse(200, PROFILE), createResponse(200, PROFILE)]);
    expect(await unwrap(read())).toEqual(PROFILE);
    expect(await unwrap(await read())).toEqual(PROFILE);
  });

  test('throws the error of the result', async () => {
    const { remove } = createScriptedClient([createResponse(404)]);
    const result = await remove();
    expect(result.error).toBeInstanceOf(ApiError);
    await expect(unwrap(result)).rejects.toBe(result.error);
  });

  test('throws an error whose stack contains the function that called unwrap', async () => {
    const { read } = createScriptedClient([createResponse(404)]);
    async function showProfilePage() {
      return await unwrap(read());
    }
    expect((await rejectionOf(showProfilePage())).stack).toContain('showProfilePage');
  });
});
