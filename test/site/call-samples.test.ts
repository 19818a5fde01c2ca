// Checks the columns and the fragment #try-it of an operation page.
import { describe, expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';
import { operationPages } from './support/site-folder.ts';

const [first = ''] = operationPages;

describe.skipIf(isSkipped)('the page of an operation (needs Chromium)', () => {
  test('keeps the samples next to the text on a wide screen while the reader scrolls', async () => {
    const page = await openPage(first, { viewport: { width: 1440, height: 900 } });
    await page.locator('#failures').scrollIntoViewIfNeeded();
    const [text, sample] = await Promise.all([
      page.locator('#failures').boundingBox(),
      page.locator('.operation-call .expressive-code').first().boundingBox(),
    ]);
    expect(sample?.x).toBeGreaterThan(text?.x ?? Number.NaN);
    expect(sample?.y).toBeGreaterThan(0);
  });

  test('opens "try it" if the address has the fragment #try-it', async () => {
    const page = await openPage(`${first}#try-it`);
    await page.getByLabel('Address of the sandbox').waitFor();
    expect(await page.locator('h2').allInnerTexts()).toEqual(expect.arrayContaining(['Call', 'Try it']));
    const headings = await page.locator('main h2').evaluateAll((elements) => elements.map(({ id }) => id));
    expect(headings.indexOf('try-it')).toBe(headings.indexOf('call') + 1);
  });
});
