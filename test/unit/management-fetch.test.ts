import createClient from 'openapi-fetch';
import { expect, test } from 'vitest';
import type { paths } from '#generated/management.ts';
import { type CallOptions, clientCredentials, createManagementFetch, type TokenSource } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { advanceUntilSettled, useFakeTime } from '../support/fake-time.ts';
import { CLIENT, PROFILE, PROFILE_PATH, profileParams } from '../support/scripted-client.ts';
import * as scripts from '../support/scripted-fetch.ts';

const { createResponse, cutOffResponse, endlessResponse } = scripts;
const BASE = 'https://acme.example.com/api/v2';
const URL_WITH_ID = `${BASE}/things/secret`;
const lost = new Error('lost');

/** Creates a fetch of the tenant `acme.example.com`. Its nth request gets the nth of `responses`. */
function scripted(responses: readonly scripts.ScriptedResponse[], options: CallOptions & { auth?: TokenSource } = {}) {
  useFakeTime();
  const { fetch, sent } = scripts.scriptedFetch(responses);
  return { sent, fetch: createManagementFetch({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, ...options }) };
}
const numbered =
  (tokens = ['t1', 't2']) =>
  () =>
    tokens.shift() ?? '';
const inFirefox = (init: RequestInit) =>
  Object.defineProperty(new Request(URL_WITH_ID, init), 'body', { value: undefined });

test('createManagementFetch retries calls of openapi-fetch, and hides the token from its middleware', async () => {
  const { fetch, sent } = scripted([createResponse(503), createResponse(200, PROFILE), lost, lost], {
    retry: 1,
    headers: { 'X-Client': '1', 'X-Both': 'client' },
  });
  const api = createClient<paths>({ baseUrl: BASE, fetch, headers: { Authorization: 'mine', 'X-Both': 'call' } });
  const seen: (string | null)[] = [];
  api.use({
    onRequest: ({ request, schemaPath }) => Object.assign(request, { template: schemaPath }),
    onResponse: ({ request }) => void seen.push(request.headers.get('Authorization')),
  });
  expect((await advanceUntilSettled(api.GET(PROFILE_PATH, profileParams))).data).toEqual(PROFILE);
  expect(seen).toEqual(['mine']);
  const headers = { authorization: 'Bearer t0ken', 'x-both': 'call', 'x-client': '1' };
  expect(Object.fromEntries(sent[1]?.headers ?? [])).toEqual(headers);
  expect(sent[1]?.request.redirect).toBe('manual');
  const error = await advanceUntilSettled(rejectionOf(api.DELETE(PROFILE_PATH, profileParams)));
  expect(error.message).toBe(`DELETE ${PROFILE_PATH}: the request failed (attempt 2)`);
});

const controller = new AbortController();
const abort = (sent: scripts.SentRequest) => {
  controller.abort(new Error('stop'));
  return scripts.neverResponds(sent);
};
test.each([
  ['NetworkError', [cutOffResponse(200, lost)], 'GET /...: the request failed'],
  ['TimeoutError', [endlessResponse(404)], 'GET /... timed out after 2000 ms (attempt 1, waiting for the body)'],
  ['TokenError', [createResponse(401)], 'Token request: 401: the body has no OAuth error code'],
  ['Error', [abort], 'stop'],
])('createManagementFetch rejects with a %s without the id', async (name, responses, message) => {
  const auth = name === 'TokenError' ? clientCredentials(CLIENT) : 't0ken';
  const { fetch } = scripted(responses, { auth, timeout: 2_000 });
  const call = fetch(new Request(URL_WITH_ID), { signal: controller.signal });
  const error = await advanceUntilSettled(rejectionOf(call));
  expect([error.name, error.message]).toEqual([name, message]);
});

test.each([
  ['a 429 after all retries', [createResponse(429), createResponse(429)], 429],
  ['a 204 after a body that takes longer than attemptTimeout', [endlessResponse(200), createResponse(204)], 204],
  ['a 401 of a rejected token', [createResponse(401)], 401],
  ['a 404 whose body breaks off, without a body', [cutOffResponse(404, lost)], 404],
])('createManagementFetch resolves with %s', async (_what, responses, status) => {
  const { fetch } = scripted(responses, { retry: 1, attemptTimeout: 1_000 });
  const response = await advanceUntilSettled(fetch(new URL(URL_WITH_ID)));
  expect([response.status, await response.text()]).toEqual([status, '']);
});

test.each([
  ['the body of a Request', new Request(URL_WITH_ID, { method: 'PATCH', body: 'text' }), {}, 'PATCH text'],
  ['an empty body', URL_WITH_ID, { method: 'PATCH', body: '' }, 'PATCH '],
  ['the body of a Request of Firefox', inFirefox({ method: 'PATCH', body: 'text' }), undefined, 'PATCH text'],
  ['a Request of Firefox without a body', inFirefox({ method: 'GET' }), undefined, 'GET '],
])('createManagementFetch sends %s again after a 429 and after a 401', async (_what, input, init, request) => {
  const responses = [createResponse(429), createResponse(401), createResponse(204)];
  const { fetch, sent } = scripted(responses, { auth: numbered() });
  expect((await advanceUntilSettled(fetch(input, init))).status).toBe(204);
  expect(sent.map(({ method, body }) => `${method} ${body}`)).toEqual([request, request, request]);
  expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
});

/** A PUT of a stream. The types of Node.js have no `duplex`. */
const streamed = () =>
  ({ method: 'PUT', body: new Response('text').body, duplex: 'half', cache: 'no-store' }) as object;
test('createManagementFetch sends a stream once, and replaces a rejected token for the next call', async () => {
  const responses = [createResponse(503), createResponse(401), createResponse(204)];
  const rejected: (string | undefined)[] = [];
  const auth: TokenSource = (request) => `t${rejected.push(request.rejected)}`;
  const { fetch, sent } = scripted(responses, { auth });
  for (const { status } of [{ status: 503 }, { status: 401 }, { status: 204 }])
    expect((await advanceUntilSettled(fetch(URL_WITH_ID, streamed()))).status).toBe(status);
  expect(rejected).toEqual([undefined, undefined, 't2', undefined]);
  expect(sent[0]).toMatchObject({ body: 'text', request: { cache: 'no-store' } });
});

test('createManagementFetch sends a POST once if the API may have performed it', async () => {
  const { fetch, sent } = scripted([lost]);
  const request = Object.assign(new Request(URL_WITH_ID, { method: 'POST' }), { template: '/things/{id}' });
  const error = await advanceUntilSettled(rejectionOf(fetch(request, {})));
  expect([error.message, sent.length]).toEqual(['POST /things/{id}: the request failed', 1]);
});

test('createManagementFetch sends a Request that is passed as init', async () => {
  const { fetch, sent } = scripted([createResponse(204)]);
  await advanceUntilSettled(
    fetch(URL_WITH_ID, new Request(BASE, { method: 'PUT', body: 'text', duplex: 'half' } as object)),
  );
  expect(sent[0]).toMatchObject({ method: 'PUT', body: 'text' });
});

test('createManagementFetch sends nothing to the host of a Request that hides its URL', async () => {
  class Disguised extends Request {
    override get url() {
      return URL_WITH_ID;
    }
  }
  const error = await rejectionOf(scripted([]).fetch(new Disguised('https://attacker.example/api/v2/x')));
  expect(error.message).toBe(BELOW);
});

const BELOW = 'the URL must start with the base URL of the tenant';

const VALID = 'the arguments of fetch must be valid; pass them to new Request to see the reason';
test.each([
  [VALID, 'https://user:secret@acme.example.com/api/v2/', undefined],
  [VALID, URL_WITH_ID, { headers: { 'X-Id': 'secret\n1' } }],
  [BELOW, 'https://acme.example.com.attacker.example/api/v2/x', {}],
  [BELOW, `${BASE}s/x`, {}],
  [BELOW, new Request(`${BASE}/../x`), undefined],
  [/^redirect must not be 'error'/, URL_WITH_ID, { redirect: 'error' } as const],
  [/^referrerPolicy must be absent/, new Request(URL_WITH_ID, { referrerPolicy: 'no-referrer' }), undefined],
  [/^unknown option "next"\. Valid options: template, method, /, URL_WITH_ID, { next: {} } as RequestInit],
  [/^the request has an unknown option "next"\. /, Object.assign(new Request(URL_WITH_ID), { next: {} }), undefined],
])('createManagementFetch rejects with a TypeError, and sends nothing: %s', async (message, input, init) => {
  const error = await rejectionOf(scripted([]).fetch(input, init));
  expect([error.name, error.cause]).toEqual(['TypeError', undefined]);
  expect(error.message).toMatch(message);
});
