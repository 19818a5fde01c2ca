import { describe, expect, test, vi } from 'vitest';
import { type OperationDeprecation, observeDeprecation } from '../../../src/deprecation/index.ts';
import { createManagementClient, type Fetch, type ManagementClient } from '../../../src/index.ts';
import { recordEvents } from '../../support/process-events.ts';
import { PROFILE, PROFILE_PATH, profileParams } from '../../support/scripted-client.ts';
import { createResponse, scriptedFetch } from '../../support/scripted-fetch.ts';

const DEPRECATED = { Deprecation: '@1688169599', Sunset: 'Mon, 31 Dec 2029 23:59:59 GMT' };
const DATES = { deprecatedAt: new Date('2023-06-30T23:59:59Z'), sunsetAt: new Date('2029-12-31T23:59:59Z') };
const READ = { method: 'GET', path: PROFILE_PATH, ...DATES };

const clientWith = (fetch: Fetch): ManagementClient =>
  createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });

/** Creates an observed client whose nth request gets the nth of `responses`, and the list of what it reports. */
function observedClient(responses: readonly Response[]) {
  const reported: OperationDeprecation[] = [];
  const client = clientWith(scriptedFetch(responses).fetch);
  return { client, reported, observed: observeDeprecation(client, (deprecation) => reported.push(deprecation)) };
}

const profile = (headers = {}) => createResponse(200, PROFILE, headers);

describe('observeDeprecation()', () => {
  test('reports the method, the path template and the dates of a deprecated operation, and returns the result of the call', async () => {
    const { observed, reported } = observedClient([profile(DEPRECATED)]);
    const { data } = await observed.GET(PROFILE_PATH, profileParams);
    expect(data).toEqual(PROFILE);
    expect(reported).toEqual([READ]);
  });

  test('reports each deprecated operation only once', async () => {
    const deleted = createResponse(204, undefined, DEPRECATED);
    const { observed, reported } = observedClient([profile(DEPRECATED), deleted, profile(DEPRECATED)]);
    await observed.GET(PROFILE_PATH, profileParams);
    await observed.DELETE(PROFILE_PATH, profileParams);
    await observed.GET(PROFILE_PATH, profileParams);
    expect(reported).toEqual([READ, { ...READ, method: 'DELETE' }]);
  });

  test('returns the data of the call if onDeprecation throws', async () => {
    const onDeprecation = vi.fn(() => {
      throw new Error('hook failed');
    });
    const { fetch } = scriptedFetch([profile(DEPRECATED), profile(DEPRECATED)]);
    const observed = observeDeprecation(clientWith(fetch), onDeprecation);
    expect((await observed.GET(PROFILE_PATH, profileParams)).data).toEqual(PROFILE);
    expect((await observed.GET(PROFILE_PATH, profileParams)).data).toEqual(PROFILE);
    expect(onDeprecation).toHaveBeenCalledTimes(1);
  });

  test('causes no unhandled rejection if onDeprecation rejects', async () => {
    const unhandled = recordEvents('unhandledRejection');
    const { fetch } = scriptedFetch([profile(DEPRECATED)]);
    const observed = observeDeprecation(clientWith(fetch), () => Promise.reject(new Error('hook failed')));
    expect((await observed.GET(PROFILE_PATH, profileParams)).data).toEqual(PROFILE);
    // Node.js emits unhandledRejection before the next macrotask.
    await new Promise((resolve) => setImmediate(resolve));
    expect(unhandled).toEqual([]);
  });

  test('throws a TypeError that names the invalid argument', () => {
    const { client } = observedClient([]);
    const observe = observeDeprecation as (client: unknown, onDeprecation: unknown) => void;
    for (const invalid of [undefined, null, {}, 'client'])
      expect(() => observe(invalid, () => undefined)).toThrow(
        new TypeError('client must be the result of createManagementClient()'),
      );
    expect(() => observe(client, undefined)).toThrow(new TypeError('onDeprecation must be a function'));
  });
});
