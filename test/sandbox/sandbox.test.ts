// The sandbox as a test holds it: its options, its state, its record of requests, its end.
import { connect, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportSPKI, generateKeyPair, SignJWT } from 'jose';
import { type ReceivedRequest, type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rejection } from '../unit/tenant.js';
import {
  askForToken,
  call,
  createClock,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  PROFILE_ID,
  READ,
  rateLimitOf,
  startTenant,
  tokenOf,
} from './tenant.ts';

/** Longer than any test. */
const HOUR_MS = 3_600_000;

const globalsBefore = { fetch, Headers, Request, Response };

test('a sandbox leaves the globals of its process alone', async () => {
  const sandbox = await startTenant();
  await tokenOf(sandbox);
  expect({ fetch, Headers, Request, Response }).toEqual(globalsBefore);
  expect([Request, Response]).toEqual([globalsBefore.Request, globalsBefore.Response]);
  expect(Response === globalsBefore.Response && Request === globalsBefore.Request).toBe(true);
});

describe('the address', () => {
  test('is on loopback and nowhere else', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    onTestFinished(() => void vi.restoreAllMocks());
    const { baseUrl, tokenUrl, jwksUrl } = await startTenant();
    const server = listen.mock.contexts[0] as Server | undefined;
    expect(server?.address()).toMatchObject({ address: '127.0.0.1', port: Number(new URL(baseUrl).port) });
    expect([baseUrl, tokenUrl, jwksUrl].map((url) => new URL(url).hostname)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
    ]);
  });

  test('is another for each of many, and each has a state of its own', async () => {
    const sandboxes = await Promise.all(Array.from({ length: 20 }, () => startTenant()));
    expect(new Set(sandboxes.map(({ baseUrl }) => baseUrl)).size).toBe(20);
    const [first, ...others] = sandboxes;
    first?.profiles.clear();
    expect(others.filter(({ profiles }) => !profiles.has(PROFILE_ID))).toEqual([]);
    const answers = await Promise.all(sandboxes.map((sandbox) => askForToken(sandbox)));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('has the port that is asked for', async () => {
    const first = await startSandbox();
    await first.close();
    const { baseUrl } = await startTenant({ port: Number(new URL(first.baseUrl).port) });
    expect(baseUrl).toBe(first.baseUrl);
  });

  test('that is taken is an error', async () => {
    const { baseUrl } = await startTenant();
    const error = await rejection(startSandbox({ port: Number(new URL(baseUrl).port) }));
    expect(error).toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('the state', () => {
  test('begins with the examples of the document', async () => {
    const { profiles, enrollments } = await startTenant();
    expect([...profiles.keys()]).toEqual([PROFILE_ID]);
    expect(profiles.get(PROFILE_ID)).toMatchObject({ name: 'Partner tokens', type: 'custom_authentication' });
    expect([...enrollments]).toEqual([[ENROLLMENT_ID, { id: ENROLLMENT_ID }]]);
  });

  test('may begin empty', async () => {
    const { profiles, enrollments } = await startTenant({ profiles: [], enrollments: [] });
    expect([profiles.size, enrollments.size]).toEqual([0, 0]);
  });

  test('is answered as it was changed', async () => {
    const sandbox = await startTenant();
    const token = await tokenOf(sandbox);
    sandbox.profiles.set('tep_new', { id: 'tep_new', name: 'New tokens' });
    sandbox.profiles.delete(PROFILE_ID);
    sandbox.enrollments.set('dev_new', { id: 'dev_new', type: 'push' });
    expect((await call(sandbox, READ, { token, id: 'tep_new' })).body).toEqual({ id: 'tep_new', name: 'New tokens' });
    expect((await call(sandbox, READ, { token })).status).toBe(404);
    expect((await call(sandbox, DELETE_ENROLLMENT, { token, id: 'dev_new' })).status).toBe(204);
    expect(sandbox.enrollments.has('dev_new')).toBe(false);
  });

  test('is a copy of the seed, which stays as it was', async () => {
    const profile = { id: 'tep_1', name: 'Seeded tokens', custom: { tags: ['a'] } };
    const enrollment = { id: 'dev_1', type: 'push' };
    const sandbox = await startTenant({ profiles: [profile], enrollments: [enrollment] });
    Object.assign(sandbox.profiles.get('tep_1') ?? {}, { name: 'Other tokens' });
    Object.assign(sandbox.enrollments.get('dev_1') ?? {}, { type: 'sms' });
    expect([profile.name, enrollment.type]).toEqual(['Seeded tokens', 'push']);
    sandbox.reset();
    expect(sandbox.profiles.get('tep_1')).toEqual(profile);
    expect(sandbox.profiles.get('tep_1')?.['custom']).not.toBe(profile.custom);
    expect(sandbox.enrollments.get('dev_1')).toEqual(enrollment);
  });
});

describe('reset', () => {
  test('puts back profiles and enrollments, and forgets what was added', async () => {
    const sandbox = await startTenant();
    const { profiles, enrollments } = sandbox;
    const token = await tokenOf(sandbox);
    await call(sandbox, DELETE_PROFILE, { token });
    await call(sandbox, DELETE_ENROLLMENT, { token });
    profiles.set('tep_new', { id: 'tep_new' });
    sandbox.reset();
    expect([...profiles.keys(), ...enrollments.keys()]).toEqual([PROFILE_ID, ENROLLMENT_ID]);
    expect((await call(sandbox, READ, { token })).status).toBe(200);
  });

  test('forgets requests and faults, and fills the rate limits up', async () => {
    const { clock } = createClock();
    const sandbox = await startTenant({ rateLimit: { limit: 1, perSecond: 1 }, clock });
    const token = await tokenOf(sandbox);
    await Promise.all(Array.from({ length: 29 }, () => askForToken(sandbox)));
    await call(sandbox, READ, { token });
    sandbox.fail({ with: 500, times: 9 });
    sandbox.reset();
    expect(sandbox.requests).toEqual([]);
    const answer = await call(sandbox, READ, { token });
    expect([answer.status, ...rateLimitOf(answer).slice(0, 2)]).toEqual([200, '1', '0']);
    expect((await askForToken(sandbox)).status).toBe(200);
  });
});

describe('the record of requests', () => {
  test('says what arrived and what became of it', async () => {
    const { clock, advance } = createClock(1_767_225_600_000);
    const sandbox = await startTenant({ clock });
    const token = await tokenOf(sandbox);
    advance(1000);
    await call(sandbox, READ, { token, query: '?fields=name' });
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
        clientId: 'sandbox-client',
        status: 400,
      },
    ]);
  });

  test('is told to onRequest, one by one', async () => {
    const onRequest = vi.fn<NonNullable<SandboxOptions['onRequest']>>();
    const sandbox = await startTenant({ onRequest });
    await call(sandbox, READ, {});
    await call(sandbox, DELETE_PROFILE, {});
    expect(onRequest.mock.calls).toEqual(sandbox.requests.map((request) => [request, expect.any(Number)]));
    expect(onRequest).toHaveBeenCalledTimes(2);
  });

  test('holds no token and no secret, wherever a caller puts it', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256');
    const clients = [{ clientId: 'with-key', publicKey: await exportSPKI(publicKey) }];
    const sandbox = await startTenant({ clients });
    const token = await tokenOf(sandbox);
    const assertion = await new SignJWT({ iss: 'with-key', sub: 'with-key', aud: sandbox.tokenUrl, jti: 'a1' })
      .setProtectedHeader({ alg: 'ES256' })
      .setExpirationTime('1m')
      .sign(privateKey);
    const basic = Buffer.from('sandbox-client:sandbox-secret').toString('base64');
    const noClient = { client_id: undefined, client_secret: undefined };
    await askForToken(sandbox, noClient, { Authorization: `Basic ${basic}` });
    await askForToken(sandbox, {
      ...noClient,
      client_assertion: assertion,
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    });
    await call(sandbox, READ, { token });
    await call(sandbox, READ, { authorization: token });
    await call(sandbox, READ, { authorization: `${token} ${token}` });
    await call(sandbox, READ, { query: `?access%5Ftoken=${token}` });
    await fetch(`${sandbox.tokenUrl}?grant_type=client_credentials&client_secret=sandbox-secret`, { method: 'POST' });
    const record = JSON.stringify(sandbox.requests);
    expect(sandbox.requests).toHaveLength(8);
    expect(sandbox.requests.slice(0, 4).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect([token, assertion, basic, 'sandbox-secret'].filter((secret) => record.includes(secret))).toEqual([]);
    expect(sandbox.requests.at(-1)?.path).toBe('/oauth/token/?grant_type=&client_secret=');
  });

  test('keeps the last thousand', async () => {
    const { baseUrl, requests } = await startTenant();
    // One connection for all, as fast as they can be read.
    const socket = connect(Number(new URL(baseUrl).port), '127.0.0.1');
    const paths = Array.from({ length: 1005 }, (_none, index) => `/${index}`);
    socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`).join(''));
    socket.write('GET /last HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    await text(socket);
    expect(requests).toHaveLength(1000);
    expect([requests[0]?.path, requests.at(-1)?.path]).toEqual(['/6', '/last']);
  });
});

test('a profile that is no JSON is a 500 that says so, and the process goes on', async () => {
  const sandbox = await startTenant();
  // Whatever a test puts there by mistake.
  sandbox.profiles.set(PROFILE_ID, { id: PROFILE_ID, count: 1n } as never);
  const headers = { Authorization: `Bearer ${await tokenOf(sandbox)}` };
  const response = await fetch(`${sandbox.baseUrl}/token-exchange-profiles/${PROFILE_ID}`, { headers });
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({
    message: 'The sandbox failed: Do not know how to serialize a BigInt',
  });
});

test('a caller who leaves in the middle of a token request is told of, and nothing is printed', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  let tell: (request: ReceivedRequest) => void = () => undefined;
  const told = new Promise<ReceivedRequest>((resolve) => {
    tell = resolve;
  });
  const { tokenUrl } = await startTenant({ onRequest: (request) => tell(request) });
  const socket = connect(Number(new URL(tokenUrl).port), '127.0.0.1');
  const type = 'Content-Type: application/x-www-form-urlencoded';
  socket.write(`POST /oauth/token/ HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 100\r\n\r\ngrant`, () =>
    socket.destroy(),
  );
  const { operation, status } = await told;
  expect([operation, status]).toEqual(['token', undefined]);
  expect(printed).not.toHaveBeenCalled();
});

describe('latency', () => {
  test('is waited for before an answer', async () => {
    const sandbox = await startTenant({ latency: 1 });
    expect((await call(sandbox, READ, { token: await tokenOf(sandbox) })).status).toBe(200);
  });

  test('comes before the deed, and a sandbox that is closed meanwhile breaks the call off', async () => {
    const sandbox = await startTenant({ latency: HOUR_MS });
    const refused = rejection(call(sandbox, READ, {}));
    await vi.waitFor(() => expect(sandbox.requests).toHaveLength(1));
    await sandbox.close();
    expect(await refused).toBeInstanceOf(TypeError);
    expect(sandbox.requests[0]).not.toHaveProperty('status');
  });
});

describe('the end', () => {
  test('frees the port, and may come twice', async () => {
    const sandbox = await startTenant();
    await sandbox.close();
    await sandbox.close();
    expect((await rejection(fetch(sandbox.baseUrl))).cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('comes with that of the block for await using', async () => {
    let url = '';
    {
      await using sandbox = await startSandbox();
      url = sandbox.baseUrl;
      expect((await fetch(url)).status).toBe(404);
    }
    expect((await rejection(fetch(url))).cause).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('the options', () => {
  const PROFILE = { id: 'tep_1' };
  const SECRET = { clientId: 'a', clientSecret: 's' };

  test.each<[string, unknown, string]>([
    ['null in their place', null, 'options: expected an object; got null'],
    ['a text in their place', '4020', "options: expected an object; got '4020'"],
    [
      'a misspelt one',
      { profile: [] },
      'unknown option profile: expected clients, profiles, enrollments, rateLimit, assumeScopes, port, latency, clock, onRequest',
    ],
    ['half a port', { port: 1.5 }, 'port: expected an integer from 0 (any free port) to 65535; got 1.5'],
    ['a port below 0', { port: -1 }, 'port: expected an integer from 0 (any free port) to 65535; got -1'],
    ['a port above 65535', { port: 65_536 }, 'port: expected an integer from 0 (any free port) to 65535; got 65536'],
    ['a port as text', { port: '80' }, "port: expected an integer from 0 (any free port) to 65535; got '80'"],
    ['a latency as text', { latency: '1' }, "latency: expected milliseconds from 0 to 2147483647; got '1'"],
    ['a latency below 0', { latency: -1 }, 'latency: expected milliseconds from 0 to 2147483647; got -1'],
    [
      'a latency without end',
      { latency: Number.POSITIVE_INFINITY },
      'latency: expected milliseconds from 0 to 2147483647; got Infinity',
    ],
    ['a list in their place', [], 'options: expected an object; got []'],
    [
      'a client that cannot be authenticated',
      { clients: [{ clientId: 'a' }] },
      'clients[0]: must have clientSecret or publicKey',
    ],
    ['a clock without a time', { clock: () => Number.NaN }, 'clock: expected to give milliseconds; got NaN'],
    ['a clock that stands', { clock: 0 }, 'clock: expected a function; got number'],
    ['a log in place of onRequest', { onRequest: 'log' }, 'onRequest: expected a function; got string'],
    ['a rate limit that is on', { rateLimit: true }, 'rateLimit: must be { limit, perSecond } or false'],
    ['a rate limit of null', { rateLimit: null }, 'rateLimit: must be { limit, perSecond } or false'],
    ['half a rate limit', { rateLimit: { limit: 5 } }, 'rateLimit.perSecond: is missing'],
    ['a rate limit of none', { rateLimit: { limit: 0, perSecond: 1 } }, 'rateLimit.limit: must be >= 1'],
    ['a limit with a fraction', { rateLimit: { limit: 1.5, perSecond: 1 } }, 'rateLimit.limit: must be integer'],
    ['a limit that never fills', { rateLimit: { limit: 1, perSecond: 0 } }, 'rateLimit.perSecond: must be > 0'],
    [
      'a rate limit with more',
      { rateLimit: { limit: 1, perSecond: 1, burst: 1 } },
      'rateLimit.burst: is not known here',
    ],
    ['assumed scopes as text', { assumeScopes: 'no' }, 'assumeScopes: must be boolean'],
    ['profiles that are no list', { profiles: {} }, 'profiles: must be array'],
    ['a profile without an id', { profiles: [{ name: 'Tokens' }] }, 'profiles[0].id: is missing'],
    ['a profile with an empty id', { profiles: [{ id: '' }] }, 'profiles[0].id: must NOT have fewer than 1 characters'],
    [
      'a profile with a short name',
      { profiles: [PROFILE, { id: 'tep_2', name: 'ab' }] },
      'profiles[1].name: must NOT have fewer than 3 characters',
    ],
    [
      'a profile of another type',
      { profiles: [{ ...PROFILE, type: 'other' }] },
      'profiles[0].type: must be custom_authentication',
    ],
    [
      'a profile whose token type is no URL',
      { profiles: [{ ...PROFILE, subject_token_type: 'partner tokens' }] },
      'profiles[0].subject_token_type: must match format "url"',
    ],
    [
      'a profile with no date-time',
      { profiles: [{ ...PROFILE, created_at: 'yesterday' }] },
      'profiles[0].created_at: must match format "date-time"',
    ],
    ['two profiles with one id', { profiles: [PROFILE, PROFILE] }, 'profiles[1].id: "tep_1" is there already'],
    [
      'two enrollments with one id',
      { enrollments: [{ id: 'a' }, { id: 'b' }, { id: 'a' }] },
      'enrollments[2].id: "a" is there already',
    ],
    ['two clients with one id', { clients: [SECRET, SECRET] }, 'clients[1].clientId: "a" is there already'],
    [
      'a client in the place of the ready one',
      { clients: [{ ...SECRET, clientId: 'sandbox-client' }] },
      'clients[0].clientId: "sandbox-client" is there already',
    ],
    ['a client without an id', { clients: [{}] }, 'clients[0].clientId: is missing'],
    [
      'a client with a misspelt field',
      { clients: [{ clientId: 'a', secret: 'b' }] },
      'clients[0].secret: is not known here',
    ],
    [
      'a scope that is none',
      { clients: [{ clientId: 'a', scopes: ['admin'] }] },
      'clients[0].scopes[0]: must match pattern "^(create|read|update|delete):[a-z_]+$"',
    ],
    [
      'a private key as a public one',
      { clients: [{ clientId: 'a', publicKey: '-----BEGIN PRIVATE KEY-----' }] },
      'clients[0].publicKey: must be a JWK or a PEM text (-----BEGIN PUBLIC KEY-----)',
    ],
    [
      'a lifetime that is over',
      { clients: [{ clientId: 'a', tokenLifetime: 0 }] },
      'clients[0].tokenLifetime: must be >= 1',
    ],
  ])('refuse %s', async (_what, options, message) => {
    // Plain JavaScript, which no type stops.
    const error = await rejection(startSandbox(options as SandboxOptions));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(message);
  });

  test('may be there without a value', async () => {
    // Plain JavaScript, which no type stops.
    const options: object = { clients: undefined, profiles: undefined, rateLimit: undefined, clock: undefined };
    const sandbox = await startTenant(options as SandboxOptions);
    const answer = await call(sandbox, READ, { token: await tokenOf(sandbox) });
    expect([answer.status, ...rateLimitOf(answer).slice(0, 1)]).toEqual([200, '5']);
  });
});
