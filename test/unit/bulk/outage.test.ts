import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type BulkCall, type BulkOptions, type BulkProgress, bulk, createPacer } from '../../../src/bulk/index.ts';
import { clientCredentials, createManagementClient, type Fetch, NetworkError } from '../../../src/index.ts';
import { advanceTime, advanceUntilSettled, useFakeTime } from '../../support/fake-time.ts';
import { pacingOf } from '../../support/pacing.ts';
import { createResponse, neverResponds } from '../../support/scripted-fetch.ts';
import { CALL, memoryJournal, networkError, numbers, readAll } from './job-fakes.ts';

/** Duration of a call of the simulated tenant, in milliseconds. */
const CALL_MS = 100;

beforeEach(() => useFakeTime());

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Creates a tenant that is down in periods of seconds since the start of the test. */
function createTenant(periods: readonly (readonly [from: number, until: number])[]) {
  const start = performance.now();
  const calls: { readonly item: number; readonly at: number; readonly isDown: boolean }[] = [];
  const call = async (item: number) => {
    const at = (performance.now() - start) / 1000;
    const isDown = periods.some(([from, until]) => at >= from && at < until);
    calls.push({ item, at, isDown });
    await wait(CALL_MS);
    if (isDown) throw networkError;
    return 'done';
  };
  const times = (from: number) => calls.flatMap(({ at }) => (at >= from ? at : []));
  return { call, calls, times };
}

/** Runs a job, and returns its items, its error, and the seconds that it took. */
async function run(
  count: number,
  call: (item: number, options: BulkCall) => Promise<unknown>,
  options: BulkOptions<number, unknown> = { resend: true },
) {
  const start = performance.now();
  const { items, error } = await advanceUntilSettled(readAll(bulk(numbers(count), call, options)));
  const countOf = (outcome: string) => items.filter((item) => item.outcome === outcome).length;
  const outcomes = { done: countOf('done'), failed: countOf('failed') };
  return { items, error, outcomes, seconds: (performance.now() - start) / 1000 };
}

describe('an outage after a usable response', () => {
  test('pauses the job after 16 calls, and starts one call 1, 2, 4, 8, 16 and then 30 s after the last one', async () => {
    const { call, calls, times } = createTenant([[0.1, 100]]);
    const { error, outcomes } = await run(100, call, { concurrency: 1 });
    expect(error).toBeUndefined();
    const [first = 0, ...probes] = times(1.6).slice(0, 8);
    expect(first).toBeCloseTo(1.6);
    const delays = probes.map((at, index) => at - 0.1 - ([first, ...probes][index] ?? 0));
    expect(delays.map((delay) => Math.round(delay * 10) / 10)).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(outcomes).toEqual({ done: 77, failed: calls.filter(({ isDown }) => isDown).length });
  });

  test.each([1, 3, 60])(
    'of %i s loses no item with resend, and calls the waiting items before new ones',
    async (seconds) => {
      const { call, calls } = createTenant([[0.2, 0.2 + seconds]]);
      const { journal, lines } = memoryJournal();
      const { items, error, outcomes } = await run(100, call, { resend: true, journal });
      expect({ error, outcomes }).toEqual({ error: undefined, outcomes: { done: 100, failed: 0 } });
      expect(new Set(items.map(({ item }) => item)).size).toBe(100);
      expect(lines).toHaveLength(101);
      const down = calls.filter(({ isDown }) => isDown).map(({ item }) => item);
      const up = calls.filter(({ at }) => at >= 0.2 + seconds).map(({ item }) => item);
      expect(up.slice(0, new Set(down).size).toSorted()).toEqual([...new Set(down)].toSorted());
      for (const { item, attempts, maybePerformed } of items) {
        const failures = down.filter((other) => other === item).length;
        expect({ attempts, maybePerformed }).toEqual({ attempts: failures + 1, maybePerformed: failures });
      }
    },
  );

  const refuse = (code: string) => async () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
  };
  test.each<[string, 'api' | 'token', (signal: AbortSignal) => Promise<Response>]>([
    ['refused connections', 'api', refuse('ECONNREFUSED')],
    ['responses with 503', 'api', async () => createResponse(503)],
    ['responses that never come', 'api', (signal) => neverResponds({ signal })],
    ['a token endpoint that returns 503', 'token', async () => createResponse(503)],
  ])(
    'with %s loses no item, and the items that are done are those that the tenant has deleted',
    async (_case, down, fail) => {
      const start = performance.now();
      const deleted: string[] = [];
      const fetch: Fetch = async ({ url }, { signal }) => {
        const at = performance.now() - start;
        const isToken = url.includes('/oauth/');
        if (at >= 5_000 && at < 20_000 && isToken === (down === 'token')) return await fail(signal);
        await wait(CALL_MS);
        if (isToken) return createResponse(200, { access_token: 't0ken', token_type: 'Bearer', expires_in: 2 });
        deleted.push(new URL(url).pathname.split('/').at(-1) ?? '');
        return createResponse(204);
      };
      const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret' });
      const pacer = createPacer();
      const options = { tenantDomain: 'acme.example.com', auth, fetch, pacer, timeout: 3_000 };
      const management = createManagementClient(options);
      const path = '/guardian/enrollments/{id}';
      const call = (id: number, one: object) => management.DELETE(path, { params: { path: { id: `${id}` } }, ...one });
      const { error, outcomes, items } = await run(400, call, { resend: true, pacer });
      expect({ error, outcomes }).toEqual({ error: undefined, outcomes: { done: 400, failed: 0 } });
      expect(items.map(({ item }) => `${item}`).toSorted()).toEqual(deleted.toSorted());
    },
  );

  test('does not pause the job while each tenth call succeeds; an item that fails twice is failed', async () => {
    let count = 0;
    const failures = new Map<number, number>();
    const call = async (item: number) => {
      count += 1;
      if (count % 10 === 0) return 'done';
      failures.set(item, (failures.get(item) ?? 0) + 1);
      throw networkError;
    };
    const { items, error } = await run(100, call);
    expect(error).toBeUndefined();
    expect(items).toHaveLength(100);
    for (const { item, outcome } of items) expect(failures.get(item) === 2).toBe(outcome === 'failed');
  });

  test('ends with the code outage after giveUpAfter, although the pacer pauses, and yields the waiting items as failed', async () => {
    const unavailable = createResponse(503, {}, { 'Retry-After': '3000' });
    const pacer = createPacer();
    const { enter } = pacingOf(pacer);
    const { call, calls } = createTenant([[0.2, 1e9]]);
    const callAndPause = async (item: number) => {
      if (item === 30) {
        const report = await enter({
          deadline: { signal: AbortSignal.abort(), timeLeft: () => 1e9, throwIfOver: () => undefined },
          isBulk: true,
          delayMs: undefined,
          refusals: 0,
        });
        report?.(unavailable, undefined);
      }
      return await call(item);
    };
    const { items, error, seconds } = await run(100, callAndPause, { resend: true, giveUpAfter: 20_000, pacer });
    expect(error).toMatchObject({ code: 'outage', failed: items.filter(({ outcome }) => outcome === 'failed').length });
    expect((error as Error).message).toContain(
      'the tenant accepted no request for 20 s, and the last calls got no usable response',
    );
    expect(new Set(items.map(({ item }) => item))).toEqual(new Set(calls.map(({ item }) => item)));
    expect(seconds).toBeGreaterThan(20);
    expect(seconds).toBeLessThan(22);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('pauses a second run at its first call, because the journal contains finished items', async () => {
    const { journal } = memoryJournal();
    await readAll(bulk(numbers(3), async () => 'done', { journal }));
    const { call } = createTenant([[0, 30]]);
    const { error, outcomes } = await run(100, call, { journal, resend: true });
    expect({ error, outcomes }).toEqual({ error: undefined, outcomes: { done: 97, failed: 0 } });
  });

  test('loses no item if the process is killed in the pause, and the next run continues the job', async () => {
    const { call } = createTenant([[0.2, 10]]);
    const { journal, lines } = memoryJournal();
    let isKilled = false;
    const callUntilKilled = (item: number) => (isKilled ? new Promise(() => undefined) : call(item));
    const reports: BulkProgress[] = [];
    const onProgress = (progress: BulkProgress) => reports.push(progress);
    void readAll(bulk(numbers(60), callUntilKilled, { journal, resend: true, onProgress }));
    await advanceTime(1_000);
    expect(reports.at(-1)).toMatchObject({ finished: 16, waiting: 16 });
    isKilled = true;
    const { error, outcomes } = await run(60, call, { journal: memoryJournal(lines).journal, resend: true });
    expect({ error, outcomes }).toEqual({ error: undefined, outcomes: { done: 44, failed: 0 } });
  });

  test('calls the waiting items although the input has no new item', async () => {
    const { call, times } = createTenant([[0.1, 2]]);
    async function* items() {
      yield* numbers(24);
      await wait(60_000);
      yield 24;
    }
    const { items: ended, error } = await advanceUntilSettled(
      readAll(bulk(items(), call, { resend: true, giveUpAfter: 5_000 })),
    );
    expect(error).toBeUndefined();
    expect(ended.map(({ outcome }) => outcome)).toEqual(numbers(25).map(() => 'done'));
    expect(times(10)).toHaveLength(1);
  });

  test('ends with the code outage if no item is left to call', async () => {
    const { call } = createTenant([[0.1, 1e9]]);
    const { error, outcomes } = await run(24, call, { resend: false });
    expect(error).toMatchObject({ code: 'outage', failed: 16, unfinished: 0 });
    expect(outcomes).toEqual({ done: 8, failed: 16 });
  });

  test('is in the progress: since when it lasts, when the next call starts, and how many items wait', async () => {
    const reports: BulkProgress[] = [];
    const { call } = createTenant([[0.1, 4]]);
    await run(40, call, { resend: true, onProgress: (progress) => reports.push(progress) });
    const delays = reports.filter(({ outage }) => outage !== undefined && outage.nextCallMs > 0);
    expect(delays.map(({ outage, waiting }) => [outage?.lastsMs, outage?.nextCallMs, waiting])).toEqual([
      [0, 1_000, 16],
      [1_100, 2_000, 16],
      [3_200, 4_000, 16],
    ]);
    expect(reports.at(-1)).toMatchObject({ outage: undefined, waiting: 0, finished: 40, failed: 0 });
  });
});

describe('during the pause of an outage, a run', () => {
  test.each(['an abort', 'the end of the loop'])(
    'ends at once after %s, and counts the waiting items as failed',
    async (end) => {
      const { call } = createTenant([[0.1, 1e9]]);
      const controller = new AbortController();
      const reports: BulkProgress[] = [];
      const onProgress = (progress: BulkProgress) => reports.push(progress);
      const job = bulk(numbers(100), call, { resend: true, signal: controller.signal, onProgress });
      await advanceUntilSettled(job.next());
      await advanceTime(2_000);
      expect(reports.at(-1)?.outage).toBeDefined();
      if (end === 'an abort') controller.abort(new Error('enough'));
      await job.return();
      expect(reports.at(-1)).toMatchObject({ finished: 8, failed: 16, waiting: 0 });
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});

test('an item whose second call is aborted is failed with its first error, and both calls may have been performed', async () => {
  const { call } = createTenant([[0.1, 2]]);
  const controller = new AbortController();
  const start = performance.now();
  const callUntilStalled = (item: number) =>
    item === 8 && performance.now() - start > 2_000 ? new Promise(() => undefined) : call(item);
  const job = readAll(bulk(numbers(24), callUntilStalled, { resend: true, signal: controller.signal }));
  await advanceTime(10_000);
  controller.abort(new Error('enough'));
  const { items } = await job;
  expect(items.at(-1)).toMatchObject({
    item: 8,
    outcome: 'failed',
    attempts: 3,
    maybePerformed: 3,
    thrown: networkError,
  });
  expect(items).toHaveLength(24);
});

test('an item whose second call stops the run is failed with its first error', async () => {
  const forbidden = { error: { status: 403, maybePerformed: 0 } };
  const callsOf3 = vi.fn(async () => {
    if (callsOf3.mock.calls.length === 1) throw networkError;
    return forbidden;
  });
  const { items, error } = await run(9, async (item) => (item === 3 ? callsOf3() : 'done'));
  expect(error).toMatchObject({ code: 'stopped', index: 3, failed: 1 });
  const [failed] = items.filter(({ item }) => item === 3);
  expect(failed).toMatchObject({ outcome: 'failed', thrown: networkError, attempts: 2, maybePerformed: 1 });
});

describe('with resend, an item is not called again', () => {
  const post = { ...CALL, method: 'POST' };
  test.each<[string, unknown, number]>([
    ['if its error has no method', { status: 503 }, 1],
    ['if a POST may have been performed', new NetworkError({ ...post, during: 'call' }, undefined), 1],
    ['after a usable response', { ...CALL, status: 409 }, 1],
  ])('%s', async (_case, error, calls) => {
    const call = vi.fn(async (item: number) => (item === 3 ? { error } : 'done'));
    const { outcomes } = await run(6, call);
    expect(outcomes).toEqual({ done: 5, failed: 1 });
    expect(call.mock.calls.filter(([item]) => item === 3)).toHaveLength(calls);
  });

  test('if 1,000 items wait', async () => {
    const call = vi.fn(async (item: number) => {
      const nth = call.mock.calls.length;
      await wait(item === 0 ? 1 : CALL_MS);
      if (item > 0 && nth <= 1_100) throw networkError;
      return 'done';
    });
    const { outcomes } = await run(1_200, call, { resend: true, concurrency: 1_100 });
    expect(outcomes).toEqual({ done: 1_101, failed: 99 });
  });
});

test('with resend, a POST that was never performed is called again', async () => {
  const unsent = new NetworkError({ ...CALL, method: 'POST', maybePerformed: 0, during: 'call' }, undefined);
  const call = vi.fn(async () => (call.mock.calls.length === 1 ? { error: unsent } : 'done'));
  expect((await run(2, call)).outcomes).toEqual({ done: 2, failed: 0 });
});
