import { connect } from 'node:net';
import { generateKeyPair } from 'jose';
import { type ReceivedRequest, type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import {
  callOperation,
  createClock,
  DELETE_ENROLLMENT,
  DELETE_PROFILE,
  ENROLLMENT_ID,
  PROFILE_ID,
  READ,
  rateLimitFields,
  requestAccessToken,
  requestToken,
  startTestSandbox,
  startWithToken,
} from './sandbox-client.ts';

const READER = { clientId: 'reader', clientSecret: 'secret', scopes: ['read:token_exchange_profiles'] } as const;

const globalsBefore = { fetch, Headers, Request, Response };

test('a sandbox does not change the globals of its process', async () => {
  const sandbox = await startTestSandbox();
  await requestAccessToken(sandbox);
  expect({ fetch, Headers, Request, Response }).toEqual(globalsBefore);
  expect(Response === globalsBefore.Response && Request === globalsBefore.Request).toBe(true);
});

test('the address of a sandbox is different for each sandbox, and sandboxes do not share their state', async () => {
  const sandboxes = await Promise.all(Array.from({ length: 20 }, () => startTestSandbox()));
  expect(new Set(sandboxes.map(({ baseUrl }) => baseUrl)).size).toBe(20);
  const [first, ...otherSandboxes] = sandboxes;
  first?.profiles.clear();
  expect(otherSandboxes.filter(({ profiles }) => !profiles.has(PROFILE_ID))).toEqual([]);
  const responses = await Promise.all(sandboxes.map((sandbox) => requestToken(sandbox)));
  expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
});

test('the state of a sandbox is a copy, so a change of the state does not change the options', async () => {
  const profile = { id: 'tep_1', name: 'Seeded tokens' };
  const enrollment = { id: 'dev_1', status: 'pending' } as const;
  const sandbox = await startTestSandbox({ profiles: [profile], enrollments: [enrollment] });
  Object.assign(sandbox.profiles.get('tep_1') ?? {}, { name: 'Other tokens' });
  Object.assign(sandbox.enrollments.get('dev_1') ?? {}, { status: 'confirmed' });
  expect([profile.name, enrollment.status]).toEqual(['Seeded tokens', 'pending']);
  sandbox.reset();
  expect(sandbox.profiles.get('tep_1')).toEqual(profile);
  expect(sandbox.enrollments.get('dev_1')).toEqual(enrollment);
  expect(sandbox.enrollments.get('dev_1')).not.toBe(enrollment);
});

describe('reset()', () => {
  test('restores the initial profiles and enrollments, and removes added profiles and enrollments', async () => {
    const sandbox = await startTestSandbox();
    const { profiles, enrollments } = sandbox;
    const token = await requestAccessToken(sandbox);
    await callOperation(sandbox, DELETE_PROFILE, { token });
    await callOperation(sandbox, DELETE_ENROLLMENT, { token });
    profiles.set('tep_new', { id: 'tep_new' });
    sandbox.reset();
    expect([...profiles.keys(), ...enrollments.keys()]).toEqual([PROFILE_ID, ENROLLMENT_ID]);
    expect((await callOperation(sandbox, READ, { token })).status).toBe(200);
  });

  test('removes recorded requests and pending faults, and resets the rate limits', async () => {
    const { clock } = createClock();
    const { sandbox, call } = await startWithToken({ rateLimit: { limit: 1, perSecond: 1 }, clock });
    await Promise.all(Array.from({ length: 29 }, () => requestToken(sandbox)));
    await call(READ);
    sandbox.fail({ with: 500, times: 9 });
    sandbox.reset();
    expect(sandbox.requests).toEqual([]);
    const response = await call(READ);
    expect([response.status, ...rateLimitFields(response).slice(0, 2)]).toEqual([200, '1', '0']);
    expect((await requestToken(sandbox)).status).toBe(200);
  });
});

test('a sandbox does not announce a time after which it closes an idle connection', async () => {
  const { baseUrl } = await startTestSandbox();
  const { headers } = await fetch(baseUrl);
  expect([headers.get('Connection'), headers.get('Keep-Alive')]).toEqual(['keep-alive', null]);
});

test('onRequest is called with the status null if the caller disconnects during a token request, and nothing is printed', async () => {
  const printed = vi.spyOn(console, 'error').mockReturnValue();
  onTestFinished(() => void vi.restoreAllMocks());
  const received: ReceivedRequest[] = [];
  const { tokenUrl } = await startTestSandbox({ onRequest: (request) => received.push(request) });
  const socket = connect(Number(new URL(tokenUrl).port), '127.0.0.1');
  const type = 'Content-Type: application/x-www-form-urlencoded';
  socket.write(`POST /oauth/token/ HTTP/1.1\r\nHost: localhost\r\n${type}\r\nContent-Length: 100\r\n\r\ngrant`, () =>
    socket.destroy(),
  );
  await vi.waitFor(() => expect(received).toHaveLength(1));
  expect([received[0]?.operation, received[0]?.status]).toEqual(['token', null]);
  expect(printed).not.toHaveBeenCalled();
});

test('close() frees the port, can be called twice, and is called at the end of a block with await using', async () => {
  let url = '';
  {
    await using sandbox = await startSandbox();
    url = sandbox.baseUrl;
    expect((await fetch(url)).status).toBe(404);
    await sandbox.close();
    expect((await rejectionOf(fetch(url))).cause).toMatchObject({ code: 'ECONNREFUSED' });
  }
  {
    await using sandbox = await startSandbox();
    url = sandbox.baseUrl;
  }
  expect((await rejectionOf(fetch(url))).cause).toMatchObject({ code: 'ECONNREFUSED' });
});

test('the options of startSandbox have their defaults if they are undefined', async () => {
  // The cast allows an invalid value, which a JavaScript caller can pass.
  const options: object = { clients: undefined, profiles: undefined, rateLimit: undefined, clock: undefined };
  const sandbox = await startTestSandbox(options as SandboxOptions);
  const response = await callOperation(sandbox, READ, { token: await requestAccessToken(sandbox) });
  expect([response.status, ...rateLimitFields(response).slice(0, 1)]).toEqual([200, '5']);
});

describe('the clients of a sandbox', () => {
  test('are restored by reset()', async () => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    sandbox.clients.set('other', { ...READER, clientId: 'other' });
    sandbox.clients.set('reader', { ...READER, clientSecret: 'rotated' });
    sandbox.clients.delete('sandbox-client');
    sandbox.reset();
    expect([...sandbox.clients.keys()]).toEqual(['sandbox-client', 'reader']);
    expect((await requestToken(sandbox, { client_id: 'reader', client_secret: 'secret' })).status).toBe(200);
  });

  test('can have a public key as a JWK', async () => {
    const sandbox = await startTestSandbox();
    const { publicKey } = await generateKeyPair('ES256', { extractable: true });
    const { kty = '', crv = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', publicKey);
    expect(sandbox.clients.set('k', { clientId: 'k', publicKey: { kty, crv, x, y } })).toBe(sandbox.clients);
    expect(sandbox.clients.get('k')?.publicKey).toEqual({ kty: 'EC', crv: 'P-256', x, y });
  });
});
