import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, sharedTokenCache } from '../../../src/index.ts';
import { rejectionOf } from '../../support/expected-errors.ts';
import { advanceTime, advanceUntilSettled, NOW, runPendingTasks, useFakeTime } from '../../support/fake-time.ts';
import { CLIENT, createScriptedSource, profileParams } from '../../support/scripted-client.ts';
import { createResponse, deferred, neverResponds, scriptedFetch, tenantFetch } from '../../support/scripted-fetch.ts';

beforeEach(() => useFakeTime());

const issued = (access_token: string) => createResponse(200, { access_token, expires_in: 3600 });

describe('a token that the API rejected', () => {
  test('is still returned to other calls while it is being replaced', async () => {
    const { token } = createScriptedSource([issued('rejected'), createResponse(400)]);
    await token();
    const replacement = rejectionOf(token({ rejected: 'rejected' }));
    expect(await token()).toBe('rejected');
    expect(await replacement).toMatchObject({ name: 'TokenError' });
  });

  test('is not returned to another call whose own, older token was rejected: that call also waits for the replacement', async () => {
    const late = deferred<Response>();
    const { token, sent } = createScriptedSource([issued('rejected'), () => late.promise]);
    await token();
    const replacement = token({ rejected: 'rejected' });
    const other = token({ rejected: 'older' });
    await runPendingTasks();
    late.resolve(issued('fresh'));
    expect(await Promise.all([replacement, other])).toEqual(['fresh', 'fresh']);
    expect(sent).toHaveLength(2);
  });

  test('causes no token request if the 401 arrives after the token has expired and was replaced', async () => {
    const { token } = createScriptedSource([
      createResponse(200, { access_token: 'first', expires_in: 100 }),
      issued('second'),
    ]);
    await token();
    await advanceTime(100_000);
    expect(await token()).toBe('second');
    expect(await token({ rejected: 'first' })).toBe('second');
  });
});

/**
 * Creates a client whose API accepts only `api.acceptedToken`. By default, the nth token request gets the token
 * `token-<n>`.
 */
function createClient(tokenEndpoint = (nth: number) => issued(`token-${nth}`)) {
  const api = { acceptedToken: 'none' };
  const { fetch, counts } = tenantFetch(tokenEndpoint, (token) => (token === api.acceptedToken ? 204 : 401));
  const auth = clientCredentials(CLIENT);
  const client = createManagementClient({ tenantDomain: 'acme.example.com', auth, fetch });
  const remove = () => client.DELETE('/guardian/enrollments/{id}', profileParams);
  const status = async () => (await advanceUntilSettled(remove())).response.status;
  return { api, counts, remove, status };
}

describe('a 401 that persists', () => {
  test('causes three token requests in total for 50 concurrent calls followed by 50 sequential calls', async () => {
    const { counts, remove, status } = createClient();
    const results = await advanceUntilSettled(Promise.all(Array.from({ length: 50 }, remove)));
    expect(results.map(({ error }) => error?.status)).toEqual(Array(50).fill(401));
    for (let nth = 0; nth < 50; nth += 1) expect(await status()).toBe(401);
    expect(counts.token).toBe(3);
    // The first 50 calls send three requests each; the other 50 calls send one request each.
    expect(counts.api).toBe(200);
  });

  test('causes at most two further token requests every 10 s, and the calls succeed when the API accepts a new token', async () => {
    const { api, counts, status } = createClient();
    expect(await status()).toBe(401);
    expect(counts.token).toBe(3);
    await advanceTime(9_999);
    expect(await status()).toBe(401);
    expect(counts.token).toBe(3);
    await advanceTime(1);
    expect(await status()).toBe(401);
    expect(counts.token).toBe(5);
    api.acceptedToken = 'token-6';
    await advanceTime(10_000);
    expect(await status()).toBe(204);
    expect(counts.token).toBe(6);
  });

  test('is followed by two token requests in 10 s even if a caller has aborted another one', async () => {
    const { token, sent } = createScriptedSource([issued('a'), neverResponds, issued('b'), issued('c')]);
    await token();
    const controller = new AbortController();
    const aborted = rejectionOf(token({ rejected: 'a', signal: controller.signal }));
    await runPendingTasks();
    controller.abort(new Error('enough'));
    expect((await aborted).message).toBe('enough');
    expect([await token({ rejected: 'a' }), await token({ rejected: 'b' })]).toEqual(['b', 'c']);
    expect(sent).toHaveLength(4);
  });

  test('causes two token requests every 10 s if the token endpoint rejects that request', async () => {
    const { counts, remove, status } = createClient((nth) =>
      nth === 1 ? issued('revoked') : createResponse(403, { error: 'access_denied' }),
    );
    const expectTokenError = async () =>
      expect(await advanceUntilSettled(rejectionOf(remove()))).toMatchObject({ name: 'TokenError', status: 403 });
    await expectTokenError();
    await expectTokenError();
    expect(await status()).toBe(401);
    expect(await status()).toBe(401);
    expect(counts.token).toBe(3);
    await advanceTime(10_000);
    await expectTokenError();
    expect(counts.token).toBe(4);
  });
});

describe('a rejected token from a shared store', () => {
  /** Creates a client whose store has the token `api.stored`, and whose API accepts only the token `api.accepted`. */
  function createStoreClient(api: { stored: string; accepted: string }) {
    const { fetch, counts } = tenantFetch(
      (nth) => issued(`new-${nth}`),
      (token) => (token === api.accepted ? 204 : 401),
    );
    const get = (key: string) => JSON.stringify({ key, token: api.stored, freshUntil: NOW + 3_600_000 });
    const tokenCache = sharedTokenCache({ get, set: () => undefined, delete: () => undefined });
    const auth = clientCredentials({ ...CLIENT, tokenCache });
    const client = createManagementClient({ tenantDomain: 'acme.example.com', auth, fetch });
    const status = async () => (await client.DELETE('/guardian/enrollments/{id}', profileParams)).response.status;
    return { counts, status };
  }

  test('makes the call request a new token if the API also rejects the newer token in the store', async () => {
    const api = { stored: 'tok-1', accepted: 'tok-1' };
    const { counts, status } = createStoreClient(api);
    expect(await status()).toBe(204);
    // Another process has stored tok-2, and the API now rejects both tok-1 and tok-2.
    Object.assign(api, { stored: 'tok-2', accepted: 'new-1' });
    expect(await status()).toBe(204);
    expect(counts).toEqual({ token: 1, api: 4 });
  });

  test('is replaced by a newer token in the store also after two token requests in 10 s', async () => {
    const api = { stored: 'tok-1', accepted: 'new-1' };
    const { counts, status } = createStoreClient(api);
    for (const accepted of ['new-1', 'new-2']) {
      Object.assign(api, { accepted, stored: 'tok-1' });
      expect(await status()).toBe(204);
      api.stored = accepted;
    }
    expect(counts.token).toBe(2);
    for (const token of ['tok-2', 'tok-3']) {
      Object.assign(api, { stored: token, accepted: token });
      expect(await status()).toBe(204);
    }
    // The store fails, because JSON has no bigint.
    Object.assign(api, { stored: 1n, accepted: 'none' });
    expect(await status()).toBe(401);
    expect(counts.token).toBe(2);
  });

  test('is not returned to the call that received a 401, even if a slow read of the store finds it later', async () => {
    const read = deferred<string>();
    const { fetch, sent } = scriptedFetch([issued('fresh')]);
    const key =
      'tenant-management-client:https%3A%2F%2Facme.example.com%2Foauth%2Ftoken%2F:https%3A%2F%2Facme.example.com%2Fapi%2Fv2%2F:my-service';
    const stored = JSON.stringify({ key, token: 'rejected', freshUntil: NOW + 60_000 });
    const get = vi.fn((_key: string): unknown => stored).mockReturnValueOnce(read.promise);
    const tokenCache = sharedTokenCache({ get, set: () => undefined, delete: () => undefined });
    const getToken = clientCredentials({ ...CLIENT, tokenCache });
    const { signal } = new AbortController();
    const token = (rejected?: string) => getToken({ origin: 'https://acme.example.com', fetch, signal, rejected });
    const older = token();
    const rejected = token('rejected');
    await runPendingTasks();
    read.resolve(stored);
    expect(await advanceUntilSettled(older)).toBe('rejected');
    expect(await advanceUntilSettled(rejected)).toBe('fresh');
    expect(Date.now()).toBe(NOW);
    expect(sent).toHaveLength(1);
  });
});
