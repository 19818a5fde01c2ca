// Measures how fast pages load on a slow machine with a slow connection.
import { describe, expect, test } from 'vitest';
import { isSkipped, newPage } from './support/browser.ts';
import { operationPage } from './support/site-folder.ts';
import './support/figures.ts';

/** The CPU of a cheap phone is about four times slower than that of a computer. */
const CPU_SLOWDOWN = 4;
/** A slow mobile connection: 1.6 Mbit/s, in bytes per second. */
const BYTES_PER_SECOND = 1_600_000 / 8;
/** An odd number of loads, so that one load is the median. Other programs on the machine can slow down single loads. */
const LOADS = 5;

interface Load {
  /** Milliseconds until the first contentful paint. */
  readonly paint: number;
  /** Milliseconds after the first paint in which the page cannot respond to the reader (Total Blocking Time). */
  readonly blocked: number;
}

/** Loads a page with an empty profile. */
async function load(address: string): Promise<Load> {
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
    return await page.evaluate(() => {
      // Entries of the type "longtask" lack the tasks that compute styles and layout but run no script.
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type: 'long-animation-frame', buffered: true });
      // The type of these entries is not in the library types.
      const frames = observer.takeRecords() as (PerformanceEntry & { blockingDuration: number })[];
      const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
      const blocked = frames
        .filter(({ startTime }) => startTime >= paint)
        .reduce((sum, { blockingDuration }) => sum + blockingDuration, 0);
      return { paint, blocked };
    });
  } finally {
    await page.context().close();
  }
}

/** Returns the middle number. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[(numbers.length - 1) / 2] ?? Number.NaN;

describe.skipIf(isSkipped)('on a CPU that is four times slower and a connection of 1.6 Mbit/s (needs Chromium)', () => {
  test.for<[name: string, address: string]>([
    ['the home page', '/'],
    ['the page of an operation', operationPage],
    ['a guide', '/guides/tokens/'],
  ])('Chromium paints %s, and the test reports the time until the first paint', async ([name, address], { task }) => {
    const loads: Load[] = [];
    while (loads.length < LOADS) loads.push(await load(address));
    const paint = median(loads.map((one) => one.paint));
    const blocked = median(loads.map((one) => one.blocked));
    expect(paint).toBeGreaterThan(0);
    task.meta.figures = [
      {
        goal: `first paint of ${name}, CPU ÷ 4 and 1.6 Mbit/s, median of ${LOADS} loads`,
        measured: `${(paint / 1000).toFixed(1)} s, then blocked ${Math.round(blocked)} ms`,
        required: '≤ 1.0 s, blocked ≤ 150 ms; only reported',
      },
    ];
  });
});
