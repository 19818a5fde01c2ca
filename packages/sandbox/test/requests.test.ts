// Tests of the record of requests, and of waiting for a request.
import { once } from 'node:events';
import { get } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportSPKI, generateKeyPair } from 'jose';
import type { RequestFilter, SandboxOptions } from 'tenant-management-sandbox';
import { describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import {
  callOperation,
  createClock,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  NO_CLIENT,
  PROFILE_ID,
  READ,
  requestAccessToken,
  requestToken,
  signAssertion,
  startTestSandbox,
  startWithToken,
  withAssertion,
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

describe('the record of requests', () => {
  test('contains each request and its outcome', async () => {
    const { clock, advance } = createClock(1_767_225_600_000);
    const { sandbox, call } = await startWithToken({ clock });
    advance(1000);
    await call(READ, { query: '?fields=name' });
    expect(sandbox.requests).toEqual([
      {
        at: 1_767_225_600_000,
        method: 'POST',
        path: '/oauth/token/',
        headers: expect.objectContaining({ 'content-type': 'application/x-www-form-urlencoded' }),
        operation: 'token',
        clientId: 'sandbox-client',
        status: 200,
      },
      {
        at: 1_767_225_601_000,
        method: 'GET',
        path: `/api/v2/token-exchange-profiles/${PROFILE_ID}?fields=`,
        headers: expect.objectContaining({ authorization: 'Bearer' }),
        operation: READ,
        params: { id: PROFILE_ID },
        clientId: 'sandbox-client',
        status: 400,
      },
    ]);
  });

  test('contains the status null if the caller disconnected before the response', async () => {
    // The sandbox calls `clock` when it records a request, and then waits for the latency.
    const clock = vi.fn(() => 0);
    const { baseUrl, requests } = await startTestSandbox({ latency: 200, clock });
    const caller = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    clock.mockImplementation(() => {
      caller.destroy();
      return 0;
    });
    caller.write('GET /a HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await requests.waitFor({ path: '/a' })).toMatchObject({ method: 'GET', status: null });
  });

  test('contains the same requests as the calls of onRequest', async () => {
    const onRequest = vi.fn<NonNullable<SandboxOptions['onRequest']>>();
    const sandbox = await startTestSandbox({ onRequest });
    await callOperation(sandbox, READ);
    await callOperation(sandbox, DELETE_PROFILE);
    await vi.waitFor(() => expect(onRequest).toHaveBeenCalledTimes(2));
    expect(onRequest.mock.calls).toEqual(sandbox.requests.map((request) => [request, expect.any(Number)]));
  });

  test('contains no token and no secret, even if a caller sends them in the query or in cookie or proxy header fields', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const clients = [{ clientId: 'my-service', publicKey: await exportSPKI(publicKey) }];
    const { sandbox, token, call } = await startWithToken({ clients });
    const assertion = await signAssertion({ aud: sandbox.tokenUrl }, privateKey);
    const basic = Buffer.from('sandbox-client:sandbox-secret').toString('base64');
    await requestToken(sandbox, NO_CLIENT, { Authorization: `Basic ${basic}` });
    await requestToken(sandbox, withAssertion(assertion));
    await call(READ);
    await callOperation(sandbox, READ, { authorization: token });
    await callOperation(sandbox, READ, { authorization: `${token} ${token}` });
    await callOperation(sandbox, READ, { query: `?access%5Ftoken=${token}` });
    await fetch(`${sandbox.tokenUrl}?grant_type=client_credentials&client_secret=sandbox-secret`, { method: 'POST' });
    await sendCredentialFields(sandbox.baseUrl, basic);
    const record = JSON.stringify(sandbox.requests);
    expect(sandbox.requests).toHaveLength(9);
    expect(sandbox.requests.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([token, assertion, basic, 'sandbox-secret'].filter((secret) => record.includes(secret))).toEqual([]);
    expect(sandbox.requests.at(-2)?.path).toBe('/oauth/token/?grant_type=&client_secret=');
    expect(Object.keys(sandbox.requests.at(-1)?.headers ?? {}).toSorted()).toEqual([
      'connection',
      'host',
      'x-request-id',
    ]);
  });

  /** Sends credentials in header fields that fetch cannot send. */
  async function sendCredentialFields(baseUrl: string, basic: string): Promise<void> {
    const headers = {
      'Proxy-Authorization': `Basic ${basic}`,
      Cookie: `session=${basic}`,
      'X-Request-Id': '1',
      Connection: 'close',
    };
    const [response] = await once(get(`${baseUrl}/token-exchange-profiles/${PROFILE_ID}`, { headers }), 'response');
    await text(response);
    expect(response.statusCode).toBe(401);
  }

  test('keeps the last 1,000 requests', async () => {
    const { baseUrl, requests } = await startTestSandbox();
    // Use one connection for all requests, because new connections would be slower.
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    const paths = Array.from({ length: 1005 }, (_none, index) => `/${index}`);
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
    socket.write('GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await text(socket);
    expect(requests).toHaveLength(1000);
    expect([requests[0]?.path, requests.at(-1)?.path]).toEqual(['/6', '/last']);
  });
});
