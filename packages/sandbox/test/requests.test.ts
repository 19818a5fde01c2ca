import type { RequestFilter } from 'tenant-management-sandbox';
import { describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import {
  callOperation,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  PROFILE_ID,
  READ,
  requestAccessToken,
  requestToken,
  startTestSandbox,
  startWithToken,
} from './sandbox-client.ts';

/** A delay that is longer than any test. */
const HOUR_MS = 3_600_000;

describe('requests.waitFor()', () => {
  test('resolves with a request that is received later, with its status', async () => {
    const sandbox = await startTestSandbox();
    const waiting = sandbox.requests.waitFor({ operation: DELETE_ENROLLMENT }, { timeout: HOUR_MS });
    const token = await requestAccessToken(sandbox);
    await callOperation(sandbox, READ, { token });
    await callOperation(sandbox, DELETE_ENROLLMENT, { token });
    const request = await waiting;
    expect(request).toMatchObject({ method: 'DELETE', params: { id: ENROLLMENT_ID }, status: 204 });
    expect(request).toBe(sandbox.requests[2]);
  });

  test('resolves with the oldest matching request that was received before the call', async () => {
    const sandbox = await startTestSandbox();
    await requestToken(sandbox);
    await callOperation(sandbox, READ);
    await callOperation(sandbox, READ);
    expect(await sandbox.requests.waitFor({ operation: READ })).toBe(sandbox.requests[1]);
  });

  test('resolves with a request for which a function returns true', async () => {
    const sandbox = await startTestSandbox();
    const waiting = sandbox.requests.waitFor(({ status }) => status === 404);
    await fetch(sandbox.jwksUrl);
    await fetch(sandbox.baseUrl);
    expect(await waiting).toMatchObject({ path: '/api/v2', status: 404 });
  });

  test.each<[string, RequestFilter]>([
    ['the id in the path', { id: PROFILE_ID }],
    ['the method', { method: 'GET' }],
    ['the path', { path: `/api/v2/token-exchange-profiles/${PROFILE_ID}` }],
    ['the client', { operation: READ, clientId: 'sandbox-client' }],
    ['the status', { operation: READ, status: 200 }],
    ['the fault', { fault: 'pass' }],
    ['all fields together', { id: PROFILE_ID, method: 'GET', status: 200, fault: 'pass' }],
  ])('selects a request by %s', async (_what, filter) => {
    const { sandbox, call } = await startWithToken();
    await callOperation(sandbox, DELETE_ENROLLMENT, { authorization: 'Bearer no-jwt' });
    sandbox.fail({ with: 'pass' });
    await call(READ);
    expect(await sandbox.requests.waitFor(filter)).toBe(sandbox.requests[2]);
  });

  test('does not resolve with a request whose response is delayed', async () => {
    const sandbox = await startTestSandbox({ latency: HOUR_MS });
    const call = rejectionOf(callOperation(sandbox, READ));
    await vi.waitFor(() => expect(sandbox.requests).toHaveLength(1));
    const error = await rejectionOf(sandbox.requests.waitFor({ operation: READ }, { timeout: 0 }));
    expect(error.message).toContain(`GET /api/v2/token-exchange-profiles/${PROFILE_ID} without a response`);
    await sandbox.close();
    await call;
  });

  test('rejects after the timeout with a TimeoutError that lists the last requests', async () => {
    const sandbox = await startTestSandbox();
    await callOperation(sandbox, READ);
    sandbox.fail({ operation: DELETE_PROFILE, with: 'reset' });
    await rejectionOf(callOperation(sandbox, DELETE_PROFILE));
    const error = await rejectionOf(sandbox.requests.waitFor({ operation: DELETE_ENROLLMENT }, { timeout: 1 }));
    expect(error).toBeInstanceOf(DOMException);
    expect(error.name).toBe('TimeoutError');
    const path = `/api/v2/token-exchange-profiles/${PROFILE_ID}`;
    expect(error.message).toBe(
      `The sandbox received no request that matches {"operation":"${DELETE_ENROLLMENT}"} in 1 ms. The last requests were: GET ${path} 401, DELETE ${path} reset`,
    );
  });

  test('rejects after the timeout with a message that the sandbox received no request', async () => {
    const sandbox = await startTestSandbox();
    const error = await rejectionOf(sandbox.requests.waitFor(() => true, { timeout: 1 }));
    expect(error.message).toBe(
      'The sandbox received no request that matches the function in 1 ms. It received no requests at all',
    );
  });

  test('rejects with the reason of an aborted signal, also of another realm', async () => {
    const sandbox = await startTestSandbox();
    const abort = new AbortController();
    const waiting = rejectionOf(sandbox.requests.waitFor({ operation: READ }, { signal: abort.signal }));
    const reason = new Error('enough');
    abort.abort(reason);
    expect(await waiting).toBe(reason);
    const signal = Object.setPrototypeOf(new EventTarget(), { throwIfAborted: () => abort.signal.throwIfAborted() });
    expect(await rejectionOf(sandbox.requests.waitFor({ operation: READ }, { signal }))).toBe(reason);
  });

  test('rejects with the error that the filter function throws', async () => {
    const sandbox = await startTestSandbox();
    const error = new Error('no id');
    const fail = () => {
      throw error;
    };
    const waiting = rejectionOf(sandbox.requests.waitFor(fail));
    expect((await callOperation(sandbox, READ)).status).toBe(401);
    expect(await waiting).toBe(error);
    expect(await rejectionOf(sandbox.requests.waitFor(fail))).toBe(error);
  });

  test('rejects when the sandbox is closed', async () => {
    const sandbox = await startTestSandbox();
    const waiting = rejectionOf(sandbox.requests.waitFor({ operation: READ }));
    await sandbox.close();
    expect((await waiting).message).toBe('The sandbox was closed before it received a matching request');
  });

  test('ignores requests that were received before reset(), and still waits after reset()', async () => {
    const sandbox = await startTestSandbox();
    await callOperation(sandbox, READ);
    sandbox.reset();
    const waiting = sandbox.requests.waitFor({ operation: READ });
    sandbox.reset();
    await callOperation(sandbox, READ);
    expect(await waiting).toBe(sandbox.requests[0]);
  });
});
