import type { Fault, Sandbox } from 'tenant-management-sandbox';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type ManagementClient } from '../../src/index.js';
import { rejectionOf, thrownBy } from '../../test/support/expected-errors.js';
import { withOtherSignature } from '../../test/support/signature.ts';
import { examples } from './documented-responses.ts';
import {
  call,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  PROFILE_ID,
  READ,
  rateLimitOf,
  requestAccessToken,
  requestToken,
  startTestSandbox,
} from './sandbox-client.ts';

const NOW_MS = 1_767_225_600_000;
const WRONG_KIND = 'with must be reset, stall, truncate, html or a status from 300 to 599';

// Without jitter, the client's backoff is 0.
beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => void vi.restoreAllMocks());
});

const connect = ({ baseUrl, credentials }: Sandbox, retry = 0): ManagementClient =>
  createManagementClient({ baseUrl, auth: clientCredentials(credentials), retry });
const read = (management: ManagementClient, options: { signal?: AbortSignal } = {}) =>
  management.GET('/token-exchange-profiles/{id}', { params: { path: { id: PROFILE_ID } }, ...options });
const removeEnrollment = (management: ManagementClient) =>
  management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: ENROLLMENT_ID } } });

describe('reset', () => {
  test('breaks the connection, and the operation is not performed', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 'reset' });
    const error = await rejectionOf(removeEnrollment(connect(sandbox)));
    expect(error).toMatchObject({ name: 'NetworkError', cause: { cause: { code: 'ECONNRESET' } } });
    expect(sandbox.enrollments.has(ENROLLMENT_ID)).toBe(true);
    expect(sandbox.requests.at(-1)).toMatchObject({ operation: DELETE_ENROLLMENT, fault: 'reset' });
    expect(sandbox.requests.at(-1)).not.toHaveProperty('status');
  });

  test('is retried by a client', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 'reset', times: 2 });
    const { data } = await read(connect(sandbox, 2));
    expect(data).toMatchObject({ id: PROFILE_ID });
    expect(sandbox.requests.map(({ fault, status }) => fault ?? status)).toEqual([200, 'reset', 'reset', 200]);
  });

  test('of the token endpoint rejects the token request', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ operation: 'token', with: 'reset' });
    expect((await rejectionOf(requestAccessToken(sandbox))).cause).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('stall', () => {
  test('sends no response until the caller disconnects, and the operation is not performed', async () => {
    const leave = new AbortController();
    const sandbox = await startTestSandbox({ onRequest: ({ fault }) => fault === 'stall' && leave.abort() });
    sandbox.fail({ with: 'stall' });
    const error = await rejectionOf(read(connect(sandbox), { signal: leave.signal }));
    expect(error.name).toBe('AbortError');
    expect(sandbox.requests.at(-1)).toMatchObject({ operation: READ, fault: 'stall' });
    expect(sandbox.requests.at(-1)).not.toHaveProperty('status');
  });

  test('ends with the sandbox', async () => {
    const closed: Promise<void>[] = [];
    const sandbox = await startTestSandbox({
      onRequest: ({ fault }) => fault === 'stall' && closed.push(sandbox.close()),
    });
    sandbox.fail({ with: 'stall' });
    expect((await rejectionOf(read(connect(sandbox)))).name).toBe('NetworkError');
    expect(await Promise.all(closed)).toEqual([undefined]);
  });
});

describe('truncate', () => {
  test('performs the operation: a retried DELETE returns 404', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ operation: DELETE_ENROLLMENT, with: 'truncate' });
    const { error } = await removeEnrollment(connect(sandbox, 2));
    expect(error).toMatchObject({ status: 404, attempts: 2 });
    expect(error?.message).toBe('404 Not Found: DELETE /guardian/enrollments/{id}: Enrollment not found (attempt 2)');
    expect(sandbox.enrollments.size).toBe(0);
  });

  test('cuts a body off after its status', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 'truncate' });
    const authorization = `Bearer ${await requestAccessToken(sandbox)}`;
    const response = await fetch(`${sandbox.baseUrl}/token-exchange-profiles/${PROFILE_ID}`, {
      headers: { Authorization: authorization },
    });
    expect(response.status).toBe(200);
    expect(await rejectionOf(response.text())).toBeInstanceOf(TypeError);
    expect(sandbox.requests.at(-1)).toMatchObject({ fault: 'truncate', clientId: 'sandbox-client' });
  });

  test('cuts the body of a 404 off', async () => {
    const sandbox = await startTestSandbox({ profiles: [] });
    sandbox.fail({ with: 'truncate' });
    const response = await fetch(`${sandbox.baseUrl}/token-exchange-profiles/${PROFILE_ID}`, {
      headers: { Authorization: `Bearer ${await requestAccessToken(sandbox)}` },
    });
    expect(response.status).toBe(404);
    expect(await rejectionOf(response.text())).toBeInstanceOf(TypeError);
  });
});

describe('html', () => {
  test('sends a page with 200, and the operation is not performed', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 'html' });
    const { error } = await removeEnrollment(connect(sandbox));
    expect(error).toMatchObject({ status: 200 });
    expect(error?.headers.get('Content-Type')).toBe('text/html');
    expect(error?.body).toMatch(/^<!doctype html>/);
    expect(sandbox.enrollments.has(ENROLLMENT_ID)).toBe(true);
    expect(sandbox.requests.at(-1)).toMatchObject({ fault: 'html', status: 200 });
  });

  test('of the token endpoint is not a token', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ operation: 'token', with: 'html' });
    const error = await rejectionOf(read(connect(sandbox)));
    expect(error).toMatchObject({ name: 'TokenError', status: 200 });
  });
});

describe('a status', () => {
  test.each(examples)(
    'is sent by $operation, valid by the document, and the operation is not performed',
    async (example) => {
      const sandbox = await startTestSandbox({ clock: () => NOW_MS });
      sandbox.fail({ with: 429 });
      const answer = await call(sandbox, example.operation, { token: await requestAccessToken(sandbox) });
      expect(answer.status).toBe(429);
      expect(rateLimitOf(answer)).toEqual(['5', '0', '1767225601']);
      expect([sandbox.profiles.size, sandbox.enrollments.size]).toEqual([1, 1]);
    },
  );

  test.each([302, 403, 500, 503, 599])('can be %d', async (status) => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: status });
    const { error } = await removeEnrollment(connect(sandbox));
    expect(error).toMatchObject({
      status,
      body: { statusCode: status, message: 'Injected fault' },
      rateLimit: undefined,
    });
    expect(sandbox.enrollments.has(ENROLLMENT_ID)).toBe(true);
    expect(sandbox.requests.at(-1)).toMatchObject({ fault: status, status });
  });

  test('can be 304, which has no body', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 304 });
    const { error } = await read(connect(sandbox));
    expect(error).toMatchObject({ status: 304, body: undefined });
  });

  test('503 is retried by a client', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 503 });
    expect((await read(connect(sandbox, 1))).data).toMatchObject({ id: PROFILE_ID });
  });

  test.each([
    [500, 'server_error', [null, null]],
    [429, 'too_many_requests', ['30', '0']],
  ])('of the token endpoint can be %d, with %s', async (status, error, headers) => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ operation: 'token', with: status });
    const answer = await requestToken(sandbox);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, error_description: 'Injected fault' });
    expect(rateLimitOf(answer).slice(0, 2)).toEqual(headers);
  });
});

describe('a fault', () => {
  test('of one operation does not happen to other operations', async () => {
    const sandbox = await startTestSandbox();
    const token = await requestAccessToken(sandbox);
    sandbox.fail({ operation: DELETE_PROFILE, with: 500 });
    expect((await call(sandbox, READ, { token })).status).toBe(200);
    expect((await call(sandbox, DELETE_ENROLLMENT, { token })).status).toBe(204);
    expect((await call(sandbox, DELETE_PROFILE, { token })).status).toBe(500);
    expect((await call(sandbox, DELETE_PROFILE, { token })).status).toBe(204);
  });

  test('without an operation happens only to the API', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 500 });
    expect((await requestToken(sandbox)).status).toBe(200);
    expect((await fetch(sandbox.jwksUrl)).status).toBe(200);
    expect((await fetch(sandbox.baseUrl)).status).toBe(404);
    expect((await call(sandbox, DELETE_PROFILE, { token: await requestAccessToken(sandbox) })).status).toBe(500);
  });

  test('of the token endpoint does not happen to the API', async () => {
    const sandbox = await startTestSandbox();
    const token = await requestAccessToken(sandbox);
    sandbox.fail({ operation: 'token', with: 500 });
    expect((await call(sandbox, READ, { token })).status).toBe(200);
    expect((await requestToken(sandbox)).status).toBe(500);
  });

  test('happens as many times as requested, the oldest fault first', async () => {
    const sandbox = await startTestSandbox();
    const token = await requestAccessToken(sandbox);
    sandbox.fail({ with: 503, times: 2 });
    sandbox.fail({ operation: DELETE_PROFILE, with: 500 });
    const statuses = [];
    for (let count = 0; count < 4; count += 1) statuses.push((await call(sandbox, DELETE_PROFILE, { token })).status);
    expect(statuses).toEqual([503, 503, 500, 204]);
  });

  test('is unchanged by later changes of the object', async () => {
    const sandbox = await startTestSandbox();
    const token = await requestAccessToken(sandbox);
    const fault: { with: number; times: number } = { with: 500, times: 1 };
    sandbox.fail(fault);
    Object.assign(fault, { with: 503, times: 9 });
    expect((await call(sandbox, DELETE_PROFILE, { token })).status).toBe(500);
    expect((await call(sandbox, DELETE_PROFILE, { token })).status).toBe(204);
  });

  test.each<[string, Fault['with'], (token: string) => string | undefined, number]>([
    ['a status', 503, () => undefined, 401],
    ['a status', 503, () => 'Bearer no-jwt', 400],
    ['html', 'html', (token) => `Bearer ${withOtherSignature(token)}`, 401],
    ['truncate', 'truncate', () => undefined, 401],
  ])('that is %s (%s) does not count a call that is refused for its token', async (_what, kind, change, status) => {
    const sandbox = await startTestSandbox();
    const token = await requestAccessToken(sandbox);
    sandbox.fail({ with: kind, times: 1 });
    expect((await call(sandbox, READ, { authorization: change(token) })).status).toBe(status);
    expect(sandbox.requests.at(-1)).not.toHaveProperty('fault');
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${sandbox.baseUrl}/token-exchange-profiles/${PROFILE_ID}`, { headers });
    expect(sandbox.requests.at(-1)).toMatchObject({ fault: kind, clientId: 'sandbox-client' });
  });

  test('does not count a call of a client that is not global', async () => {
    const client = { clientId: 'not-global', clientSecret: 'secret', global: false };
    const sandbox = await startTestSandbox({ clients: [client] });
    sandbox.fail({ with: 503 });
    expect((await call(sandbox, DELETE_PROFILE, { token: await requestAccessToken(sandbox, client) })).status).toBe(
      401,
    );
    expect((await call(sandbox, DELETE_PROFILE, { token: await requestAccessToken(sandbox) })).status).toBe(503);
  });

  test('that resets the connection happens before the token is checked', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 'reset' });
    expect((await rejectionOf(call(sandbox, READ, {}))).cause).toMatchObject({ code: 'ECONNRESET' });
    expect((await call(sandbox, READ, {})).status).toBe(401);
  });

  test('that stalls happens before the token is checked', async () => {
    const leave = new AbortController();
    const sandbox = await startTestSandbox({ onRequest: ({ fault }) => fault === 'stall' && leave.abort() });
    sandbox.fail({ with: 'stall' });
    const url = `${sandbox.baseUrl}/token-exchange-profiles/${PROFILE_ID}`;
    expect((await rejectionOf(fetch(url, { signal: leave.signal }))).name).toBe('AbortError');
    expect((await call(sandbox, READ, {})).status).toBe(401);
  });

  test('that resets the connection waits for an older fault of another kind', async () => {
    const sandbox = await startTestSandbox();
    const token = await requestAccessToken(sandbox);
    sandbox.fail({ with: 503 });
    sandbox.fail({ with: 'reset' });
    expect((await call(sandbox, READ, {})).status).toBe(401);
    expect((await call(sandbox, DELETE_PROFILE, { token })).status).toBe(503);
    expect((await rejectionOf(call(sandbox, READ, { token }))).cause).toMatchObject({ code: 'ECONNRESET' });
  });
});

test.each<[string, unknown, string]>([
  ['null in its place', null, 'pass an object with operation, with and times'],
  [
    'a misspelt option',
    { with: 'reset', time: 2 },
    'unknown option "time"; did you mean "times"? Valid options: operation, with, times',
  ],
  [
    'an unknown operation',
    { with: 'reset', operation: 'get_clients' },
    `operation must be one of ${READ}, ${DELETE_PROFILE}, ${DELETE_ENROLLMENT}, token`,
  ],
  ['an unknown kind', { with: 'explode' }, WRONG_KIND],
  ['no kind', {}, WRONG_KIND],
  ['a success', { with: 299 }, WRONG_KIND],
  ['no status', { with: 600 }, WRONG_KIND],
  ['half a status', { with: 500.5 }, WRONG_KIND],
  ['times: 0', { with: 'reset', times: 0 }, 'times must be a positive integer'],
  ['half a time', { with: 'reset', times: 1.5 }, 'times must be a positive integer'],
])('a fault with %s is refused and does not happen', async (_what, fault, message) => {
  const sandbox = await startTestSandbox();
  // As in plain JavaScript, without types.
  const error = thrownBy(() => sandbox.fail(fault as Fault));
  expect(error).toBeInstanceOf(TypeError);
  expect(error.message).toBe(`fail: ${message}`);
  expect((await call(sandbox, READ, { token: await requestAccessToken(sandbox) })).status).toBe(200);
});
