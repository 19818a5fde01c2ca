// Each option is read only once. Otherwise, a getter could return a valid value for the check, and then another value
// for the request.
import { expect, test } from 'vitest';
import { clientCredentials, createManagementClient, type PrivateJwk, privateKeyJwt } from '../../src/index.js';
import { pacerOf } from '../support/pacing.js';
import { createScriptedClient, ID, PROFILE, PROFILE_PATH } from '../support/scripted-client.js';
import { createResponse, scriptedFetch } from '../support/scripted-fetch.js';

/** Creates an object whose getters count how often they are read. A second read returns `changed`. */
function readOnce<T extends object>(values: T, changed: unknown): { object: T; reads: Record<string, number> } {
  const reads: Record<string, number> = {};
  const object = Object.create(null);
  for (const [name, value] of Object.entries(values)) {
    reads[name] = 0;
    Object.defineProperty(object, name, {
      enumerable: true,
      get: () => {
        reads[name] = (reads[name] ?? 0) + 1;
        return reads[name] === 1 ? value : changed;
      },
    });
  }
  return { object, reads };
}

/** The expected number of reads: one for each option. */
const once = (options: object) => Object.fromEntries(Object.keys(options).map((name) => [name, 1]));

test('createManagementClient reads each option and each header once', async () => {
  const { fetch, sent } = scriptedFetch([createResponse(200, PROFILE), createResponse(200, PROFILE)]);
  const headers = readOnce({ 'X-Team': 'blue' }, 'changed\n');
  const values = {
    tenantDomain: 'acme.example.com',
    baseUrl: undefined,
    auth: 't0ken',
    fetch,
    timeout: 1_000,
    retry: 0,
    headers: headers.object,
    pacer: pacerOf({ resendsRefused: false, enter: () => () => undefined }),
  };
  const { object, reads } = readOnce(values, 'https://evil.example');
  // The types do not allow `baseUrl: undefined`.
  const management = createManagementClient(object as never);
  await management.GET(PROFILE_PATH, { params: { path: { id: ID } } });
  await management.GET(PROFILE_PATH, { params: { path: { id: ID } } });
  expect(reads).toEqual(once(values));
  expect(headers.reads).toEqual({ 'X-Team': 1 });
  expect(sent.map(({ headers }) => headers.get('X-Team'))).toEqual(['blue', 'blue']);
  expect(new Set(sent.map(({ url }) => new URL(url).hostname))).toEqual(new Set(['acme.example.com']));
});

test('a call reads each option, each parameter and each header once', async () => {
  const { call, sent } = createScriptedClient([createResponse(204)]);
  const path = readOnce({ id: ID }, '..');
  const query = readOnce({ page: 1 }, 2);
  const header = readOnce({ 'X-Dry-Run': 'yes' }, 'changed\n');
  const headers = readOnce({ 'X-Trace': '1' }, 'changed\n');
  const params = readOnce({ path: path.object, query: query.object, header: header.object }, undefined);
  const { signal } = new AbortController();
  const values = {
    params: params.object,
    body: { a: 1 },
    signal,
    timeout: 1_000,
    retry: 0,
    headers: headers.object,
    pace: 'bulk',
  };
  const { object, reads } = readOnce(values, null);
  await call('POST', '/things/{id}/parts/{id}', object);
  expect([reads, params, path, query, header, headers].map((read) => ('reads' in read ? read.reads : read))).toEqual([
    once(values),
    { path: 1, query: 1, header: 1 },
    { id: 1 },
    { page: 1 },
    { 'X-Dry-Run': 1 },
    { 'X-Trace': 1 },
  ]);
  expect(sent[0]?.url).toBe(`https://acme.example.com/api/v2/things/${ID}/parts/${ID}?page=1`);
  expect(sent[0]?.headers.get('X-Dry-Run')).toBe('yes');
  expect(sent[0]?.headers.get('X-Trace')).toBe('1');
  expect(sent[0]?.body).toBe('{"a":1}');
});

test('clientCredentials reads each option once', async () => {
  const values = {
    clientId: 'my-service',
    clientSecret: 's3cret',
    clientAuthentication: undefined,
    tokenUrl: '/token',
    audience: 'urn:api',
    tokenCache: undefined,
  };
  const { object, reads } = readOnce(values, 'http://evil.example');
  const source = clientCredentials(object as never);
  const { fetch, sent } = scriptedFetch([createResponse(200, { access_token: 'fresh' })]);
  const { signal } = new AbortController();
  expect(await source({ origin: 'https://acme.example.com', fetch, signal })).toBe('fresh');
  expect(reads).toEqual(once(values));
  expect(sent[0]?.url).toBe('https://acme.example.com/token');
  expect(new URLSearchParams(sent[0]?.body).get('audience')).toBe('urn:api');
});

test('privateKeyJwt reads each option and each member of a JWK once', async () => {
  const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign']);
  // The cast is safe: the exported JWK is a private key, although its type also allows other kinds of keys.
  const jwk = readOnce((await crypto.subtle.exportKey('jwk', privateKey)) as PrivateJwk, 'changed');
  const values = { key: jwk.object, alg: 'ES256', keyId: 'k1', audience: 'urn:as' };
  const { object, reads } = readOnce(values, {});
  const source = clientCredentials({ clientId: 'my-service', clientAuthentication: privateKeyJwt(object as never) });
  const { fetch, sent } = scriptedFetch([createResponse(200, { access_token: 'fresh' })]);
  const { signal } = new AbortController();
  expect(await source({ origin: 'https://acme.example.com', fetch, signal })).toBe('fresh');
  expect(reads).toEqual(once(values));
  expect(new Set(Object.values(jwk.reads))).toEqual(new Set([1]));
  const [header = '', payload = ''] = new URLSearchParams(sent[0]?.body).get('client_assertion')?.split('.') ?? [];
  expect(JSON.parse(atob(header))).toMatchObject({ alg: 'ES256', kid: 'k1' });
  expect(JSON.parse(atob(payload))).toMatchObject({ aud: 'urn:as' });
});
