// Visits a page of the site, and measures its weight, its layout shift, its requests and its errors.
import type { BrowserContextOptions, Page } from 'playwright-core';
import { inject } from 'vitest';
import { newPage } from './browser.ts';

/** A page of the site as a reader loads it, without any action. */
export type Visit = Awaited<ReturnType<typeof visit>>;

/** Number of visits at the same time. One core can serve several visits, because a visit waits most of the time. */
const LANES = 4;

/** Visits pages, each with an empty profile. The visits are in the order of the addresses. */
export async function visitAll(addresses: readonly string[], options: BrowserContextOptions): Promise<Visit[]> {
  const visits: Visit[] = [];
  const queue = addresses.entries();
  const visitNext = async () => {
    for (const [index, address] of queue) visits[index] = await visit(address, options);
  };
  await Promise.all(Array.from({ length: LANES }, visitNext));
  return visits;
}

async function visit(address: string, options: BrowserContextOptions) {
  const page = await newPage(options);
  /** URLs on other hosts that the page requested. */
  const foreignRequests: string[] = [];
  /** Errors in the console, such as violations of the content security policy, and exceptions of scripts. */
  const errors: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(`${inject('siteOrigin')}/`))
      foreignRequests.push(request.url());
  });
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', ({ message }) => errors.push(message));
  try {
    await page.goto(address, { waitUntil: 'networkidle' });
    // The script of the search loads when the browser is idle.
    await page.locator('site-search input').waitFor({ state: 'attached' });
    return { address, foreignRequests, errors, ...(await measure(page)) };
  } finally {
    await page.context().close();
  }
}

/**
 * Returns the gzipped bytes of a page and of everything that it loads, the cumulative layout shift, and whether the page is
 * wider than the window, or a table wider than its part of the page.
 */
const measure = (page: Page) =>
  page.evaluate(() => {
    const shifts = new PerformanceObserver(() => undefined);
    shifts.observe({ type: 'layout-shift', buffered: true });
    const loads = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type));
    // The cast is safe: the entries of these types have these properties.
    const sumOf = (entries: readonly object[], name: string) =>
      entries.reduce((sum, entry) => sum + Number((entry as Record<string, unknown>)[name]), 0);
    return {
      weight: sumOf(loads, 'encodedBodySize'),
      shift: sumOf(shifts.takeRecords(), 'value'),
      overflows: [document.documentElement, ...document.querySelectorAll('main table')].some(
        ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
      ),
    };
  });
