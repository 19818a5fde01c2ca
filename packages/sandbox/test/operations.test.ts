import { describe, expect, test } from 'vitest';
import {
  callOperation,
  createClock,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  examples,
  failureBody,
  READ,
  rateLimitFields,
  requestAccessToken,
  startTestSandbox,
  startWithToken,
} from './sandbox-client.ts';

const NOW_MS = 1_767_225_600_000;
const NO_PROFILE = failureBody(404, 'Not Found', 'Token exchange profile not found.');
const NO_ENROLLMENT = failureBody(404, 'Not Found', 'Enrollment not found', 'enrollment_not_found');

test.each([
  ['a path with a misspelt collection', 'GET', '/token-exchange-profile'],
  ['a path with a raw slash in the id', 'GET', '/token-exchange-profiles/a/b'],
  ['a path with an empty id', 'DELETE', '/guardian/enrollments/'],
  ['the base path of the API', 'GET', ''],
])('%s returns 404, because the document does not have this path', async (_what, method, path) => {
  const sandbox = await startTestSandbox();
  const { pathname } = new URL(sandbox.baseUrl);
  const response = await fetch(sandbox.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${await requestAccessToken(sandbox)}` },
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    statusCode: 404,
    error: 'Not Found',
    message: `No such path: ${method} ${pathname}${path}`,
  });
  expect(sandbox.requests.at(-1)?.operation).toBeUndefined();
});

/** Returns the documented methods of a path, and a method that the path does not have. */
function methodsOf(template: string): { allowed: string[]; other: string } {
  const allowed = examples.filter(({ path }) => path === template).map(({ method }) => method);
  return { allowed, other: ['POST', 'PUT', 'PATCH'].find((method) => !allowed.includes(method)) ?? '' };
}

test.each([
  ['/token-exchange-profiles/{id}', 'tep_1'],
  ['/guardian/enrollments/{id}', 'dev_1'],
])('%s returns 405 and an Allow header field for an undocumented method', async (template, id) => {
  const { allowed, other: method } = methodsOf(template);
  const path = template.replace('{id}', id);
  const sandbox = await startTestSandbox();
  const headers = { Authorization: `Bearer ${await requestAccessToken(sandbox)}` };
  const response = await fetch(sandbox.baseUrl + path, { method, headers });
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe(allowed.join(', '));
  expect(await response.json()).toMatchObject({ message: `${method} is not allowed for this path` });
});

test.each([
  ['a profile is deleted with 204, also again', DELETE_PROFILE, 204, undefined],
  ['an enrollment is deleted with 204, and a second DELETE returns 404', DELETE_ENROLLMENT, 404, NO_ENROLLMENT],
] as const)('%s', async (_what, operation, status, body) => {
  const { sandbox, call } = await startWithToken();
  const deleted = await call(operation);
  expect([deleted.status, deleted.headers.get('Content-Type')]).toEqual([204, null]);
  expect(sandbox[operation === DELETE_PROFILE ? 'profiles' : 'enrollments'].size).toBe(0);
  expect(await call(operation)).toMatchObject({ status, body });
});

test('a deleted profile is read with 404, and without rate-limit header fields', async () => {
  const { sandbox, call } = await startWithToken();
  sandbox.profiles.clear();
  const read = await call(READ);
  expect([read.status, read.body, rateLimitFields(read)]).toEqual([404, NO_PROFILE, [null, null, null]]);
});

describe('the id in a path', () => {
  test.each(['a/b', 'a b', '50%', 'straße|日本語 🎉', 'a?b#c', 'tab\tline\n', '__proto__'])('can be %j', async (id) => {
    const { sandbox, call } = await startWithToken({ profiles: [{ id }], enrollments: [{ id }] });
    const { status, body } = await call(READ, { id });
    expect([status, body]).toEqual([200, { id }]);
    expect((await call(DELETE_PROFILE, { id })).status).toBe(204);
    expect((await call(DELETE_ENROLLMENT, { id })).status).toBe(204);
    expect([sandbox.profiles.size, sandbox.enrollments.size]).toEqual([0, 0]);
  });

  test('with invalid percent-encoding returns 404', async () => {
    const sandbox = await startTestSandbox();
    const response = await fetch(`${sandbox.baseUrl}/token-exchange-profiles/%E0%A4%A`, {
      headers: { Authorization: `Bearer ${await requestAccessToken(sandbox)}` },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual(NO_PROFILE);
  });
});

describe('the rate limit', () => {
  test('counts down the remaining calls, and rejects the sixth call with 429; X-RateLimit-Reset is one second in the future', async () => {
    const { clock } = createClock(NOW_MS);
    const { call } = await startWithToken({ clock });
    const operationIds = [READ, DELETE_PROFILE, DELETE_ENROLLMENT, DELETE_PROFILE, DELETE_PROFILE, READ] as const;
    const responses = [];
    for (const operation of operationIds) responses.push(await call(operation));
    expect(responses.map((response) => [response.status, ...rateLimitFields(response)])).toEqual([
      [200, '5', '4', '1767225601'],
      [204, '5', '3', '1767225601'],
      [204, '5', '2', '1767225601'],
      [204, '5', '1', '1767225601'],
      [204, '5', '0', '1767225601'],
      [429, '5', '0', '1767225601'],
    ]);
    expect(responses.at(-1)?.body).toEqual(
      failureBody(429, 'Too Many Requests', 'Global limit has been reached', 'too_many_requests'),
    );
  });

  test.each(examples)(
    'applies to $operation, and a call above the rate limit changes nothing',
    async ({ operation }) => {
      const { sandbox, call } = await startWithToken({ rateLimit: { limit: 1, perSecond: 1 }, clock: () => NOW_MS });
      await call(READ);
      const response = await call(operation);
      expect(response.status).toBe(429);
      expect(rateLimitFields(response)).toEqual(['1', '0', '1767225601']);
      expect([sandbox.profiles.size, sandbox.enrollments.size]).toEqual([1, 1]);
    },
  );

  test('uses the same clock for X-RateLimit-Reset and Date', async () => {
    const sandbox = await startTestSandbox({ rateLimit: { limit: 1, perSecond: 0.25 }, clock: () => NOW_MS });
    const { headers } = await callOperation(sandbox, READ, { token: await requestAccessToken(sandbox) });
    expect(headers.get('Date')).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
    expect(headers.get('X-RateLimit-Reset')).toBe(String(NOW_MS / 1000 + 4));
  });

  test('allows more calls as the clock advances, but never more than the limit at once', async () => {
    const { clock, advance } = createClock(NOW_MS);
    const { call } = await startWithToken({ rateLimit: { limit: 2, perSecond: 2 }, clock });
    const statusAfter = async (ms: number) => {
      advance(ms);
      return (await call(READ)).status;
    };
    expect([await statusAfter(0), await statusAfter(0), await statusAfter(0)]).toEqual([200, 200, 429]);
    expect([await statusAfter(499), await statusAfter(1), await statusAfter(0)]).toEqual([429, 200, 429]);
    expect([await statusAfter(60_000), await statusAfter(0), await statusAfter(0)]).toEqual([200, 200, 429]);
  });

  test('does not count a call whose token is rejected or whose client is not global', async () => {
    const client = { clientId: 'not-global', clientSecret: 'secret', global: false };
    const sandbox = await startTestSandbox({ clients: [client], clock: () => NOW_MS });
    const refused = await requestAccessToken(sandbox, client);
    const statuses = [];
    for (const token of ['no-jwt', 'a.b.c', refused, refused, refused, refused, refused, refused]) {
      statuses.push((await callOperation(sandbox, READ, { token })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401]);
    expect(rateLimitFields(await callOperation(sandbox, READ, { token: await requestAccessToken(sandbox) }))[1]).toBe(
      '4',
    );
  });

  test('is disabled with rateLimit: false, and responses have no rate-limit header fields', async () => {
    const { call } = await startWithToken({ rateLimit: false });
    const responses = await Promise.all(Array.from({ length: 20 }, () => call(READ)));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
    expect(responses.flatMap(rateLimitFields)).toEqual(Array.from({ length: 60 }, () => null));
  });
});
