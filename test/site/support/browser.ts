// Opens pages of the built site in Chromium.
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { inject, onTestFinished } from 'vitest';
import { skipsMissing } from '../../support/skips-missing.ts';

export const DESKTOP = { width: 1400, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** Whether this run skips the tests that need Chromium. */
export const isSkipped = skipsMissing(inject('browserAddress') !== '');

/** Largest number of presses of the tab key: more than any page of the tests has focusable elements. */
const MAX_STOPS = 200;

let connection: Promise<Browser> | undefined;

/** Creates a page with an empty profile in the Chromium that runs for all tests. The caller closes its context. */
export async function newPage(options: BrowserContextOptions = {}): Promise<Page> {
  const address = inject('browserAddress');
  if (address === '') throw new Error('chromium must be installed; on Debian: apt-get install chromium');
  connection ??= chromium.connect(address);
  const browser = await connection;
  const context = await browser.newContext({ baseURL: inject('siteOrigin'), viewport: DESKTOP, ...options });
  // Only the limit of the test counts: on a machine with a high load, a step can take longer than the default of 30 s.
  context.setDefaultTimeout(0);
  return context.newPage();
}

/** Opens an address of the site in a page with an empty profile. The page is closed when the test ends. */
export async function openPage(address: string, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newPage(options);
  onTestFinished(() => page.context().close());
  await page.goto(address);
  return page;
}

/** Presses the tab key until an element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The tab key must reach ${target}`);
}
