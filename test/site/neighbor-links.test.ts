// Checks the links to the previous and next page.
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';

describe.skipIf(isSkipped)('a page (needs Chromium)', () => {
  test('has a link to the next page, which has a link back', async () => {
    const page = await openPage('/guides/tokens/');
    await page.locator('a[rel=next]').click();
    await page.locator('a[rel=prev]').click();
    expect(new URL(page.url()).pathname).toBe('/guides/tokens/');
  });
});
