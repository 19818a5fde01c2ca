import { describe, expect, test, vi } from 'vitest';
import { deletePaths } from '#generated/delete-paths.ts';
import { type BulkProgress, bulk, createPacer, type Pacer, pacerState } from '../../../src/bulk/index.ts';
import { createManagementClient } from '../../../src/index.ts';
import { thrownBy } from '../../support/expected-errors.ts';
import { advanceTime, advanceUntilSettled, useFakeTime } from '../../support/fake-time.ts';
import { pacingOf } from '../../support/pacing.ts';
import { createResponse } from '../../support/scripted-fetch.ts';
import { networkError, numbers, readAll } from './job-fakes.ts';

/** Runs a job whose calls take the given numbers of milliseconds, one after the other, and returns its progress. */
async function progressOf(durationsMs: readonly number[]): Promise<BulkProgress[]> {
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const reports: BulkProgress[] = [];
  const call = async (ms: number) => {
    now += ms;
  };
  const { error } = await readAll(
    bulk(durationsMs, call, { concurrency: 1, onProgress: (progress) => reports.push(progress) }),
  );
  expect(error).toBeUndefined();
  return reports;
}

const speeds = (reports: readonly BulkProgress[]) => reports.map(({ perSecond }) => perSecond);

describe('onProgress', () => {
  test('is called before a finished item is yielded, with the numbers of finished, missing and failed items', async () => {
    const events: unknown[] = [];
    const call = async (item: number) => {
      if (item === 1) throw networkError;
      return item === 2 ? { error: { status: 404, method: 'DELETE', path: deletePaths[0], body: {} } } : { data: item };
    };
    const onProgress = ({ finished, missing, failed, resumed, total }: BulkProgress) =>
      events.push([finished, missing, failed, resumed, total]);
    for await (const { item } of bulk(numbers(4), call, { concurrency: 1, onProgress })) events.push(item);
    expect(events).toEqual([[1, 0, 0, 0, 4], 0, [1, 0, 1, 0, 4], 1, [1, 1, 1, 0, 4], 2, [2, 1, 1, 0, 4], 3]);
  });

  test('reports, during the first seconds, the average speed since the start', async () => {
    expect(speeds(await progressOf([500, 500, 250]))).toEqual([2, 2, 2.4]);
  });

  test('reports a change of the speed within ten seconds', async () => {
    const reports = await progressOf([...Array(100).fill(500), ...Array(40).fill(250)]);
    expect(speeds(reports)[99]).toBe(2);
    expect(speeds(reports)[139]).toBe(4);
  });

  test('reports a speed of 0 if no time has passed', async () => {
    expect(speeds(await progressOf([0, 0]))).toEqual([0, 0]);
  });

  test('measures the speed again after the clock has jumped back', async () => {
    expect(speeds(await progressOf([1_000, 1_000, -600_000, 500, 500]))).toEqual([1, 1, 0, 2, 2]);
  });
});

const path = '/guardian/enrollments/{id}';
const refused = (seconds: number) => createResponse(429, {}, { 'Retry-After': String(seconds) });

/** Creates a pacer, and a function that sends one call, which gets the given responses. */
function createCalls() {
  useFakeTime();
  const pacer = createPacer();
  const send = (...responses: Response[]) => {
    const fetch = async () => responses.shift() as Response;
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, pacer });
    return management.DELETE(path, { params: { path: { id: 'dev_1' } }, timeout: 5_000, pace: 'bulk' });
  };
  return { pacer, send };
}

describe('pacerState', () => {
  test('returns the rate, the remaining pause and the number of 429s', async () => {
    const { pacer, send } = createCalls();
    expect(pacerState(pacer)).toEqual({ maxCallsPerSecond: 30, pausedMs: 0, refused: 0 });
    await send(refused(12));
    expect(pacerState(pacer)).toEqual({ maxCallsPerSecond: expect.any(Number), pausedMs: 12_000, refused: 1 });
    await advanceTime(11_000);
    expect(pacerState(pacer).pausedMs).toBe(1_000);
    await advanceTime(5_000);
    expect(pacerState(pacer)).toMatchObject({ pausedMs: 0, refused: 1 });
    await send(createResponse(204));
    expect(pacerState(pacer)).toMatchObject({ pausedMs: 0, refused: 1 });
  });

  test('counts every 429, including those of calls that are sent again', async () => {
    const { pacer, send } = createCalls();
    await advanceUntilSettled(send(refused(0), refused(1), createResponse(204)));
    expect(pacerState(pacer).refused).toBe(2);
  });

  test.each([undefined, null, {}, 'pacer'])('throws a TypeError for %j', (value) => {
    const error = thrownBy(() => pacerState(value as unknown as Pacer));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      'pacer must be the result of createPacer() from the same version of tenant-management-client',
    );
  });
});

describe('the callback of a pause', () => {
  test('is called when a pause starts or becomes longer, and not after it was removed', async () => {
    const { pacer, send } = createCalls();
    const callback = vi.fn();
    const remove = pacingOf(pacer).onPause(callback);
    await send(createResponse(204));
    expect(callback).not.toHaveBeenCalled();
    await advanceUntilSettled(send(refused(12)));
    expect(callback).toHaveBeenCalledTimes(1);
    remove();
    await advanceTime(12_000);
    await advanceUntilSettled(send(refused(12)));
    expect(callback).toHaveBeenCalledTimes(1);
  });
});

test('onProgress is called when a pause starts and when it ends, and no timer remains after the run', async () => {
  const { pacer } = createCalls();
  const responses = [createResponse(204), refused(90), createResponse(204), createResponse(204)];
  const fetch = async () => responses.shift() as Response;
  const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, pacer });
  const reports: Pick<BulkProgress, 'finished' | 'failed' | 'pausedMs'>[] = [];
  const onProgress = ({ finished, failed, pausedMs }: BulkProgress) => reports.push({ finished, failed, pausedMs });
  const remove = (id: string, call: object) => management.DELETE(path, { params: { path: { id } }, ...call });
  const job = bulk(['a', 'b', 'c'], remove, { pacer, concurrency: 1, onProgress });
  await advanceUntilSettled(readAll(job));
  expect(reports).toEqual([
    { finished: 1, failed: 0, pausedMs: 0 },
    { finished: 1, failed: 0, pausedMs: 90_000 },
    // The timeout of the call is shorter than the pause, so the call returns the 429.
    { finished: 1, failed: 1, pausedMs: 90_000 },
    { finished: 1, failed: 1, pausedMs: 0 },
    { finished: 2, failed: 1, pausedMs: 0 },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});
