import { PassThrough } from 'node:stream';
import { describe, expect, test, vi } from 'vitest';
import { createProgressLine, durationText, progressText } from '../../src/output/progress-line.ts';
import { createIds, DELETE, enrollments, startTenant } from '../run-cli.ts';

describe('the progress of a job', () => {
  test('contains the numbers of finished, missing and failed ids, the rate, and the time left', () => {
    const progress = { done: 305, missing: 3, failed: 4, total: 1_000, perSecond: 15.8, pausedMs: 0 };
    expect(progressText(progress)).toBe('312 of 1000: 305 done, 3 missing, 4 failed, 15.8 per second, 44 s left');
    for (const perSecond of [0, 0.049]) {
      expect(progressText({ ...progress, perSecond })).toBe('312 of 1000: 305 done, 3 missing, 4 failed');
    }
    expect(progressText({ ...progress, perSecond: 0.05 })).toContain(', 0.1 per second, ');
  });

  test.each([
    { seconds: 0.2, text: '1 s' },
    { seconds: 61, text: '1 min 1 s' },
    { seconds: 3 * 3600 + 125, text: '3 h 2 min' },
  ])('shows a duration of $seconds seconds as "$text"', ({ seconds, text }) => {
    expect(durationText(seconds)).toBe(text);
  });

  test('is shown in a terminal as one line, which is replaced and is shorter than the width of the terminal', () => {
    const stderr = Object.assign(new PassThrough(), { isTTY: true, columns: 20 });
    const line = createProgressLine({ stderr } as never);
    line.show({ done: 1, missing: 0, failed: 0, total: 10, perSecond: 1, pausedMs: 0 });
    line.clear();
    expect(String(stderr.read())).toBe('\u001b[1G\u001b[2K1 of 10: 1 done, 0 \u001b[1G\u001b[2K');
  });

  test('is printed in ten lines if stderr is not a terminal', async () => {
    const ids = createIds(30);
    const tenant = await startTenant(enrollments(ids));
    const { stderr } = await tenant.run([...DELETE, ...ids, '--yes']);
    const finished = [...stderr.matchAll(/^(\d+) of 30: \d+ done, 0 missing, 0 failed, [\d.]+ per second/gm)];
    expect(finished.map(([, count]) => Number(count))).toEqual([3, 6, 9, 12, 15, 18, 21, 24, 27, 30]);
  });
});

describe('the progress during a pause', () => {
  const paused = { done: 258, missing: 0, failed: 0, total: 2_000, perSecond: 5, pausedMs: 12_000 };
  const TEXT = '258 of 2000: 258 done, 0 missing, 0 failed';

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
