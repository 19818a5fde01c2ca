import createClient from 'openapi-fetch';
import { describe, expect, test, vi } from 'vitest';
import type { paths } from '#generated/management.ts';
import { type CallOptions, clientCredentials, createManagementFetch, type TokenSource } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { advanceUntilSettled, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { CLIENT, PROFILE, PROFILE_PATH, profileParams } from '../support/scripted-client.ts';
import {
  createResponse,
  cutOffResponse,
  endlessResponse,
  neverResponds,
  type ScriptedResponse,
  scriptedFetch,
} from '../support/scripted-fetch.ts';

const BASE = 'https://acme.example.com/api/v2';
const PROFILE_URL = `${BASE}/token-exchange-profiles/tep_secret`;

/** Creates a fetch of the tenant `acme.example.com`. Its nth request gets the nth of `responses`. */
function scripted(responses: readonly ScriptedResponse[], options: CallOptions & { auth?: TokenSource } = {}) {
  useFakeTime();
  const { fetch, sent } = scriptedFetch(responses);
  return {
    sent,
    fetch: createManagementFetch({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, ...options }),
  };
}

/** A token source that returns `t1`, `t2` and so on. */
function newToken(): TokenSource {
  let nth = 0;
  return ({ rejected }) => {
    if (nth === 0 || rejected) nth += 1;
    return `t${nth}`;
  };
}

const withoutBodyMember = (init: RequestInit) =>
  Object.defineProperty(new Request(PROFILE_URL, init), 'body', { value: undefined });

describe('createManagementFetch', () => {
  test('adds the token to the calls of openapi-fetch, retries them, and names their path template', async () => {
    const responses = [createResponse(503), createResponse(200, PROFILE), new Error('lost'), new Error('lost')];
    const { fetch, sent } = scripted(responses, { retry: 1, headers: { 'X-Client': '1', 'X-Both': 'client' } });
    const api = createClient<paths>({ baseUrl: BASE, fetch, headers: { Authorization: 'mine', 'X-Both': 'call' } });
    const seen: (string | null)[] = [];
    api.use({
      onRequest: ({ request, schemaPath }) => Object.assign(request, { template: schemaPath }),
      onResponse: ({ request }) => void seen.push(request.headers.get('Authorization')),
    });
    const { data } = await advanceUntilSettled(api.GET(PROFILE_PATH, profileParams));
    expect(data).toEqual(PROFILE);
    expect(seen).toEqual(['mine']);
    expect(Object.fromEntries(sent[1]?.headers ?? [])).toEqual({
      authorization: 'Bearer t0ken',
      'x-both': 'call',
      'x-client': '1',
    });
    const error = await advanceUntilSettled(rejectionOf(api.DELETE(PROFILE_PATH, profileParams)));
    expect(error.message).toBe(`DELETE ${PROFILE_PATH}: the request failed (attempt 2)`);
    expect(error).toMatchObject({ name: 'NetworkError', attempts: 2, maybePerformed: 2 });
  });

  test.each([
    ['NetworkError', [cutOffResponse(200, new Error('lost'))], 'GET /...: the request failed'],
    ['TimeoutError', [endlessResponse(404)], 'GET /... timed out after 2000 ms (attempt 1, waiting for the body)'],
    ['TokenError', [createResponse(401)], 'Token request: 401: the body has no OAuth error code'],
  ] as const)('rejects with a %s without the id', async (name, responses, message) => {
    const auth = name === 'TokenError' ? clientCredentials(CLIENT) : 't0ken';
    const { fetch } = scripted(responses, { auth, timeout: 2_000 });
    const error = await advanceUntilSettled(rejectionOf(fetch(PROFILE_URL)));
    expect([error.name, error.message]).toEqual([name, message]);
  });

  test('rejects with the reason of the signal of the caller', async () => {
    const { fetch } = scripted([neverResponds]);
    const controller = new AbortController();
    const call = rejectionOf(fetch(PROFILE_URL, { signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('stop'));
    expect((await call).message).toBe('stop');
  });

  test.each([
    ['a 429 after all retries', [createResponse(429), createResponse(429)], 429],
    ['a 204 after a body that takes longer than attemptTimeout', [endlessResponse(200), createResponse(204)], 204],
    ['a 401 of a rejected token', [createResponse(401)], 401],
    ['a 404 whose body breaks off, without a body', [cutOffResponse(404, new Error('lost'))], 404],
  ])('resolves with %s', async (_what, responses, status) => {
    const { fetch } = scripted(responses, { retry: 1, attemptTimeout: 1_000 });
    const response = await advanceUntilSettled(fetch(new URL(PROFILE_URL)));
    expect([response.status, await response.text()]).toEqual([status, '']);
  });

  test.each([
    ['the body of a Request', new Request(PROFILE_URL, { method: 'PATCH', body: 'text' }), undefined],
    ['an empty body', PROFILE_URL, { method: 'PATCH', body: '' }],
    ['the body of a Request of Firefox', withoutBodyMember({ method: 'PATCH', body: 'text' }), undefined],
    ['no body of a Request of Firefox', withoutBodyMember({ method: 'GET' }), undefined],
  ])('sends %s again after a 429 and after a 401', async (_what, input, init) => {
    const { fetch, sent } = scripted([createResponse(429), createResponse(401), createResponse(204)], {
      auth: newToken(),
    });
    const { status } = await advanceUntilSettled(fetch(input, init));
    expect(status).toBe(204);
    expect(new Set(sent.map(({ body }) => body)).size).toBe(1);
    expect(sent.map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer t1', 'Bearer t1', 'Bearer t2']);
  });

  test.each([503, 401, 204])('sends a stream once, and resolves with the %i', async (status) => {
    const { fetch, sent } = scripted([createResponse(status)], { auth: newToken() });
    // The types of Node.js have no `duplex`.
    const init = { method: 'PUT', body: new Response('text').body, duplex: 'half' } as RequestInit;
    expect((await advanceUntilSettled(fetch(PROFILE_URL, init))).status).toBe(status);
    expect(sent.map(({ body }) => body)).toEqual(['text']);
  });

  test.each([
    [
      { credentials: 'include', cache: 'no-store', integrity: 'sha256-a', keepalive: true, referrer: 'about:client' },
      {},
    ],
    [{ redirect: 'error' }, {}],
    [{ redirect: 'follow' }, { redirect: 'manual' }],
  ] as const)('keeps %j of init and of a Request, but follows no redirect', async (init, changed) => {
    const { fetch, sent } = scripted([createResponse(204), createResponse(204)]);
    await fetch(PROFILE_URL, init);
    await fetch(new Request(PROFILE_URL, init));
    for (const { request } of sent) expect(request).toMatchObject({ ...init, ...changed });
  });

  const VALID = 'the arguments of fetch must be valid; pass them to new Request to see the reason';
  const BELOW = 'the URL must start with the base URL of the tenant';
  test.each([
    [VALID, 'not-a-url', {}],
    [VALID, 'https://user:secret@acme.example.com/api/v2/', undefined],
    [VALID, PROFILE_URL, { headers: { 'X-Id': 'secret\n1' } }],
    [BELOW, 'https://acme.example.com.attacker.example/api/v2/x', {}],
    [BELOW, `${BASE}/../../x`, undefined],
    [BELOW, new Request('http://acme.example.com/api/v2/x'), undefined],
    [/^unknown option "next"\. Valid options: template, method, /, PROFILE_URL, { next: {} } as RequestInit],
    [/^unknown option "next"\. /, Object.assign(new Request(PROFILE_URL), { next: {} }), undefined],
    ['init must be a plain object', PROFILE_URL, [] as RequestInit],
  ])('rejects with a TypeError, and sends nothing: %s', async (message, input, init) => {
    const { fetch } = scripted([]);
    const error = await rejectionOf(fetch(input, init));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toMatch(message);
    expect(error.cause).toBeUndefined();
  });

  test('passes the template of init to the fetch option, and checks its own options', async () => {
    const fetch = vi.fn(async () => createResponse(204));
    await createManagementFetch({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch })(
      new Request(PROFILE_URL, { method: 'PUT' }),
      { template: PROFILE_PATH },
    );
    const operation = { kind: 'call', method: 'PUT', path: PROFILE_PATH, attempt: 1 };
    expect(fetch).toHaveBeenCalledWith(expect.any(Request), { signal: expect.any(AbortSignal), operation });
    // @ts-expect-error Only plain JavaScript can omit the options.
    expect(() => createManagementFetch()).toThrow('the options of createManagementFetch must be a plain object');
  });
});
