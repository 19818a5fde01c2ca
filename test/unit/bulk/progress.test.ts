import { describe, expect, test, vi } from 'vitest';
import { deletePaths } from '#generated/delete-paths.ts';
import { type BulkProgress, bulk } from '../../../src/bulk/index.ts';
import { networkError, numbers, readAll } from './controlled-calls.ts';

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
