// Another library of the program can add properties to Object.prototype. These tests add a property for each word in
// the source of the client and its dependencies, and record the code that reads one of them.
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { exportJWK, generateKeyPair } from 'jose';
import createClient from 'openapi-fetch';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { paths } from '#generated/management.ts';
import { bulk, createPacer } from '../../src/bulk/index.ts';
import {
  clientCredentials,
  createManagementClient,
  createManagementFetch,
  privateKeyJwt,
  sharedTokenCache,
} from '../../src/index.ts';
import { platformFetch } from '../../src/platform-fetch.ts';
import { listen } from '../support/loopback.ts';
import { createResponse } from '../support/scripted-fetch.ts';

const { resolve } = createRequire(import.meta.url);
const SOURCES = [...globSync('src/**/*.ts'), resolve('openapi-fetch'), resolve('oauth4webapi')];
/** The members of `RequestInit`. Node.js reads absent ones of the prototype itself, but the client must not. */
const INIT =
  'body cache credentials dispatcher duplex integrity keepalive mode priority referrer referrerPolicy window';
/** Matches the modules that decide what is sent, and where. Other modules read only responses and results. */
const SENDERS = /\/(openapi-fetch|oauth4webapi)\/|\/src\/([\w-]+\.ts|options|token|rate-limit|bulk\/bulk-options)/;
/**
 * Members that the language reads of iterators, promises and property descriptors, and `form`, which openapi-fetch reads
 * of its table of separators.
 */
const ALWAYS_READ = 'return then get set value writable enumerable configurable form'.split(' ');

/** Adds the properties until the test ends. Returns the reads as lines: the name, and the place of the code. */
function observeReads(): { reads: Set<string>; stop: () => void } {
  const words = SOURCES.flatMap((path) => readFileSync(path, 'utf8').match(/[a-z_]\w*/gi) ?? []);
  const names = [...new Set([...words, ...INIT.split(' ')])].filter(
    (name) => !(name in Object.prototype) && !ALWAYS_READ.includes(name),
  );
  const reads = new Set<string>();
  let isOn = true;
  for (const name of names) {
    const get = () => {
      if (!isOn) return undefined;
      isOn = false;
      const [, , reader = ''] = new Error('read').stack?.split('\n') ?? [];
      if (SENDERS.test(reader)) reads.add(`${name} ${reader.trim()}`);
      isOn = true;
      return undefined;
    };
    const set = function (this: object, value: unknown) {
      Object.defineProperty(this, name, { value, writable: true, enumerable: true, configurable: true });
    };
    Object.defineProperty(Object.prototype, name, { configurable: true, get, set });
  }
  const stop = () => {
    isOn = false;
    for (const name of names) Reflect.deleteProperty(Object.prototype, name);
  };
  onTestFinished(stop);
  return { reads, stop };
}

test('calls, token requests and jobs read no member of Object.prototype', async () => {
  const jwk = await exportJWK((await generateKeyPair('ES256', { extractable: true })).privateKey);
  const entries = new Map<string, string>();
  const store = {
    get: (key: string) => entries.get(key),
    set: (key: string, value: string) => void entries.set(key, value),
    delete: (key: string) => entries.delete(key),
  };
  const statuses = [429, 401, 404];
  const fetch = vi.fn(async ({ url }: Request) => {
    if (url.includes('/oauth/')) return createResponse(200, { access_token: 't0ken', token_type: 'Bearer' });
    return createResponse(statuses.shift() ?? 200, {}, { 'Retry-After': '0' });
  });
  const { reads, stop } = observeReads();
  for (const authentication of [{ clientSecret: 'secret' }, { clientAuthentication: privateKeyJwt({ key: jwk }) }]) {
    const auth = clientCredentials({ clientId: 'id', tokenCache: sharedTokenCache(store), ...authentication });
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth, fetch, pacer: createPacer() });
    // The cast is necessary, because the document shows no query.
    const query = { fields: ['a', 'b'] } as never;
    await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'x' }, query } });
    const managementFetch = createManagementFetch({ tenantDomain: 'acme.example.com', auth, fetch });
    const url = 'https://acme.example.com/api/v2/things/a';
    await managementFetch(url, { method: 'PUT', body: '{}', template: '/things/{id}' });
    await managementFetch(new Request(url));
    const path = '/guardian/enrollments/{id}';
    const job = bulk(['a', 'b'], (id, call) => management.DELETE(path, { params: { path: { id } }, ...call }));
    for await (const { outcome } of job) expect(outcome).not.toBe('failed');
  }
  stop();
  expect([...reads]).toEqual([]);
  expect(fetch.mock.calls.length).toBeGreaterThan(8);
});

test.each([
  ['baseUrl', 'https://attacker.example'],
  ['fetch', () => Response.json({})],
  [
    'Request',
    function toAttacker() {
      return new Request('https://attacker.example');
    },
  ],
  ['middleware', [{ onRequest: () => Response.json({}) }]],
  ['pathSerializer', () => 'https://attacker.example/'],
  ['headers', { Authorization: 'none' }],
  ['method', 'DELETE'],
  ['redirect', 'follow'],
])('%s on Object.prototype does not change a request', async (name, value) => {
  const received: (string | undefined)[] = [];
  const address = await listen(
    createServer(({ method, url, headers }, response) => {
      received.push(method, url, headers.authorization);
      response.writeHead(307, { Location: '/elsewhere' }).end();
    }),
  );
  Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, name));
  const management = createManagementClient({ baseUrl: `${address}/api/v2`, auth: 't0ken' });
  await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'x' } } });
  const expected = ['GET', '/api/v2/token-exchange-profiles/x', 'Bearer t0ken'];
  expect(received).toEqual(expected);

  // openapi-fetch itself can create another request. It must not get the token.
  const sent = vi.fn(platformFetch);
  const fetch = createManagementFetch({ baseUrl: address, auth: 't0ken', fetch: sent });
  await fetch(`${address}/api/v2/token-exchange-profiles/x`);
  expect(received).toEqual([...expected, ...expected]);
  const api = createClient<paths>({ baseUrl: address, fetch });
  await api.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'x' } } }).catch(() => undefined);
  for (const [request] of sent.mock.calls) expect(request.url).toMatch(address);
});
