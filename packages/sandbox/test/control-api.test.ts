// Tests of the control API over HTTP.

import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage, STATUS_CODES } from 'node:http';
import { text } from 'node:stream/consumers';
import { decodeJwt } from 'jose';
import type { Sandbox, SandboxOptions } from 'tenant-management-sandbox';
import { describe, expect, test } from 'vitest';
import { rejectionOf } from '../../../test/support/expected-errors.ts';
import { readYaml } from '../../../test/support/read-yaml.ts';
import {
  callOperation,
  DELETE_ENROLLMENT,
  PROFILE_ID,
  READ,
  requestToken,
  startTestSandbox,
  startWithToken,
} from './sandbox-client.ts';

const READER = { clientId: 'reader', clientSecret: 'secret', scopes: ['read:token_exchange_profiles'] } as const;

interface RejectedRequest {
  readonly request: string;
  readonly body?: unknown;
  readonly type?: string;
  readonly text?: string;
  readonly status: number;
  readonly message?: string;
  readonly allow?: string;
}
const REJECTED: readonly RejectedRequest[] = readYaml(import.meta.dirname, 'rejected-control-requests.yaml');

/** Sends a request to the control API; `path` starts after `/_sandbox`. */
async function control({ controlUrl }: Sandbox, method: string, path = '', body?: unknown) {
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  const response = await fetch(`${controlUrl}${path}`, { method, ...content });
  const received = await response.text();
  const parsed: unknown = received === '' ? undefined : JSON.parse(received);
  return { status: response.status, headers: response.headers, body: parsed };
}

const failure = (statusCode: number, error: string | undefined, message: string) => ({ statusCode, error, message });

/** Sends a request to the control API with header fields that `fetch` cannot send, such as `Host`. */
async function send(sandbox: Sandbox, method: string, path: string, headers: Record<string, string>) {
  const outgoing = httpRequest(`${sandbox.address}/_sandbox${path}`, { method, headers }).end();
  const [response]: IncomingMessage[] = await once(outgoing, 'response');
  if (response === undefined) throw new Error('once resolves with the arguments of the event');
  await text(response);
  return response;
}

test('GET of the control URL returns the addresses, the audience, the clients, the default credentials and the operations that are not simulated', async () => {
  const sandbox = await startTestSandbox({ clients: [{ clientId: 'reader', clientSecret: 's' }] });
  const { address, baseUrl, tokenUrl, jwksUrl, credentials } = sandbox;
  const { status, headers, body } = await control(sandbox, 'GET');
  const audience = `${baseUrl}/`;
  const clients = [credentials.clientId, 'reader'];
  expect([status, body]).toEqual([
    200,
    { address, baseUrl, tokenUrl, jwksUrl, audience, credentials, clients, notSimulated: [] },
  ]);
  expect(headers.get('Cache-Control')).toBe('no-store');
});

test('requests to the control API are not recorded, not delayed and not affected by faults', async () => {
  const sandbox = await startTestSandbox({ latency: 3_600_000 });
  sandbox.fail({ with: 503, times: Number.POSITIVE_INFINITY });
  expect((await control(sandbox, 'GET', '/requests')).body).toEqual([]);
  expect(sandbox.requests).toHaveLength(0);
});

describe('the control API for resources', () => {
  const ITEMS = '/resources/guardian%2Fenrollments';

  test('returns the number of items of each resource', async () => {
    const sandbox = await startTestSandbox({ profiles: [] });
    expect(await control(sandbox, 'GET', '/resources')).toMatchObject({
      status: 200,
      body: { 'token-exchange-profiles': 0, 'guardian/enrollments': 1 },
    });
  });

  test.each(['guardian%2Fenrollments', 'enrollments'])('reads the items of a resource: %s', async (key) => {
    const sandbox = await startTestSandbox({ enrollments: [{ id: 'a', status: 'pending' }, { id: 'b/1' }] });
    expect((await control(sandbox, 'GET', `/resources/${key}`)).body).toEqual({
      a: { id: 'a', status: 'pending' },
      'b/1': { id: 'b/1' },
    });
    expect((await control(sandbox, 'GET', `/resources/${key}/b%2F1`)).body).toEqual({ id: 'b/1' });
  });

  test('adds an item, and the API then returns this item', async () => {
    const sandbox = await startTestSandbox();
    const item = { id: 'tep/2', name: 'New tokens' };
    expect(await control(sandbox, 'PUT', '/resources/profiles/tep%2F2', { name: 'New tokens' })).toMatchObject({
      status: 200,
      body: item,
    });
    expect(sandbox.profiles.get('tep/2')).toEqual(item);
    const token = await sandbox.issueToken();
    expect((await callOperation(sandbox, READ, { token, id: 'tep/2' })).body).toMatchObject(item);
  });

  test('deletes an item, and all items of a resource', async () => {
    const sandbox = await startTestSandbox({ enrollments: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] });
    expect(await control(sandbox, 'DELETE', `${ITEMS}/a`)).toMatchObject({ status: 204, body: undefined });
    expect([...sandbox.enrollments.keys()]).toEqual(['b', 'c']);
    expect((await control(sandbox, 'DELETE', ITEMS)).status).toBe(204);
    expect([sandbox.enrollments.size, sandbox.profiles.size]).toEqual([0, 1]);
  });
});

describe('the control API for requests', () => {
  test('lists all requests, or only the requests that match a query', async () => {
    const { sandbox, token, call } = await startWithToken();
    sandbox.fail({ operation: DELETE_ENROLLMENT, with: 503 });
    await call(READ);
    await callOperation(sandbox, DELETE_ENROLLMENT, { authorization: `Bearer ${token}` }).catch(() => undefined);
    sandbox.fail({ with: 'reset' });
    await rejectionOf(call(DELETE_ENROLLMENT));
    const all = JSON.parse(JSON.stringify(sandbox.requests));
    expect((await control(sandbox, 'GET', '/requests')).body).toEqual(all);
    expect((await control(sandbox, 'GET', `/requests?operation=${READ}`)).body).toEqual([all[1]]);
    expect((await control(sandbox, 'GET', '/requests?status=200')).body).toEqual([all[0], all[1]]);
    expect((await control(sandbox, 'GET', '/requests?fault=503')).body).toEqual([all[2]]);
    expect((await control(sandbox, 'GET', '/requests?status=null')).body).toMatchObject([
      { fault: 'reset', status: null },
    ]);
    expect((await control(sandbox, 'GET', `/requests?id=${PROFILE_ID}&status=404`)).body).toEqual([]);
  });

  test('waits for a matching request if the query contains `waitFor`', async () => {
    const sandbox = await startTestSandbox();
    const waiting = control(sandbox, 'GET', `/requests?operation=${READ}&waitFor=3600000`);
    await requestToken(sandbox);
    await callOperation(sandbox, READ);
    const { status, body } = await waiting;
    expect([status, body]).toMatchObject([200, [{ operation: READ, status: 401 }]]);
  });

  test('returns 404 with the last requests if no request matches within the time in `waitFor`', async () => {
    const sandbox = await startTestSandbox();
    await requestToken(sandbox);
    const { status, body } = await control(sandbox, 'GET', '/requests?method=DELETE&waitFor=1');
    const message =
      'The sandbox received no request that matches {"method":"DELETE"} in 1 ms. The last requests were: POST /oauth/token/ 200';
    expect([status, body]).toEqual([404, failure(404, 'Not Found', message)]);
  });

  test('deletes the recorded requests', async () => {
    const sandbox = await startTestSandbox();
    await requestToken(sandbox);
    expect((await control(sandbox, 'DELETE', '/requests')).status).toBe(204);
    expect(sandbox.requests).toHaveLength(0);
  });
});

describe('the control API for faults', () => {
  test('injects a fault with all options that JSON can express', async () => {
    const sandbox = await startTestSandbox();
    const token = await sandbox.issueToken();
    const fault = {
      operation: READ,
      id: PROFILE_ID,
      with: [429, 'pass'],
      times: 2,
      afterEffect: false,
      latency: 0,
      headers: { 'Retry-After': 1 },
      body: { message: 'Later' },
    };
    const { status, body } = await control(sandbox, 'POST', '/faults', fault);
    expect([status, body]).toEqual([201, { ...fault, id: PROFILE_ID, key: '1', remaining: 4 }]);
    const response = await fetch(`${sandbox.baseUrl}/token-exchange-profiles/${PROFILE_ID}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    expect([response.status, response.headers.get('Retry-After'), await response.json()]).toEqual([
      429,
      '1',
      { message: 'Later' },
    ]);
    expect((await control(sandbox, 'GET', '/faults/1')).body).toMatchObject({ remaining: 3 });
  });

  test('lists the faults, including faults that were injected with sandbox.fail()', async () => {
    const sandbox = await startTestSandbox();
    sandbox.fail({ match: () => true, with: 503 });
    await control(sandbox, 'POST', '/faults', { with: 'reset', times: 'Infinity' });
    expect((await control(sandbox, 'GET', '/faults')).body).toEqual([
      { key: '1', with: 503, times: 1, remaining: 1 },
      { key: '2', with: 'reset', times: 'Infinity', remaining: 'Infinity' },
    ]);
  });

  test('removes one fault, or all faults', async () => {
    const sandbox = await startTestSandbox();
    const faults = [500, 502, 503].map((status) => sandbox.fail({ with: status }));
    expect((await control(sandbox, 'DELETE', '/faults/2')).status).toBe(204);
    expect(faults.map(({ remaining }) => remaining)).toEqual([1, 0, 1]);
    expect(await control(sandbox, 'DELETE', '/faults/2')).toMatchObject({
      status: 404,
      body: { message: 'No such fault' },
    });
    expect((await control(sandbox, 'GET', '/faults/2')).status).toBe(404);
    expect((await control(sandbox, 'DELETE', '/faults')).status).toBe(204);
    expect(faults.map(({ remaining }) => remaining)).toEqual([0, 0, 0]);
  });
});

test('POST /reset of the control API restores the initial state', async () => {
  const sandbox = await startTestSandbox();
  sandbox.profiles.clear();
  sandbox.clients.delete('sandbox-client');
  await requestToken(sandbox);
  expect(await control(sandbox, 'POST', '/reset')).toMatchObject({ status: 204, body: undefined });
  expect([sandbox.profiles.size, sandbox.clients.size, sandbox.requests.length]).toEqual([1, 1, 0]);
});

test('the control API for clients lists, reads, adds, replaces and removes clients', async () => {
  const sandbox = await startTestSandbox();
  const { clientId, ...fields } = READER;
  expect(await control(sandbox, 'PUT', '/clients/reader', fields)).toMatchObject({ status: 200, body: READER });
  expect((await requestToken(sandbox, { client_id: clientId, client_secret: 'secret' })).status).toBe(200);
  await control(sandbox, 'PUT', '/clients/reader', { ...READER, clientSecret: 'rotated' });
  expect((await requestToken(sandbox, { client_id: clientId, client_secret: 'secret' })).status).toBe(401);
  expect((await control(sandbox, 'GET', '/clients/reader')).body).toEqual({ ...READER, clientSecret: 'rotated' });
  expect((await control(sandbox, 'GET', '/clients')).body).toEqual(Object.fromEntries(sandbox.clients));
  expect((await control(sandbox, 'DELETE', '/clients/reader')).status).toBe(204);
  expect(sandbox.clients.has('reader')).toBe(false);
  expect(await control(sandbox, 'GET', '/clients/reader')).toMatchObject({
    status: 404,
    body: { message: 'No such client' },
  });
  expect((await control(sandbox, 'DELETE', '/clients/reader')).status).toBe(404);
});

describe('the control API for tokens', () => {
  test('issues a token', async () => {
    const sandbox = await startTestSandbox({ clients: [READER] });
    const issued = await control(sandbox, 'POST', '/tokens', { clientId: 'reader', expiresIn: 60 });
    expect([issued.status, issued.body]).toEqual([201, { token: expect.any(String) }]);
    const { token } = issued.body as { token: string };
    expect(decodeJwt(token)).toMatchObject({ azp: 'reader', scope: READER.scopes.join(' ') });
    expect((await control(sandbox, 'POST', '/tokens')).status).toBe(201);
  });

  test('revokes all access tokens', async () => {
    const sandbox = await startTestSandbox();
    const token = await sandbox.issueToken();
    expect((await control(sandbox, 'DELETE', '/tokens')).status).toBe(204);
    expect((await callOperation(sandbox, READ, { token })).status).toBe(401);
  });

  test('rotates the signing key', async () => {
    const sandbox = await startTestSandbox();
    const { status, body } = await control(sandbox, 'POST', '/keys');
    const { keys } = await (await fetch(sandbox.jwksUrl)).json();
    expect(keys).toHaveLength(2);
    expect([status, body]).toEqual([201, { kid: keys[0].kid }]);
  });
});

describe('an invalid request to the control API', () => {
  test.for(REJECTED)('$request results in $status: $body $text', async (row) => {
    const { request, body, type = 'application/json', text = JSON.stringify(body), status, allow = null } = row;
    const sandbox = await startTestSandbox();
    const [method = '', path] = request.split(' ');
    const content = text === undefined ? {} : { body: text, headers: { 'Content-Type': type } };
    const response = await fetch(`${sandbox.controlUrl}${path}`, { method, ...content });
    const { message = expect.any(String) } = row;
    expect([response.status, await response.json()]).toEqual([status, failure(status, STATUS_CODES[status], message)]);
    expect(response.headers.get('Allow')).toBe(allow);
    expect([...sandbox.profiles.keys()]).toEqual([PROFILE_ID]);
    expect((await control(sandbox, 'GET', '/faults')).body).toEqual([]);
  });

  test.each<[string, Record<string, string>]>([
    ['a request with an Origin header field', { Origin: 'https://app.example.com' }],
    ['a request with Sec-Fetch-Site: cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
    [
      'a request with a Host that resolves to the address of the sandbox (DNS rebinding)',
      { Host: 'rebind.example.com' },
    ],
    ['a request with a Host that only ends with localhost', { Host: 'evil-localhost' }],
  ])('from a web page results in 403 without CORS header fields: %s', async (_what, headers) => {
    const sandbox = await startTestSandbox();
    for (const [method, path] of [
      ['DELETE', '/resources/profiles'],
      ['OPTIONS', '/faults'],
      ['GET', '/clients'],
    ] as const) {
      const preflight = method === 'OPTIONS' ? { 'Access-Control-Request-Method': 'POST' } : {};
      const response = await send(sandbox, method, path, { ...headers, ...preflight });
      expect(response.statusCode).toBe(403);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
    expect(sandbox.profiles.size).toBe(1);
  });
});

describe('the control API', () => {
  test.each<[string, number, string, SandboxOptions]>([
    ['localhost', 200, 'localhost:4020', {}],
    ['an IPv4 address', 200, '127.0.0.1', {}],
    ['an IPv6 address', 200, '[::1]:4020', {}],
    ['the host of the origin', 200, 'sandbox.test:4020', { origin: 'http://sandbox.test:4020', control: true }],
    ['a host other than the host of the origin', 403, 'sandbox.test', { origin: 'http://tenant.test', control: true }],
  ])('checks the Host header field: %s results in %d', async (_what, status, Host, options) => {
    const sandbox = await startTestSandbox(options);
    expect((await send(sandbox, 'GET', '/faults', { Host, 'Sec-Fetch-Site': 'none' })).statusCode).toBe(status);
  });

  test.each<[string, SandboxOptions, boolean]>([
    ['available by default', {}, true],
    ['unavailable by default if the host is not on loopback', { host: '0.0.0.0' }, false],
    ['unavailable by default if the origin is not on loopback', { origin: 'https://tenant.example.com' }, false],
    ['available with control: true', { host: '0.0.0.0', origin: 'https://tenant.example.com', control: true }, true],
    ['unavailable with control: false', { control: false }, false],
  ])('is %s: controlUrl has the origin of the sandbox, or is undefined', async (_what, options, isOn) => {
    const { address, controlUrl } = await startTestSandbox(options);
    expect(controlUrl).toBe(isOn ? `${options.origin ?? address}/_sandbox` : undefined);
    expect((await fetch(`${address}/_sandbox`)).status).toBe(isOn ? 200 : 404);
    expect((await fetch(`${address}/_sandbox?a=1`)).status).toBe(isOn ? 200 : 404);
    expect((await fetch(`${address}/_sandboxes`)).status).toBe(404);
  });
});

test('an error that the option clock throws leads to a response with status 500', async () => {
  let isBroken = false;
  const clock = () => {
    if (isBroken) throw new DOMException('no time', 'AbortError');
    return Date.now();
  };
  const sandbox = await startTestSandbox({ clock });
  isBroken = true;
  const { status, body } = await control(sandbox, 'POST', '/tokens', {});
  isBroken = false;
  expect([status, body]).toEqual([500, failure(500, 'Internal Server Error', 'no time')]);
});
