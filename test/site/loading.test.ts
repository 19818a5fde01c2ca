// Measures how fast pages load on a slow machine with a slow connection.
import { describe, expect, test } from 'vitest';
import { isSkipped, newPage } from './browser.ts';
import { operationPage } from './site-folder.ts';
import './figures.ts';

/** The CPU of a cheap phone is about four times slower than that of a computer. */
const CPU_SLOWDOWN = 4;
/** A slow mobile connection: 1.6 Mbit/s, in bytes per second. */
const BYTES_PER_SECOND = 1_600_000 / 8;
/** A task blocks the page after its first 50 ms, as in the metric Total Blocking Time. */
const MAX_TASK_MS = 50;

/** Resolves with the milliseconds until the first paint, and with the sum of the time in which tasks block the page. */
async function load(address: string): Promise<{ paint: number; blocked: number }> {
  const page = await newPage();
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
    await page.goto(address, { waitUntil: 'networkidle' });
    return await page.evaluate((maxTask) => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type: 'longtask', buffered: true });
      const blocked = observer.takeRecords().reduce((sum, { duration }) => sum + duration - maxTask, 0);
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      return { paint, blocked };
    }, MAX_TASK_MS);
  } finally {
    await page.context().close();
  }
}

describe.skipIf(isSkipped)('a CPU that is four times slower and a connection of 1.6 Mbit/s (needs Chromium)', () => {
  test.for<[name: string, address: string]>([
    ['the home page', '/'],
    ['the page of an operation', operationPage],
    ['a guide', '/guides/tokens/'],
  ])('paint %s, and the time until the first paint is reported', async ([name, address], { task }) => {
    const { paint, blocked } = await load(address);
    expect(paint).toBeGreaterThan(0);
    task.meta.figures = [
      {
        goal: `first paint of ${name}, CPU ÷ 4 and 1.6 Mbit/s`,
        measured: `${(paint / 1000).toFixed(1)} s, blocked ${Math.round(blocked)} ms`,
        required: '≤ 1.0 s, blocked ≤ 150 ms; only reported',
      },
    ];
  });
});
