import type { Fault, Sandbox } from 'tenant-management-sandbox';
import { withOtherSignature } from 'tools-contract/invalid-tokens';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type ManagementClient } from '../../../src/index.ts';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import {
  callOperation,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  examples,
  PROFILE_ID,
  READ,
  rateLimitFields,
  requestAccessToken,
  requestToken,
  startTestSandbox,
  startWithToken,
} from './sandbox-client.ts';

const NOW_MS = 1_767_225_600_000;

// The client multiplies its backoff by a random number. If this number is 0, the backoff is 0.
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

test('the fault reset breaks the connection, and the operation is not performed', async () => {
  const sandbox = await startTestSandbox();
  sandbox.fail({ with: 'reset' });
  const error = await rejectionOf(removeEnrollment(connect(sandbox)));
  expect(error).toMatchObject({ name: 'NetworkError', cause: { cause: { code: 'ECONNRESET' } } });
  expect(sandbox.enrollments.has(ENROLLMENT_ID)).toBe(true);
  expect(sandbox.requests.at(-1)).toMatchObject({ operation: DELETE_ENROLLMENT, fault: 'reset', status: null });
});

test('the fault stall sends no response until the caller disconnects, and the operation is not performed', async () => {
  const disconnect = new AbortController();
  const sandbox = await startTestSandbox({ onRequest: ({ fault }) => fault === 'stall' && disconnect.abort() });
  sandbox.fail({ with: 'stall' });
  const error = await rejectionOf(read(connect(sandbox), { signal: disconnect.signal }));
  expect(error.name).toBe('AbortError');
  expect(sandbox.requests.at(-1)).toMatchObject({ operation: READ, fault: 'stall', status: null });
});

describe('the fault truncate', () => {
  test('performs the operation before it cuts off the response, so a retried DELETE returns 404', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ operation: DELETE_ENROLLMENT, with: 'truncate' });
    const { error } = await removeEnrollment(connect(sandbox, 2));
    expect(error).toMatchObject({ status: 404, attempts: 2 });
    expect(error?.message).toBe('404 Not Found: DELETE /guardian/enrollments/{id}: Enrollment not found (attempt 2)');
    expect(sandbox.enrollments.size).toBe(0);
  });

  test.each([
    [200, {}],
    [404, { profiles: [] }],
  ])('sends the status line of a %d response and cuts off the body', async (status, options) => {
    const sandbox = await startTestSandbox(options);
    sandbox.fail({ with: 'truncate' });
    const response = await fetch(`${sandbox.baseUrl}/token-exchange-profiles/${PROFILE_ID}`, {
      headers: { Authorization: `Bearer ${await requestAccessToken(sandbox)}` },
    });
    expect(response.status).toBe(status);
    expect(await rejectionOf(response.text())).toBeInstanceOf(TypeError);
    expect(sandbox.requests.at(-1)).toMatchObject({ fault: 'truncate', clientId: 'sandbox-client', status: null });
  });
});

test('the fault html sends an HTML page with 200, and the operation is not performed', async () => {
  const sandbox = await startTestSandbox();
  sandbox.fail({ with: 'html' });
  const { error } = await removeEnrollment(connect(sandbox));
  expect(error).toMatchObject({ status: 200 });
  expect(error?.headers.get('Content-Type')).toBe('text/html');
  expect(error?.body).toMatch(/^<!doctype html>/);
  expect(sandbox.enrollments.has(ENROLLMENT_ID)).toBe(true);
  expect(sandbox.requests.at(-1)).toMatchObject({ fault: 'html', status: 200 });
});

describe('a fault with a status', () => {
  test.each(examples)(
    '429 makes $operation return the documented 429 with rate-limit header fields, and the operation is not performed',
    async (example) => {
      const sandbox = await startTestSandbox({ clock: () => NOW_MS });
      sandbox.fail({ with: 429 });
      const response = await callOperation(sandbox, example.operation, { token: await requestAccessToken(sandbox) });
      expect(response.status).toBe(429);
      expect(rateLimitFields(response)).toEqual(['5', '0', '1767225601']);
      expect([sandbox.profiles.size, sandbox.enrollments.size]).toEqual([1, 1]);
    },
  );

  test.each([302, 403, 500, 503, 599])(
    '%d makes the API return this status with a JSON body, and the operation is not performed',
    async (status) => {
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
    },
  );

  test('304 makes the API return a 304 without a body', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 304 });
    const { error } = await read(connect(sandbox));
    expect(error).toMatchObject({ status: 304, body: undefined });
  });

  test.each([
    [500, 'server_error', [null, null]],
    [429, 'too_many_requests', ['30', '0']],
  ])('%d makes the token endpoint return this status with the error code %s', async (status, error, headers) => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ operation: 'token', with: status });
    const response = await requestToken(sandbox);
    expect([response.status, response.body]).toEqual([status, { error, error_description: 'Injected fault' }]);
    expect(rateLimitFields(response).slice(0, 2)).toEqual(headers);
  });
});

describe('a fault', () => {
  test('with a body does not add the body to a response with 204', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ operation: DELETE_ENROLLMENT, with: 'pass', body: {} });
    const token = await requestAccessToken(sandbox);
    expect(await callOperation(sandbox, DELETE_ENROLLMENT, { token })).toMatchObject({ status: 204, body: undefined });
  });

  test('without an operation affects only the operations of the API', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 500 });
    expect((await requestToken(sandbox)).status).toBe(200);
    expect((await fetch(sandbox.jwksUrl)).status).toBe(200);
    expect((await fetch(sandbox.baseUrl)).status).toBe(404);
    expect((await callOperation(sandbox, DELETE_PROFILE, { token: await requestAccessToken(sandbox) })).status).toBe(
      500,
    );
  });

  test.each<[string, Fault, (token: string) => string | undefined]>([
    ['with a status', { with: 503 }, () => undefined],
    ['with a status', { with: 503 }, () => 'Bearer no-jwt'],
    ['with a status and an effect', { with: 503, match: () => true, afterEffect: true }, () => undefined],
    ['that sends an HTML page to matching calls', { with: 'html', match: () => true }, () => undefined],
    ['that sends an HTML page', { with: 'html' }, (token) => `Bearer ${withOtherSignature(token)}`],
    ['that cuts off the response', { with: 'truncate' }, () => undefined],
  ])('%s (%j) does not affect a call whose token is rejected', async (_what, fault, change) => {
    const { sandbox, token } = await startWithToken();
    sandbox.fail(fault);
    expect((await callOperation(sandbox, READ, { authorization: change(token) })).status).toBe(401);
    expect(sandbox.requests.at(-1)).not.toHaveProperty('fault');
    const headers = { Authorization: `Bearer ${token}` };
    await fetch(`${sandbox.baseUrl}/token-exchange-profiles/${PROFILE_ID}`, { headers });
    expect(sandbox.requests.at(-1)).toMatchObject({ fault: fault.with, clientId: 'sandbox-client' });
  });

  test('has no effect on calls whose token belongs to a client that is not global', async () => {
    const client = { clientId: 'not-global', clientSecret: 'secret', global: false };
    const sandbox = await startTestSandbox({ clients: [client] });
    sandbox.fail({ with: 503 });
    expect(
      (await callOperation(sandbox, DELETE_PROFILE, { token: await requestAccessToken(sandbox, client) })).status,
    ).toBe(401);
    expect((await callOperation(sandbox, DELETE_PROFILE, { token: await requestAccessToken(sandbox) })).status).toBe(
      503,
    );
  });

  test('that resets the connection is applied before the token is checked', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ with: 'reset' });
    expect((await rejectionOf(callOperation(sandbox, READ))).cause).toMatchObject({ code: 'ECONNRESET' });
    expect((await callOperation(sandbox, READ)).status).toBe(401);
  });

  test('that resets the connection is applied after an older fault of another kind', async () => {
    const { sandbox, call } = await startWithToken();
    sandbox.fail({ with: 503 });
    sandbox.fail({ with: 'reset' });
    expect((await callOperation(sandbox, READ)).status).toBe(401);
    expect((await call(DELETE_PROFILE)).status).toBe(503);
    expect((await rejectionOf(call(READ))).cause).toMatchObject({ code: 'ECONNRESET' });
  });
});
