import { PassThrough } from 'node:stream';
import { TimeoutError } from 'tenant-management-client';
import { describe, expect, test, vi } from 'vitest';
import { createProgressLine, progressText } from '../../src/output/progress-line.ts';
import { runTestJob } from './test-job.ts';

describe('the progress during a pause', () => {
  const paused = { done: 258, missing: 0, failed: 0, total: 2_000, perSecond: 5, pausedMs: 12_000 };
  const TEXT = '258 of 2000: 258 done, 0 missing, 0 failed';

  test('shows that the calls wait for the rate limit, and when the job continues', () => {
    expect(progressText(paused)).toBe(`${TEXT}, rate limited, continues in 12 s`);
    expect(progressText({ ...paused, pausedMs: 0 })).toContain(`${TEXT}, 5.0 per second`);
  });

  test('counts down in a terminal until the next result or the end', () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
    stderr.setEncoding('utf8');
    const line = createProgressLine({ stderr } as never);
    line.show(paused);
    vi.advanceTimersByTime(2_000);
    const seconds = [...String(stderr.read()).matchAll(/continues in (\d+) s/g)].map(([, count]) => Number(count));
    expect(seconds).toEqual([12, 11, 10]);
    line.end();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  test('is printed once for each long pause if stderr is not a terminal', () => {
    const stderr = new PassThrough();
    stderr.setEncoding('utf8');
    const line = createProgressLine({ stderr } as never);
    for (const pausedMs of [12_000, 11_000, 0, 9_000, 0, 60_000]) line.show({ ...paused, pausedMs });
    line.end();
    const printed = String(stderr.read())
      .split('\n')
      .filter((text) => text.includes('rate limited'));
    expect(printed).toEqual([
      `${TEXT}, rate limited, continues in 12 s`,
      `${TEXT}, rate limited, continues in 1 min 0 s`,
    ]);
  });
});

test('an id whose request was never sent because of the rate limit is not finished, and does not count as failed', async () => {
  const results: string[] = [];
  const call = { method: 'DELETE', path: '/items/{id}' };
  const fail = async ({ values }: { readonly values: readonly string[] }) => {
    throw new TimeoutError(
      { ...call, attempts: values[0] === 'sent' ? 1 : 0, maybePerformed: 0 },
      60_000,
      values[0] === 'sent' ? 'waiting for the response' : 'waiting for the rate limit',
    );
  };
  const stop = await runTestJob(['sent', 'unsent'], fail, {
    onResult: ({ id, outcome }) => results.push(`${id} ${outcome}`),
  });
  expect(stop).toBeUndefined();
  expect(results).toEqual(['sent failed']);
});
