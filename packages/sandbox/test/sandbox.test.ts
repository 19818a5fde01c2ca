// Tests of startSandbox(): the address, the state, the record of requests, onRequest, latency, close() and the options.
import { once } from 'node:events';
import { get } from 'node:http';
import { connect, Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportSPKI, generateKeyPair } from 'jose';
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
import { NO_CLIENT, signAssertion, withAssertion } from './token/sign-assertion.ts';

/** A delay that is longer than any test. */
const HOUR_MS = 3_600_000;

const globalsBefore = { fetch, Headers, Request, Response };

test('a sandbox does not change the globals of its process', async () => {
  const sandbox = await startTestSandbox();
  await requestAccessToken(sandbox);
  expect({ fetch, Headers, Request, Response }).toEqual(globalsBefore);
  expect(Response === globalsBefore.Response && Request === globalsBefore.Request).toBe(true);
});

describe('the address of a sandbox', () => {
  test('is a port on 127.0.0.1 and on no other address', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    onTestFinished(() => void vi.restoreAllMocks());
    const { baseUrl, tokenUrl, jwksUrl } = await startTestSandbox();
    const server = listen.mock.contexts[0] as Server | undefined;
    expect(server?.address()).toMatchObject({ address: '127.0.0.1', port: Number(new URL(baseUrl).port) });
    expect([baseUrl, tokenUrl, jwksUrl].map((url) => new URL(url).hostname)).toEqual([
      '127.0.0.1',
      '127.0.0.1',
      '127.0.0.1',
    ]);
  });

  test('is different for each sandbox, and sandboxes do not share their state', async () => {
    const sandboxes = await Promise.all(Array.from({ length: 20 }, () => startTestSandbox()));
    expect(new Set(sandboxes.map(({ baseUrl }) => baseUrl)).size).toBe(20);
    const [first, ...otherSandboxes] = sandboxes;
    first?.profiles.clear();
    expect(otherSandboxes.filter(({ profiles }) => !profiles.has(PROFILE_ID))).toEqual([]);
    const responses = await Promise.all(sandboxes.map((sandbox) => requestToken(sandbox)));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  });
});

describe('the state of a sandbox', () => {
  test('initially contains the examples of the document', async () => {
    const { profiles, enrollments } = await startTestSandbox();
    expect([...profiles.keys()]).toEqual([PROFILE_ID]);
    expect(profiles.get(PROFILE_ID)).toMatchObject({ name: 'Partner tokens', type: 'custom_authentication' });
    expect([...enrollments]).toEqual([[ENROLLMENT_ID, expect.objectContaining({ id: ENROLLMENT_ID })]]);
  });

  test('is a copy, so a change of the state does not change the options', async () => {
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

test('a sandbox does not announce a time after which it closes an idle connection', async () => {
  const { baseUrl } = await startTestSandbox();
  const { headers } = await fetch(baseUrl);
  expect([headers.get('Connection'), headers.get('Keep-Alive')]).toEqual(['keep-alive', null]);
});

test('onRequest is called without a status if the caller disconnects during a token request, and nothing is printed', async () => {
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
  expect([received[0]?.operation, received[0]?.status]).toEqual(['token', undefined]);
  expect(printed).not.toHaveBeenCalled();
});

describe('the option latency', () => {
  test('delays the operation, and close() during the delay makes the call fail', async () => {
    const sandbox = await startTestSandbox({ latency: HOUR_MS });
    const refused = rejectionOf(callOperation(sandbox, READ));
    await vi.waitFor(() => expect(sandbox.requests).toHaveLength(1));
    await sandbox.close();
    expect(await refused).toBeInstanceOf(TypeError);
    expect(sandbox.requests[0]).not.toHaveProperty('status');
  });
});

describe('close()', () => {
  test('frees the port and can be called twice', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.close();
    await sandbox.close();
    expect((await rejectionOf(fetch(sandbox.baseUrl))).cause).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('is called at the end of a block with await using', async () => {
    let url = '';
    {
      await using sandbox = await startSandbox();
      url = sandbox.baseUrl;
      expect((await fetch(url)).status).toBe(404);
    }
    expect((await rejectionOf(fetch(url))).cause).toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('the options of startSandbox', () => {
  const _PROFILE = { id: 'tep_1' };

  test('have their defaults if they are undefined', async () => {
    // The cast allows an invalid value, which a JavaScript caller can pass.
    const options: object = { clients: undefined, profiles: undefined, rateLimit: undefined, clock: undefined };
    const sandbox = await startTestSandbox(options as SandboxOptions);
    const response = await callOperation(sandbox, READ, { token: await requestAccessToken(sandbox) });
    expect([response.status, ...rateLimitFields(response).slice(0, 1)]).toEqual([200, '5']);
  });
});
