import { describe, expect, test } from 'vitest';
import { createQueue } from '../../../scripts/dev/queue.ts';
import { deferred } from '../../support/scripted-fetch.ts';

describe('createQueue()', () => {
  test('runs the task only once more if run() is called several times during a run', async () => {
    let runs = 0;
    const first = deferred<void>();
    const queue = createQueue(async () => {
      runs += 1;
      if (runs === 1) await first.promise;
    });

    queue.run();
    queue.run();
    queue.run();
    const runsAtOnce = runs;
    first.resolve();
    await queue.idle();

    expect(runsAtOnce).toBe(1);
    expect(runs).toBe(2);
  });

  test('runs the task again if run() is called after the last run', async () => {
    let runs = 0;
    const queue = createQueue(async () => {
      runs += 1;
    });

    queue.run();
    await queue.idle();
    queue.run();
    await queue.idle();

    expect(runs).toBe(2);
  });
});
