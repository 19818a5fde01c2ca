import { describe, expect, test } from 'vitest';
import { ApiError, clientCredentials, TokenError, unwrap } from '../../src/index.js';
import { elapse, stopTime } from './fake-time.js';
import { type Answer, answer, cutOff, endless } from './scripted-fetch.js';
import { failure, ID, PROFILE, rejection, tenant } from './tenant.js';

describe('an ApiError', () => {
  test('says what was asked and what came back', async () => {
    const body = {
      statusCode: 404,
      error: 'Not Found',
      message: 'The profile does not exist',
      errorCode: 'inexistent',
    };
    const { read } = tenant([answer(404, body, { 'X-Request-Id': 'r-1' })]);
    const { data, error, response } = await read();
    expect(data).toBeUndefined();
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toBeInstanceOf(Error);
    expect(error?.name).toBe('ApiError');
    expect(error?.status).toBe(404);
    expect(error?.method).toBe('GET');
    expect(error?.path).toBe('/token-exchange-profiles/{id}');
    expect(error?.body).toEqual(body);
    expect(error?.headers.get('X-Request-Id')).toBe('r-1');
    expect(error?.rateLimit).toBeUndefined();
    expect(error?.attempts).toBe(1);
    expect(error?.response).toBe(response);
    expect(error?.cause).toBeUndefined();
  });

  test('keeps its response out of what is listed', async () => {
    const { read } = tenant([answer(404)]);
    expect(Object.keys(await failure(read()))).not.toContain('response');
  });

  test.each([400, 401, 403, 404, 429, 500, 502, 503])('comes of a %i, with a body or without', async (status) => {
    const withBody = tenant([answer(status, { message: 'no' })], { retry: 0 });
    const withoutBody = tenant([answer(status)], { retry: 0 });
    expect((await failure(withBody.remove())).status).toBe(status);
    expect((await failure(withoutBody.remove())).status).toBe(status);
  });

  test.each([{}, { 'Content-Length': '0' }, { 'Content-Type': 'application/json' }])(
    'of a failure without a body has no body (%o)',
    async (headers) => {
      const { remove } = tenant([answer(404, undefined, headers)]);
      expect((await failure(remove())).body).toBeUndefined();
    },
  );

  test('of a HEAD has no body', async () => {
    const { call } = tenant([answer(404)]);
    const error = await failure(call('HEAD', '/things'));
    expect(error.status).toBe(404);
    expect(error.method).toBe('HEAD');
    expect(error.body).toBeUndefined();
  });

  test('keeps the text of a failure that is not JSON', async () => {
    const { read } = tenant([answer(502, '<h1>Bad Gateway</h1>')], { retry: 0 });
    const error = await failure(read());
    expect(error.body).toBe('<h1>Bad Gateway</h1>');
    expect(error.cause).toBeUndefined();
  });

  test.each([null, 'no', 0, false, ['no']])('keeps the JSON %j of a failure', async (body) => {
    const { read } = tenant([answer(400, JSON.stringify(body), { 'Content-Type': 'application/json' })]);
    expect((await failure(read())).body).toEqual(body);
  });

  test('has the status of a failure whose body is cut off', async () => {
    const terminated = new TypeError('terminated');
    const { read } = tenant([cutOff(500, terminated)]);
    const error = await failure(read());
    expect(error.status).toBe(500);
    expect(error.body).toBeUndefined();
    expect(error.cause).toBe(terminated);
  });

  test('is not made of a failure whose body was never read because of an abort', async () => {
    const controller = new AbortController();
    const { read } = tenant([
      () => {
        setImmediate(() => controller.abort(new Error('enough')));
        return endless(500);
      },
    ]);
    expect((await rejection(read({ signal: controller.signal }))).message).toBe('enough');
  });

  test('counts the attempts', async () => {
    stopTime();
    const { read } = tenant([answer(503), answer(503), answer(503)]);
    expect((await elapse(failure(read()))).attempts).toBe(3);
  });
});

describe('the message of an ApiError', () => {
  test('is the status, the method and the path template', async () => {
    const { read } = tenant([answer(404)]);
    expect((await failure(read())).message).toBe('404 Not Found: GET /token-exchange-profiles/{id}');
  });

  test("then the server's own message", async () => {
    const { read } = tenant([answer(403, { message: 'Insufficient scope' })]);
    const { message } = await failure(read());
    expect(message).toMatch(/^403 Forbidden: GET \/token-exchange-profiles\/\{id\}.*Insufficient scope$/);
  });

  test.each([{ message: 42 }, { message: null }, { message: { text: 'no' } }, null, [], 'no', 7])(
    'where the body %j has one that is a text',
    async (body) => {
      const { read } = tenant([answer(400, JSON.stringify(body), { 'Content-Type': 'application/json' })]);
      expect((await failure(read())).message).toBe('400 Bad Request: GET /token-exchange-profiles/{id}');
    },
  );

  test('then the attempt where it was not the first', async () => {
    stopTime();
    const { remove } = tenant([new TypeError('fetch failed'), answer(404, { message: 'gone' })]);
    const { message } = await elapse(failure(remove()));
    expect(message).toMatch(/^404 Not Found: DELETE \/token-exchange-profiles\/\{id\}.*gone \(attempt 2\)$/);
  });

  test('has no reason phrase where there is none', async () => {
    const { read } = tenant([new Response(null, { status: 404 })]);
    expect((await failure(read())).message).toBe('404: GET /token-exchange-profiles/{id}');
  });

  test('never holds the id', async () => {
    const { read } = tenant([answer(404)]);
    const error = await failure(read());
    expect(error.message).not.toContain(ID);
    expect(error.path).not.toContain(ID);
    expect(JSON.stringify(error)).not.toContain(ID);
  });
});

describe('unwrap', () => {
  test('resolves with the data', async () => {
    const { read } = tenant([answer(200, PROFILE), answer(200, PROFILE)]);
    expect(await unwrap(read())).toEqual(PROFILE);
    expect(await unwrap(await read())).toEqual(PROFILE);
  });

  test('resolves with nothing for a success without data', async () => {
    const { remove } = tenant([answer(204)]);
    expect(await unwrap(remove())).toBeUndefined();
  });

  test('throws the error of the result, whatever its body', async () => {
    const { remove } = tenant([answer(404)]);
    const result = await remove();
    expect(result.error).toBeInstanceOf(ApiError);
    await expect(unwrap(result)).rejects.toBe(result.error);
  });

  test('passes on what the call throws', async () => {
    const failed = new TypeError('fetch failed');
    const { read } = tenant([failed], { retry: 0 });
    expect(await rejection(unwrap(read()))).toMatchObject({ name: 'NetworkError', cause: failed });
  });
});

describe('a TokenError', () => {
  const refused = (...answers: Answer[]) => {
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    return rejection(tenant(answers, { auth }).read());
  };

  test('is thrown with what the token endpoint says', async () => {
    const error = await refused(
      answer(401, { error: 'invalid_client', error_description: 'Client authentication failed' }),
    );
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ApiError);
    expect(error.name).toBe('TokenError');
    expect(error).toMatchObject({
      status: 401,
      error: 'invalid_client',
      error_description: 'Client authentication failed',
    });
    expect(error.message).toContain('Token request: 401:');
    expect(error.message).toContain('invalid_client');
    expect(error.message).toContain('Client authentication failed');
  });

  test('has an error without a description', async () => {
    const error = await refused(answer(400, { error: 'invalid_request' }));
    expect(error).toMatchObject({ status: 400, error: 'invalid_request', error_description: undefined });
    expect(error.message).toContain('invalid_request');
  });

  test.each([
    ['a page', '<h1>Forbidden</h1>'],
    ['a list', '["no"]'],
    ['null', 'null'],
    ['nothing', undefined],
    ['an error that is no text', '{"error":42,"error_description":{"a":1}}'],
  ])('comes of a refusal with %s in its body', async (_case, body) => {
    const error = await refused(answer(403, body));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 403, error: undefined, error_description: undefined });
    expect(error.message).toContain('Token request: 403:');
    expect(error.cause).toBeUndefined();
  });

  test('comes of a refusal whose body is cut off', async () => {
    const error = await refused(cutOff(400, new TypeError('terminated')));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 400, error: undefined });
  });

  test('comes of a redirect, which is not followed', async () => {
    const error = await refused(answer(307, undefined, { Location: 'https://elsewhere.example/' }));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 307 });
    expect(error.message).toContain('redirect not followed');
  });

  test('comes of a redirect that a browser hides', async () => {
    const error = await refused(Response.error());
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 0 });
    expect(error.message).toContain('redirect not followed');
  });

  test.each([
    ['no object', '"eyJhbGciOi"'],
    ['no JSON', 'access_token=eyJhbGciOi'],
    ['nothing', undefined],
    ['no access_token', '{"token_type":"Bearer"}'],
    ['an empty access_token', '{"access_token":""}'],
    ['an access_token that is no text', '{"access_token":42}'],
    ['an access_token that cannot be sent', '{"access_token":"two words"}'],
    ['an access_token with a line break', '{"access_token":"one\\r\\nX-Evil: 1"}'],
    ['another token_type', '{"access_token":"eyJhbGciOi","token_type":"DPoP"}'],
    ['a token_type that is no text', '{"access_token":"eyJhbGciOi","token_type":1}'],
  ])('comes of a 200 with %s', async (_case, body) => {
    const error = await refused(answer(200, body));
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 200, error: undefined, error_description: undefined });
    expect(error.cause).toBeUndefined();
  });

  test('is thrown, never put in a result, also after a 401 of the API', async () => {
    const auth = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
    const { read } = tenant(
      [answer(200, { access_token: 'old' }), answer(401), answer(403, { error: 'unauthorized_client' })],
      { auth },
    );
    const error = await rejection(read());
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ status: 403, error: 'unauthorized_client' });
  });
});
