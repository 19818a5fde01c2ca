import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createPacer } from '../../../src/bulk/index.ts';
import { createManagementClient, type Fetch } from '../../../src/index.ts';
import { NOW, runPendingTasks, useFakeTime } from '../../support/fake-time.ts';
import { pacingOf } from '../../support/pacing.ts';

/** A fixed seed makes each failure reproducible. */
const SEED = 20_260_101;
const RUNS = 60;
/** Time limit of the test on a busy machine. */
const TEST_TIMEOUT_MS = 60_000;
/** Largest number of bulk requests in `WINDOW_MS`: ten times the rate at the start of a pacer. */
const MOST_IN_WINDOW = 100;
const WINDOW_MS = 500;
/** After this time without a call, a pacer must send a call again. It is longer than every generated delay. */
const RECOVERY_MS = 2 * 3_600_000;

const httpDate = (ms: number) => new Date(ms).toUTCString();

const headers = fc.record(
  {
    Date: fc.constantFrom(httpDate(NOW), httpDate(NOW + 3_600_000), httpDate(NOW - 3_600_000), 'yesterday', ''),
    'Retry-After': fc.constantFrom('0', '1', '30', 'soon', '-5', httpDate(NOW + 5000), httpDate(NOW - 5000)),
    'X-RateLimit-Limit': fc.constantFrom('0', '1', '10', '50', '1000', '1000000', String(2 ** 53), '-1', 'many', '1e3'),
    'X-RateLimit-Remaining': fc.constantFrom('0', '1', '2', '3', '50', '1000000', '-1', 'none', '0.5'),
    'X-RateLimit-Reset': fc.constantFrom(
      '0',
      '5',
      String(NOW / 1000 + 2),
      String(NOW + 2000),
      String(NOW / 1000 - 9),
      '-1',
      'x',
    ),
  },
  { requiredKeys: [] },
);
const status = fc.constantFrom(200, 204, 204, 204, 204, 429, 429, 400, 401, 404, 500, 503, 503);
const latencyMs = fc.constantFrom(0, 0, 1, 50, 200, 3000);
const answer = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('response' as const), status, headers, latencyMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('network error' as const), latencyMs }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('no response' as const), latencyMs }) },
);
const call = fc.record({
  isBulk: fc.boolean(),
  /** Milliseconds after the start of the previous call. Most calls start together. */
  afterMs: fc.constantFrom(0, 0, 0, 0, 0, 0, 10, 500, 20_000),
  timeout: fc.constantFrom(1, 300, 5000, 60_000),
  abortAfterMs: fc.option(fc.constantFrom(0, 5, 400, 7000), { freq: 6 }),
  /** Change of the wall clock when the call starts. */
  clockJumpMs: fc.constantFrom(0, 0, 0, 0, 86_400_000, -86_400_000),
});
const scenario = fc.record({
  calls: fc.array(call, { minLength: 1, maxLength: 200, size: 'max' }),
  answers: fc.array(answer, { minLength: 1, maxLength: 12 }),
  retry: fc.constantFrom(0, 2),
  random: fc.constantFrom(0, 0.5, 0.999),
});

/** Returns how many of the given times are in the window with the most times. */
const mostInWindow = (times: readonly number[]) =>
  Math.max(0, ...times.map((start) => times.filter((time) => time >= start && time < start + WINDOW_MS).length));

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

test(
  'after any responses, aborts and clock jumps, a pacer settles every call within its timeout, sends at a finite rate and leaves no timer',
  async () => {
    useFakeTime();
    await fc.assert(
      fc.asyncProperty(scenario, async ({ calls, answers, retry, random }) => {
        vi.setSystemTime(NOW);
        vi.mocked(Math.random).mockReturnValue(random);
        const bulkTimes: number[] = [];
        let requests = 0;
        let isOver = false;
        const fetch: Fetch = async ({ url }, { signal }) => {
          if (url.endsWith('/bulk')) bulkTimes.push(performance.now());
          const next = answers[requests % answers.length];
          requests += 1;
          if (isOver || next === undefined) return new Response(null, { status: 204 });
          const aborted = new Promise<never>((_resolve, reject) => {
            signal.addEventListener('abort', () => reject(signal.reason));
          });
          aborted.catch(() => undefined);
          if (next.kind === 'no response') return aborted;
          if (next.latencyMs > 0) await Promise.race([sleep(next.latencyMs), aborted]);
          if (next.kind === 'network error') throw new TypeError('fetch failed');
          return new Response(null, { status: next.status, headers: next.headers });
        };
        const pacer = createPacer();
        const management = createManagementClient({
          tenantDomain: 'acme.example.com',
          auth: 't0ken',
          fetch,
          pacer,
          retry,
        });
        const remove = (isBulk: boolean, timeout: number, signal: AbortSignal) =>
          management.DELETE('/guardian/enrollments/{id}', {
            params: { path: { id: isBulk ? 'bulk' : 'interactive' } },
            pace: isBulk ? 'bulk' : undefined,
            timeout,
            signal,
          });

        let settled = 0;
        const late: string[] = [];
        const thrown = new Set<string>();
        const controllers: AbortController[] = [];
        const start = async () => {
          for (const { isBulk, afterMs, timeout, abortAfterMs, clockJumpMs } of calls) {
            if (afterMs > 0) await sleep(afterMs);
            vi.setSystemTime(Date.now() + clockJumpMs);
            const controller = new AbortController();
            controllers.push(controller);
            const startedAt = performance.now();
            const onSettled = (error?: Error) => {
              settled += 1;
              if (error !== undefined) thrown.add(error.name);
              if (performance.now() - startedAt > timeout) late.push(`${performance.now() - startedAt} > ${timeout}`);
            };
            remove(isBulk, timeout, controller.signal).then(() => onSettled(), onSettled);
            if (abortAfterMs !== null) setTimeout(() => controller.abort(), abortAfterMs);
          }
        };
        void start();
        for (await runTasks(); vi.getTimerCount() > 0; await runTasks()) vi.advanceTimersToNextTimer();

        expect(settled).toBe(calls.length);
        expect(late).toEqual([]);
        for (const name of thrown) expect(['AbortError', 'TimeoutError', 'NetworkError']).toContain(name);
        expect(mostInWindow(bulkTimes)).toBeLessThanOrEqual(MOST_IN_WINDOW);
        for (const { signal } of controllers) expect(getEventListeners(signal, 'abort')).toEqual([]);

        isOver = true;
        vi.advanceTimersByTime(RECOVERY_MS);
        let isReady = false;
        void pacingOf(pacer)
          .ready(new AbortController().signal)
          .then(() => {
            isReady = true;
          });
        let outcome: unknown;
        remove(true, 1000, new AbortController().signal).then(
          ({ response }) => {
            outcome = response.status;
          },
          (error: Error) => {
            outcome = error.message;
          },
        );
        for (await runTasks(); vi.getTimerCount() > 0; await runTasks()) vi.advanceTimersToNextTimer();
        expect(isReady).toBe(true);
        expect(outcome).toBe(204);
      }),
      { numRuns: RUNS, seed: SEED },
    );
    await runPendingTasks();
  },
  TEST_TIMEOUT_MS,
);

/** Runs the pending tasks of a few calls. A static token needs no import, so this is faster than `runPendingTasks`. */
async function runTasks(): Promise<void> {
  for (let round = 0; round < 3; round += 1) await new Promise(setImmediate);
}
