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
  requestToken,
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

  test('repeats the whole list as often as the option `times` says', async () => {
    const { sandbox, read } = await start({ rateLimit: false });
    const { remaining } = sandbox.fail({ with: [503, 'pass'], times: 2 });
    expect(remaining).toBe(4);
    const statuses = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await read()).status);
    expect(statuses).toEqual([503, 200, 503, 200, 200]);
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

  test('is copied, so that a later change of the list has no effect', async () => {
    const { sandbox, read } = await start();
    const kinds = [503, 503];
    sandbox.fail({ with: kinds });
    kinds.fill(500);
    expect([(await read()).status, (await read()).status]).toEqual([503, 503]);
  });
});

describe('the result of fail()', () => {
  test('has the number of requests that the fault will still affect', async () => {
    const { sandbox, read, deleteEnrollment } = await start();
    const fault = sandbox.fail({ operation: READ, with: 503, times: 2 });
    await deleteEnrollment();
    expect(fault.remaining).toBe(2);
    await read();
    expect(fault.remaining).toBe(1);
    await read();
    expect(fault.remaining).toBe(0);
    expect((await read()).status).toBe(200);
  });

  test('has a method remove() that removes only this fault and can be called twice', async () => {
    const { sandbox, read } = await start();
    const fault = sandbox.fail({ with: 503, times: 5 });
    sandbox.fail({ with: 500 });
    expect((await read()).status).toBe(503);
    fault.remove();
    fault.remove();
    expect(fault.remaining).toBe(0);
    expect([(await read()).status, (await read()).status]).toEqual([500, 200]);
  });

  test('has the value 0 in `remaining` after reset()', async () => {
    const { sandbox, read } = await start();
    const fault = sandbox.fail({ with: 503, times: Number.POSITIVE_INFINITY });
    expect(fault.remaining).toBe(Number.POSITIVE_INFINITY);
    sandbox.reset();
    expect(fault.remaining).toBe(0);
    expect((await read()).status).toBe(200);
  });
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
    expect((await call(DELETE_PROFILE, { id: 'other' })).status).toBe(204);
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

  test('selects only calls of the API, or only token requests if the option `operation` is `token`', async () => {
    const sandbox = await startTestSandbox();
    const all = vi.fn(() => true);
    sandbox.fail({ match: all, with: 503 });
    expect((await requestToken(sandbox)).status).toBe(200);
    expect(all).not.toHaveBeenCalled();
    sandbox.fail({ operation: 'token', match: all, with: 503 });
    expect((await requestToken(sandbox)).status).toBe(503);
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

  test('set the header fields and the body of an error response of the token endpoint', async () => {
    const sandbox = await startTestSandbox();
    const body = { error: 'temporarily_unavailable', error_description: 'Later' };
    sandbox.fail({ operation: 'token', with: 503, headers: { 'Retry-After': '1' }, body });
    const response = await requestToken(sandbox);
    expect([response.status, response.headers.get('Retry-After'), response.body]).toEqual([503, '1', body]);
  });

  test('set the text of the HTML page if the kind of the fault is `html`', async () => {
    const { sandbox, read } = await start();
    sandbox.fail({ with: 'html', body: '<p>Log in' });
    const response = await read();
    expect([response.headers.get('Content-Type'), await response.text()]).toEqual(['text/html', '<p>Log in']);
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

  test('add header fields to the response of the operation if the kind of the fault is `pass`', async () => {
    const { sandbox, deleteEnrollment } = await start();
    sandbox.fail({ with: 'pass', headers: { Deprecation: '@1' } });
    const response = await deleteEnrollment();
    expect([response.status, response.headers.get('Deprecation'), await response.text()]).toEqual([204, '@1', '']);
    expect(sandbox.enrollments.size).toBe(0);
  });

  test('are copied, so that a later change of the objects has no effect', async () => {
    const { sandbox, read } = await start();
    const [headers, body] = [{ 'X-Id': '1' }, { list: [1] }];
    sandbox.fail({ with: 503, headers, body });
    headers['X-Id'] = '2';
    body.list.push(2);
    const response = await read();
    expect([response.headers.get('X-Id'), await response.json()]).toEqual(['1', { list: [1] }]);
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

  test('makes the token endpoint issue a token before it sends the error response', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ operation: 'token', with: 500, afterEffect: true });
    expect((await requestToken(sandbox)).status).toBe(500);
    expect(sandbox.requests.at(-1)).toMatchObject({ clientId: 'sandbox-client', status: 500 });
  });
});

describe('the fault option latency', () => {
  test('makes the sandbox wait before each kind of fault', async () => {
    const { sandbox, read } = await start();
    sandbox.fail({ with: [503, 'reset', 'pass'], latency: 1 });
    expect((await read()).status).toBe(503);
    expect(await codeOf(read())).toMatchObject({ code: 'ECONNRESET' });
    expect((await read()).status).toBe(200);
  });

  test.each<[string, boolean, number]>([
    ['only after the delay', false, 1],
    ['before the delay with afterEffect', true, 0],
  ])('delays the response, and the sandbox performs the operation %s', async (_what, afterEffect, size) => {
    const { sandbox, deleteEnrollment } = await start();
    const fault = sandbox.fail({ with: 'pass', latency: HOUR_MS, afterEffect });
    const disconnect = new AbortController();
    const call = rejectionOf(deleteEnrollment(disconnect.signal));
    await vi.waitFor(() => expect([fault.remaining, sandbox.enrollments.size]).toEqual([0, size]));
    disconnect.abort();
    expect((await call).name).toBe('AbortError');
    expect(sandbox.enrollments.size).toBe(size);
  });
});
