import { describe, expect, test } from 'vitest';
import { catalogue } from '../../src/generated/catalogue.js';
import { examples, problemsOf } from './answers.ts';
import {
  call,
  createClock,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  failure,
  PROFILE_ID,
  READ,
  rateLimitOf,
  startTenant,
  tokenOf,
} from './tenant.ts';

const NOW_MS = 1_767_225_600_000;
const NO_PROFILE = failure(
  404,
  'Not Found',
  'No token exchange profile with this id',
  'inexistent_token_exchange_profile',
);
const NO_ENROLLMENT = failure(404, 'Not Found', 'No MFA enrollment with this id', 'inexistent_enrollment');

describe('the check that every answer of these tests passes finds', () => {
  const json = new Headers({ 'Content-Type': 'application/json' });
  test.each([
    ['a status', READ, { status: 204, headers: json, text: '' }, 'the status 204 is not documented'],
    [
      'a missing header field',
      READ,
      {
        status: 429,
        headers: new Headers([...json, ['X-RateLimit-Limit', '5'], ['X-RateLimit-Reset', '0']]),
        text: '{}',
      },
      'the header field X-RateLimit-Remaining is lacking',
    ],
    [
      'a field out of bounds',
      READ,
      { status: 200, headers: json, text: '{"name":"ab"}' },
      'the body is not valid: data/name must NOT have fewer than 3 characters',
    ],
    ['a content type', READ, { status: 404, headers: new Headers(), text: '{}' }, 'the content type is null'],
    ['a body', DELETE_PROFILE, { status: 200, headers: json, text: '{}' }, 'there is a body where none is documented'],
  ] as const)('%s that the document does not have', (_what, operation, answer, problem) => {
    expect(problemsOf(operation, answer)).toEqual([problem]);
  });
});

test.each(Object.entries(catalogue))('%s is served as the catalogue has it', async (id, { method, path }) => {
  const sandbox = await startTenant();
  const example = examples.find(({ operation }) => operation === id);
  const url = sandbox.baseUrl + path.replace('{id}', example?.id ?? '');
  const response = await fetch(url, { method, headers: { Authorization: `Bearer ${await tokenOf(sandbox)}` } });
  expect(response.ok).toBe(true);
  expect(sandbox.requests.at(-1)).toMatchObject({ operation: id, method, clientId: 'sandbox-client' });
});

test.each([
  ['a collection', 'GET', '/token-exchange-profiles'],
  ['an id with a slash as it is', 'GET', '/token-exchange-profiles/a/b'],
  ['an empty id', 'DELETE', '/guardian/enrollments/'],
  ['the base path', 'GET', ''],
])('404: %s is no path of the tenant', async (_what, method, path) => {
  const sandbox = await startTenant();
  const { pathname } = new URL(sandbox.baseUrl);
  const response = await fetch(sandbox.baseUrl + path, {
    method,
    headers: { Authorization: `Bearer ${await tokenOf(sandbox)}` },
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({
    statusCode: 404,
    error: 'Not Found',
    message: `No such path: ${method} ${pathname}${path}`,
  });
  expect(sandbox.requests.at(-1)?.operation).toBeUndefined();
});

test.each([
  ['POST', '/token-exchange-profiles/tep_1', 'GET, DELETE'],
  ['GET', '/guardian/enrollments/dev_1', 'DELETE'],
])('405: %s %s is refused, with what is allowed', async (method, path, allowed) => {
  const sandbox = await startTenant();
  const headers = { Authorization: `Bearer ${await tokenOf(sandbox)}` };
  const response = await fetch(sandbox.baseUrl + path, { method, headers });
  expect(response.status).toBe(405);
  expect(response.headers.get('Allow')).toBe(allowed);
  expect(await response.json()).toMatchObject({ message: `${method} is not allowed here` });
});

describe('a profile', () => {
  test('is read as the tenant holds it', async () => {
    const sandbox = await startTenant();
    const { status, body, headers } = await call(sandbox, READ, { token: await tokenOf(sandbox) });
    expect(status).toBe(200);
    expect(body).toEqual(sandbox.profiles.get(PROFILE_ID));
    expect(body).toMatchObject({ id: PROFILE_ID, name: 'Partner tokens' });
    expect(headers.get('Content-Type')).toBe('application/json');
  });

  test('is gone after its deletion, and may be deleted again', async () => {
    const sandbox = await startTenant();
    const token = await tokenOf(sandbox);
    const first = await call(sandbox, DELETE_PROFILE, { token });
    expect(first.status).toBe(204);
    expect(first.headers.get('Content-Type')).toBe('application/json');
    expect(sandbox.profiles.size).toBe(0);
    const read = await call(sandbox, READ, { token });
    expect(read.status).toBe(404);
    expect(read.body).toEqual(NO_PROFILE);
    expect((await call(sandbox, DELETE_PROFILE, { token })).status).toBe(204);
  });

  test('that never was is a 404 to the reader, and a 204 to who deletes it', async () => {
    const sandbox = await startTenant();
    const token = await tokenOf(sandbox);
    const read = await call(sandbox, READ, { token, id: 'unknown' });
    expect(read.status).toBe(404);
    expect(read.body).toEqual(NO_PROFILE);
    expect((await call(sandbox, DELETE_PROFILE, { token, id: 'unknown' })).status).toBe(204);
    expect([...sandbox.profiles.keys()]).toEqual([PROFILE_ID]);
  });
});

describe('an enrollment', () => {
  test('is deleted once', async () => {
    const sandbox = await startTenant();
    const token = await tokenOf(sandbox);
    expect((await call(sandbox, DELETE_ENROLLMENT, { token })).status).toBe(204);
    expect(sandbox.enrollments.size).toBe(0);
    const again = await call(sandbox, DELETE_ENROLLMENT, { token });
    expect(again.status).toBe(404);
    expect(again.body).toEqual(NO_ENROLLMENT);
  });

  test('that never was is a 404', async () => {
    const sandbox = await startTenant();
    const { status, body } = await call(sandbox, DELETE_ENROLLMENT, { token: await tokenOf(sandbox), id: 'unknown' });
    expect(status).toBe(404);
    expect(body).toEqual(NO_ENROLLMENT);
    expect([...sandbox.enrollments.keys()]).toEqual([ENROLLMENT_ID]);
  });
});

describe('an id', () => {
  test.each([
    'a/b',
    'a%2Fb',
    'a b',
    'a+b',
    '50%',
    'straße|日本語 🎉',
    'a?b#c',
    "it's:id",
    'back\\slash',
    'tab\tline\n',
    '__proto__',
  ])('may be %j', async (id) => {
    const sandbox = await startTenant({ profiles: [{ id }], enrollments: [{ id }] });
    const token = await tokenOf(sandbox);
    const { status, body } = await call(sandbox, READ, { token, id });
    expect(status).toBe(200);
    expect(body).toEqual({ id });
    expect((await call(sandbox, DELETE_PROFILE, { token, id })).status).toBe(204);
    expect((await call(sandbox, DELETE_ENROLLMENT, { token, id })).status).toBe(204);
    expect([sandbox.profiles.size, sandbox.enrollments.size]).toEqual([0, 0]);
  });

  test('that is no proper percent-encoding is an unknown one', async () => {
    const sandbox = await startTenant();
    const response = await fetch(`${sandbox.baseUrl}/token-exchange-profiles/%E0%A4%A`, {
      headers: { Authorization: `Bearer ${await tokenOf(sandbox)}` },
    });
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual(NO_PROFILE);
  });
});

describe('the rate limit', () => {
  test('counts down, and the sixth quick call is a 429', async () => {
    const { clock } = createClock(NOW_MS);
    const sandbox = await startTenant({ clock });
    const token = await tokenOf(sandbox);
    const operationIds = [READ, DELETE_PROFILE, DELETE_ENROLLMENT, DELETE_PROFILE, DELETE_PROFILE, READ] as const;
    const answers = [];
    for (const operation of operationIds) answers.push(await call(sandbox, operation, { token }));
    expect(answers.map((answer) => [answer.status, ...rateLimitOf(answer)])).toEqual([
      [200, '5', '4', '1767225600'],
      [204, '5', '3', '1767225600'],
      [204, '5', '2', '1767225600'],
      [204, '5', '1', '1767225600'],
      [204, '5', '0', '1767225601'],
      [429, '5', '0', '1767225601'],
    ]);
    expect(answers.at(-1)?.body).toEqual(
      failure(429, 'Too Many Requests', 'Global limit has been reached', 'too_many_requests'),
    );
  });

  test.each(examples)('holds for $operation too, which then does nothing', async ({ operation }) => {
    const sandbox = await startTenant({ rateLimit: { limit: 1, perSecond: 1 }, clock: () => NOW_MS });
    const token = await tokenOf(sandbox);
    await call(sandbox, READ, { token });
    const answer = await call(sandbox, operation, { token });
    expect(answer.status).toBe(429);
    expect(rateLimitOf(answer)).toEqual(['1', '0', '1767225601']);
    expect([sandbox.profiles.size, sandbox.enrollments.size]).toEqual([1, 1]);
  });

  test('is reset at a second of the same clock as the date', async () => {
    const sandbox = await startTenant({ rateLimit: { limit: 1, perSecond: 0.25 }, clock: () => NOW_MS });
    const { headers } = await call(sandbox, READ, { token: await tokenOf(sandbox) });
    expect(headers.get('Date')).toBe('Thu, 01 Jan 2026 00:00:00 GMT');
    expect(headers.get('X-RateLimit-Reset')).toBe(String(NOW_MS / 1000 + 4));
  });

  test('fills up as the clock goes on, not before and never above the limit', async () => {
    const { clock, advance } = createClock(NOW_MS);
    const sandbox = await startTenant({ rateLimit: { limit: 2, perSecond: 2 }, clock });
    const token = await tokenOf(sandbox);
    const statusAfter = async (ms: number) => {
      advance(ms);
      return (await call(sandbox, READ, { token })).status;
    };
    expect([await statusAfter(0), await statusAfter(0), await statusAfter(0)]).toEqual([200, 200, 429]);
    expect([await statusAfter(499), await statusAfter(1), await statusAfter(0)]).toEqual([429, 200, 429]);
    expect([await statusAfter(60_000), await statusAfter(0), await statusAfter(0)]).toEqual([200, 200, 429]);
  });

  test('is left as it is by a clock that is put back', async () => {
    const { clock, advance } = createClock(NOW_MS);
    const sandbox = await startTenant({ clock });
    const token = await tokenOf(sandbox);
    advance(-3_600_000);
    const answer = await call(sandbox, READ, { token });
    expect([answer.status, ...rateLimitOf(answer)]).toEqual([200, '5', '4', '1767222000']);
  });

  test('is not told with a failure, and a call that is refused for its token takes nothing of it', async () => {
    const client = { clientId: 'without-scopes', clientSecret: 'secret', scopes: [] };
    const sandbox = await startTenant({ clients: [client], clock: () => NOW_MS });
    const token = await tokenOf(sandbox);
    const calls = [{ token: 'no-jwt' }, { token: await tokenOf(sandbox, client) }, { token, id: 'unknown' }];
    const failures = [];
    for (const init of calls) failures.push(await call(sandbox, READ, init));
    expect(failures.map((answer) => [answer.status, ...rateLimitOf(answer)])).toEqual([
      [401, null, null, null],
      [403, null, null, null],
      [404, null, null, null],
    ]);
    expect(rateLimitOf(await call(sandbox, READ, { token }))).toEqual(['5', '2', '1767225600']);
  });

  test('can be off, and then nothing is told of one', async () => {
    const sandbox = await startTenant({ rateLimit: false });
    const token = await tokenOf(sandbox);
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(sandbox, READ, { token })));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.flatMap(rateLimitOf)).toEqual(Array.from({ length: 60 }, () => null));
  });
});
