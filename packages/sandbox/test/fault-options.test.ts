// Tests of the options of a fault: selecting requests, using several kinds, and changing the response.
import type { SandboxOptions } from 'tenant-management-sandbox';
import { describe, expect, test, vi } from 'vitest';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import {
  callOperation,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  PROFILE_ID,
  READ,
  startTestSandbox,
  startWithToken,
} from './sandbox-client.ts';

/** A delay that is longer than any test. */
const HOUR_MS = 3_600_000;

/** Starts a sandbox, and returns it with functions that call operations with a token and do not check the responses. */
async function start(options: SandboxOptions = {}) {
  const { sandbox, token } = await startWithToken(options);
  const send = (method: string, path: string, signal: AbortSignal | null) =>
    fetch(sandbox.baseUrl + path, { method, headers: { Authorization: `Bearer ${token}` }, signal });
  return {
    sandbox,
    read: (id = PROFILE_ID) => send('GET', `/token-exchange-profiles/${id}`, null),
    deleteEnrollment: (signal: AbortSignal | null = null) =>
      send('DELETE', `/guardian/enrollments/${ENROLLMENT_ID}`, signal),
  };
}

const codeOf = async (call: Promise<unknown>) => (await rejectionOf(call)).cause;

describe('the fault option `with`, set to a list,', () => {
  test('sets the kinds of fault for the next requests, in the order of the list', async () => {
    const { sandbox, read } = await start();
    sandbox.fail({ with: [429, 503, 'pass', 'reset'] });
    expect((await read()).status).toBe(429);
    expect((await read()).status).toBe(503);
    expect(await (await read()).json()).toMatchObject({ id: PROFILE_ID });
    expect(await codeOf(read())).toMatchObject({ code: 'ECONNRESET' });
    expect((await read()).status).toBe(200);
    expect(sandbox.requests.slice(1).map(({ fault }) => fault)).toEqual([429, 503, 'pass', 'reset', undefined]);
  });

  test('adds the options `headers` and `body` to each response of the list', async () => {
    const { sandbox, read } = await start();
    sandbox.fail({ with: [429, 'reset', 'pass'], headers: { 'Retry-After': 7 }, body: { id: 'other' } });
    const refused = await read();
    expect([refused.headers.get('Retry-After'), await refused.json()]).toEqual(['7', { id: 'other' }]);
    expect(await codeOf(read())).toMatchObject({ code: 'ECONNRESET' });
    const passed = await read();
    expect([passed.status, passed.headers.get('Retry-After'), await passed.json()]).toEqual([
      200,
      '7',
      { id: 'other' },
    ]);
  });
});

test('the result of fail() has a method remove() that removes only this fault and can be called twice', async () => {
  const { sandbox, read } = await start();
  const fault = sandbox.fail({ with: 503, times: 5 });
  sandbox.fail({ with: 500 });
  expect((await read()).status).toBe(503);
  fault.remove();
  fault.remove();
  expect(fault.remaining).toBe(0);
  expect([(await read()).status, (await read()).status]).toEqual([500, 200]);
});

test('times: Infinity affects all requests until the fault is removed', async () => {
  const { sandbox, read } = await start();
  const outage = sandbox.fail({ with: [503, 500], times: Number.POSITIVE_INFINITY });
  const statuses = [(await read()).status, (await read()).status, (await read()).status];
  expect([statuses, outage.remaining]).toEqual([[503, 500, 503], Number.POSITIVE_INFINITY]);
  outage.remove();
  expect((await read()).status).toBe(200);
});

describe('the fault option id', () => {
  test('selects the calls that have this value as a path parameter', async () => {
    const { sandbox, read } = await start({ profiles: [{ id: 'a/1' }, { id: 'b' }] });
    sandbox.fail({ id: 'a/1', with: 503 });
    expect([(await read('b')).status, (await read('a%2F1')).status, (await read('a%2F1')).status]).toEqual([
      200, 503, 200,
    ]);
    expect(sandbox.requests.slice(1).map(({ params }) => params)).toEqual([{ id: 'b' }, { id: 'a/1' }, { id: 'a/1' }]);
  });

  test('selects only calls that also match the option `operation`', async () => {
    const { sandbox, call } = await startWithToken();
    sandbox.fail({ operation: DELETE_PROFILE, id: PROFILE_ID, with: 503 });
    expect((await call(READ)).status).toBe(200);
    expect((await call(DELETE_PROFILE)).status).toBe(503);
  });
});

describe('the fault option match', () => {
  test('selects the requests for which the function returns true', async () => {
    const { sandbox, call } = await startWithToken();
    sandbox.fail({ match: ({ method, clientId }) => method === 'DELETE' && clientId === 'sandbox-client', with: 503 });
    expect((await call(READ)).status).toBe(200);
    expect((await call(DELETE_ENROLLMENT)).status).toBe(503);
  });

  test('lets a status replace the 401 for an invalid token', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ match: () => true, with: 400 });
    expect((await callOperation(sandbox, READ, { token: 'opaque' })).status).toBe(400);
  });

  test('makes the sandbox respond with 500 and the message of the error if the function throws', async () => {
    const { sandbox, read } = await start();
    sandbox.fail({
      match: () => {
        throw new Error('no id');
      },
      with: 503,
    });
    const response = await read();
    expect([response.status, await response.json()]).toEqual([
      500,
      expect.objectContaining({ message: 'The sandbox failed: no id' }),
    ]);
  });
});

describe('the fault options headers and body', () => {
  test('set the header fields and the body of an error response, and override the default values', async () => {
    const { sandbox, read } = await start();
    const headers = { 'x-ratelimit-remaining': 3, 'content-type': 'application/problem+json', Date: 'Mon' };
    sandbox.fail({ with: 429, headers, body: { title: 'Slow down' } });
    const response = await read();
    expect(Object.keys(headers).map((name) => response.headers.get(name))).toEqual(Object.values(headers).map(String));
    expect(response.headers.get('X-RateLimit-Limit')).toBe('5');
    expect(await response.json()).toEqual({ title: 'Slow down' });
  });

  test('override the Retry-After: 0 of a 429 if the option rateLimit is false', async () => {
    const { sandbox, read } = await start({ rateLimit: false });
    sandbox.fail({ with: 429 });
    sandbox.fail({ with: 429, headers: { 'retry-after': 1 } });
    const responses = [await read(), await read()];
    expect(responses.map(({ headers }) => headers.get('Retry-After'))).toEqual(['0', '1']);
  });

  test.each([
    ['a string', 'Bad gateway', 'Bad gateway'],
    ['null', null, 'null'],
    ['an empty string', '', ''],
  ])('can set a body that is %s', async (_what, body, text) => {
    const { sandbox, read } = await start();
    sandbox.fail({ with: 502, body });
    expect(await (await read()).text()).toBe(text);
  });
});

describe('the fault option afterEffect', () => {
  test('performs the operation before a status is sent', async () => {
    const { sandbox, deleteEnrollment } = await start();
    sandbox.fail({ with: 503, afterEffect: true });
    expect((await deleteEnrollment()).status).toBe(503);
    expect(sandbox.enrollments.size).toBe(0);
    expect((await deleteEnrollment()).status).toBe(404);
  });

  test('performs the operation before the connection is reset', async () => {
    const { sandbox, deleteEnrollment } = await start();
    sandbox.fail({ with: 'reset', afterEffect: true });
    expect(await codeOf(deleteEnrollment())).toMatchObject({ code: 'ECONNRESET' });
    expect(sandbox.enrollments.size).toBe(0);
  });

  test('resets the connection only if the API accepts the token', async () => {
    const sandbox = await startTestSandbox();
    const fault = sandbox.fail({ with: 'reset', afterEffect: true });
    expect((await callOperation(sandbox, READ)).status).toBe(401);
    expect(fault.remaining).toBe(1);
  });
});

test.each<[string, boolean, number]>([
  ['only after the delay', false, 1],
  ['before the delay with afterEffect', true, 0],
])(
  'the fault option latency delays the response, and the sandbox performs the operation %s',
  async (_what, afterEffect, size) => {
    const { sandbox, deleteEnrollment } = await start();
    const fault = sandbox.fail({ with: 'pass', latency: HOUR_MS, afterEffect });
    const disconnect = new AbortController();
    const call = rejectionOf(deleteEnrollment(disconnect.signal));
    await vi.waitFor(() => expect([fault.remaining, sandbox.enrollments.size]).toEqual([0, size]));
    disconnect.abort();
    expect((await call).name).toBe('AbortError');
    expect(sandbox.enrollments.size).toBe(size);
  },
);
