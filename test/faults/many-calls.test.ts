import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch } from '../../src/index.ts';
import { useFakeTime } from '../support/fake-time.ts';
import { recordEvents } from '../support/process-events.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID } from './cases/case.ts';

const path = { params: { path: { id: ID } } };

const CALLS = 1_000;
const CONCURRENCY = 100;

describe(`${CALLS} calls leave no timer and no abort listener`, { timeout: 60_000 }, () => {
  const succeed: Fetch = async () => Response.json({ id: ID });
  const return404: Fetch = async () => Response.json({ message: 'no' }, { status: 404 });
  const throwNetworkError: Fetch = () => Promise.reject(new TypeError('fetch failed'));
  const neverResolve: Fetch = () => new Promise(() => undefined);
  const neverEndBody: Fetch = async () => new Response(new ReadableStream());
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  /** Makes all calls in batches; a batch starts when the previous batch has settled. */
  const runInBatches = async (call: () => Promise<unknown>) => {
    for (let made = 0; made < CALLS; made += CONCURRENCY) await Promise.all(Array.from({ length: CONCURRENCY }, call));
  };
  /** Asserts that Node prints no warning, such as the MaxListenersExceededWarning for leaked listeners. */
  const expectNoWarning = () => {
    const warnings = recordEvents('warning');
    onTestFinished(() => expect(warnings).toEqual([]));
  };

  test.each([
    ['when they succeed', succeed],
    ['when they return 404', return404],
    ['when fetch rejects', throwNetworkError],
  ])('%s', async (_name, fetch) => {
    expectNoWarning();
    const before = timers();
    const { signal } = new AbortController();
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, retry: 0 });
    await runInBatches(() => outcomeOf(management.GET(GET_PATH, { ...path, signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(timers()).toBe(before);
  });

  test('with clientCredentials and tokens that expire immediately', async () => {
    expectNoWarning();
    const before = timers();
    const { signal } = new AbortController();
    const fetch: Fetch = async ({ method }) =>
      Response.json(method === 'POST' ? { access_token: 't0ken', expires_in: 0.001 } : { id: ID });
    const management = createManagementClient({
      tenantDomain: 'acme.example.com',
      auth: clientCredentials(CLIENT),
      fetch,
    });
    await runInBatches(() => outcomeOf(management.GET(GET_PATH, { ...path, signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(timers()).toBe(before);
  });

  const neverSettled: [string, Fetch][] = [
    ['the request', neverResolve],
    ['the response body', neverEndBody],
    ['a retry delay', async () => Response.json({}, { status: 503, headers: { 'Retry-After': '30' } })],
  ];
  test.each(neverSettled)('when they are aborted during %s', async (_where, fetch) => {
    useFakeTime();
    const signals: AbortSignal[] = [];
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });
    await runInBatches(async () => {
      const controller = new AbortController();
      signals.push(controller.signal);
      const call = outcomeOf(management.GET(GET_PATH, { ...path, signal: controller.signal }));
      await new Promise(setImmediate);
      controller.abort();
      await call;
    });
    expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(neverSettled.slice(0, 2))('when they time out during %s', async (_where, fetch) => {
    useFakeTime();
    expectNoWarning();
    const { signal } = new AbortController();
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });
    await runInBatches(async () => {
      const call = outcomeOf(management.GET(GET_PATH, { ...path, signal, timeout: 1_000 }));
      await new Promise(setImmediate);
      vi.advanceTimersByTime(1_000);
      return call;
    });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});
