// Looks at the code samples of every page.
import { expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';
import { pages } from './support/site-folder.ts';
import { wrappedStrings } from './support/wrapped-strings.ts';

test.skipIf(isSkipped)(
  'no sample wraps inside a string in a window of 1440 px (needs Chromium)',
  { timeout: 240_000 },
  async () => {
    const page = await openPage('/', { viewport: { width: 1440, height: 900 } });
    const wrapped: string[] = [];
    for (const address of pages) {
      await page.goto(address, { waitUntil: 'domcontentloaded' });
      wrapped.push(...(await wrappedStrings(page)).map((line) => `${address}: ${line}`));
    }
    expect(wrapped).toEqual([]);

    await page.setViewportSize({ width: 320, height: 900 });
    await page.goto('/guides/options/');
    expect((await wrappedStrings(page)).length).toBeGreaterThan(0);
  },
);
