// Checks the samples, the columns, the fields, the failures and the fragment #try-it of an operation page.
import { describe, expect, test } from 'vitest';
import { findViolations } from './support/axe.ts';
import { isSkipped, openPage, PHONE } from './support/browser.ts';
import { operationPages } from './support/site-folder.ts';

const [first = '', second = ''] = operationPages;
const READ = '/reference/operations/get_token-exchange-profiles_by_id/';

describe.skipIf(isSkipped)('the page of an operation (needs Chromium)', () => {
  test('shows one sample at a time, and the language chosen with the keyboard on all pages', async () => {
    const page = await openPage(first);
    expect(await page.locator('[data-sample]:visible').count()).toBe(1);
    await page.getByRole('tab', { name: 'TypeScript' }).focus();
    await page.keyboard.press('ArrowLeft');
    const panel = page.getByRole('tabpanel', { name: 'curl' });
    expect(await panel.innerText()).toContain('curl -i');
    await page.goto(new URL(second, page.url()).href);
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('curl');
    expect(await page.locator('[data-sample]:visible').count()).toBe(1);
  });

  test('shows all samples with their labels without JavaScript', async () => {
    const page = await openPage(first, { javaScriptEnabled: false });
    expect(await page.locator('.sample-label:visible').allInnerTexts()).toEqual(['TypeScript', 'curl']);
    expect(await page.locator('[data-sample]:visible').count()).toBe(2);
  });

  test('keeps the samples next to the text on a wide screen while the reader scrolls', async () => {
    const page = await openPage(first, { viewport: { width: 1440, height: 900 } });
    await page.locator('#rate-limit').scrollIntoViewIfNeeded();
    const [text, sample] = await Promise.all([
      page.locator('#rate-limit').boundingBox(),
      page.locator('[data-sample]:visible').boundingBox(),
    ]);
    expect(sample?.x).toBeGreaterThan(text?.x ?? Number.NaN);
    expect(sample?.y).toBeGreaterThan(0);
  });

  test('has a row for each failure, which a link to its heading unfolds', async () => {
    const page = await openPage(`${READ}#404-not-found`);
    const rows = page.locator('.failure > details');
    expect(await rows.locator('summary').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/^429 Too Many Requests[\s\S]*The client retries/)]),
    );
    await expect.poll(() => rows.and(page.locator('[open]')).locator('h3').allInnerTexts()).toEqual(['404 Not Found']);
  });

  test('opens "try it" if the address has the fragment #try-it', async () => {
    const page = await openPage(`${first}#try-it`);
    await page.getByLabel('Address of the sandbox').waitFor();
    expect(await page.locator('h2').allInnerTexts()).toEqual(expect.arrayContaining(['Call', 'Try it']));
    const headings = await page.locator('main h2').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(headings.indexOf('try-it')).toBe(headings.indexOf('call') + 1);
  });

  test('has a permanent link for each parameter and field, with its name', async () => {
    const page = await openPage(READ);
    const links = await page
      .locator('a.field-link')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
    expect(links).toEqual(expect.arrayContaining(['#parameter-id', '#response-subject_token_type']));
    expect(await page.locator('li[id="response-subject_token_type"]').count()).toBe(1);
  });

  test.each(['light', 'dark'] as const)('has no violation of axe-core in its samples, %s', async (colorScheme) => {
    const page = await openPage(first, { colorScheme, viewport: PHONE });
    expect(await findViolations(page)).toEqual([]);
  });
});
