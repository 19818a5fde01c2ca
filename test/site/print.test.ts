// Checks pages on paper.
import { describe, expect, test } from 'vitest';
import { findViolations } from './support/axe.ts';
import { isSkipped, openPage } from './support/browser.ts';
import { operationPage } from './support/site-folder.ts';

describe.skipIf(isSkipped)('a printed page (needs Chromium)', () => {
  test.each(['/guides/calls/', operationPage])('has a readable contrast if the theme is dark: %s', async (address) => {
    const page = await openPage(address, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    expect(await findViolations(page, ['color-contrast'])).toEqual([]);
  });

  test('shows whole samples, and neither the menu nor buttons', async () => {
    const page = await openPage(operationPage);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator(':is(nav, button, .try-it):visible').count()).toBe(0);
    const hidden = await page
      .locator('.expressive-code, .operation-call')
      .evaluateAll((elements) => elements.filter((element) => element.scrollHeight > element.clientHeight).length);
    expect(hidden).toBe(0);
  });
});
