import { describe, expect, test } from 'vitest';
import { isBulkError } from '../../../src/bulk/bulk-error.ts';
import { BulkError } from '../../../src/bulk/index.ts';
import { isManagementError } from '../../../src/errors/management-error.ts';
import { clientCredentials, ManagementError, NetworkError, TimeoutError, TokenError } from '../../../src/index.ts';
import { apiErrorOf, rejectionOf } from '../../support/expected-errors.ts';
import { advanceUntilSettled, useFakeTime } from '../../support/fake-time.ts';
import { CLIENT, createScriptedClient } from '../../support/scripted-client.ts';
import {
  createResponse,
  cutOffResponse,
  endlessResponse,
  neverResponds,
  type ScriptedResponse,
} from '../../support/scripted-fetch.ts';
import { networkError } from '../bulk/job-fakes.ts';

const PATH = '/token-exchange-profiles/{id}';

describe('the code of an ApiError', () => {
  test.each([
    [302, 'redirect'],
    [304, 'not_modified'],
    [400, 'client_error'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [500, 'server_error'],
  ])('for the status %i is %s', async (status, code) => {
    const { read } = createScriptedClient([createResponse(status)], { retry: 0 });
    const error = await apiErrorOf(read());
    expect(error.code).toBe(code);
    expect(error).toBeInstanceOf(ManagementError);
    expect(error.toJSON()).toMatchObject({ code, status, method: 'GET', path: PATH, attempts: 1 });
  });

  test.each([
    ['not_json', '{'],
    ['empty_body', ''],
  ])('for a 200 that is not readable is %s', async (code, body) => {
    const { read } = createScriptedClient([createResponse(200, body, { 'Content-Type': 'application/json' })]);
    expect((await apiErrorOf(read())).code).toBe(code);
  });

  test('for a 500 whose body is cut off is the code of its status', async () => {
    const { read } = createScriptedClient([cutOffResponse(500, new TypeError('terminated'))]);
    expect((await apiErrorOf(read())).code).toBe('server_error');
  });
});

describe('the code of an error that a call throws', () => {
  const call = { method: 'GET', path: PATH };

  test.each<[string, ScriptedResponse]>([
    ['connection', new TypeError('fetch failed')],
    ['cut_off', cutOffResponse(200, new TypeError('terminated'))],
  ])('is %s for a NetworkError of the call', async (code, response) => {
    const { read } = createScriptedClient([response], { retry: 0 });
    const error = await rejectionOf(read());
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ ...call, code, attempts: 1, during: 'call' });
  });

  test('is cut_off for a NetworkError of the token request whose response is cut off', async () => {
    const { read } = createScriptedClient([cutOffResponse(200, new TypeError('terminated'))], {
      auth: clientCredentials(CLIENT),
    });
    expect(await rejectionOf(read())).toMatchObject({ ...call, code: 'cut_off', attempts: 1, during: 'token' });
  });

  test.each([
    [200, 'token_unusable'],
    [302, 'token_unavailable'],
    [400, 'token_unavailable'],
    [401, 'token_denied'],
    [403, 'token_denied'],
    [500, 'token_unavailable'],
  ])('is, for a TokenError with the status %i, %s', async (status, code) => {
    const { read } = createScriptedClient([createResponse(status, {})], { auth: clientCredentials(CLIENT) });
    const error = await rejectionOf(read());
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toBeInstanceOf(ManagementError);
    expect(error).toMatchObject({ ...call, code, status, attempts: 1 });
  });

  test.each([
    [302, 'token_unavailable'],
    [400, 'token_denied'],
    [408, 'token_unavailable'],
    [429, 'token_unavailable'],
    [500, 'token_unavailable'],
  ])('is, for a TokenError with the status %i and an OAuth error code, %s', async (status, code) => {
    useFakeTime();
    const response = () => createResponse(status, { error: 'invalid_client' });
    const isRetried = status === 408 || status === 429;
    const { read } = createScriptedClient(isRetried ? [response, response, response] : [response], {
      auth: clientCredentials(CLIENT),
    });
    expect(await advanceUntilSettled(rejectionOf(read()))).toMatchObject({ code, error: 'invalid_client' });
  });

  test('is timeout for a TimeoutError, which also has the number of times that the request was sent', async () => {
    useFakeTime();
    const cases: [number, ScriptedResponse, object][] = [
      [1, neverResponds, {}],
      [1, endlessResponse(200), {}],
      [0, neverResponds, { auth: clientCredentials(CLIENT) }],
    ];
    for (const [attempts, response, options] of cases) {
      const { read } = createScriptedClient([response], options);
      const error = await advanceUntilSettled(rejectionOf(read({ timeout: 1_000 })));
      expect(error).toBeInstanceOf(TimeoutError);
      expect(error).toMatchObject({ ...call, name: 'TimeoutError', code: 'timeout', attempts });
      expect(JSON.parse(JSON.stringify(error))).toEqual({ ...error, message: error.message });
    }
  });
});

test('two calls that share a failed token request get two errors, each with its own method and path', async () => {
  const { read, remove } = createScriptedClient([createResponse(401, { error: 'access_denied' })], {
    auth: clientCredentials(CLIENT),
  });
  const [first, second] = await Promise.all([rejectionOf(read()), rejectionOf(remove())]);
  expect(first).toMatchObject({ method: 'GET', path: PATH, error: 'access_denied' });
  expect(second).toMatchObject({ method: 'DELETE', path: PATH, error: 'access_denied' });
  expect(second.message).toBe(first.message);
});

test('an error of a token source that no client calls has the method and the path of the token request', async () => {
  const fetch = async () => createResponse(401, {});
  const signal = new AbortController().signal;
  for (const call of [{}, { method: 'GET' }, { path: '/' }]) {
    const request = { origin: 'https://acme.example.com', fetch, signal, ...call };
    expect(await rejectionOf(clientCredentials(CLIENT)(request))).toMatchObject({
      ...{ method: 'POST', path: '/oauth/token/' },
      code: 'token_denied',
    });
  }
});

test('isBulkError recognizes a BulkError, and no other error of this package', () => {
  expect(isBulkError(new BulkError('the run stopped'))).toBe(true);
  expect(isBulkError(networkError)).toBe(false);
  expect(isBulkError(Object.assign(new Error('x'), { name: 'BulkError' }))).toBe(false);
});

test('isManagementError recognizes the errors of this package, and no other error', () => {
  expect(isManagementError(new BulkError('the run stopped'))).toBe(true);
  for (const other of [new Error('x'), Object.assign(new Error('x'), { name: 'ApiError' }), undefined, null, 'x']) {
    expect(isManagementError(other)).toBe(false);
  }
});

test('a BulkError has a code, an index and numbers in its JSON, and no cause', () => {
  const error = new BulkError('the run stopped', 7, { cause: new Error('s3cret') });
  expect(error).toBeInstanceOf(ManagementError);
  expect(JSON.parse(JSON.stringify(error))).toEqual({
    name: 'BulkError',
    message: 'the run stopped',
    code: 'stopped',
    index: 7,
    finished: 0,
    missing: 0,
    failed: 0,
  });
});
