// Checks the menu, and the links to the previous and next page.
import { describe, expect, test } from 'vitest';
import { readGuideGroups } from '../../site/plugins/guide-sidebar.ts';
import { isSkipped, openPage, tabTo } from './support/browser.ts';
import { operationPage, operationPages } from './support/site-folder.ts';

const guideGroups = readGuideGroups();
const groupOf = (slug: string) => guideGroups.find(({ items }) => items.some((item) => item.slug === slug))?.label;

describe.skipIf(isSkipped)('a page (needs Chromium)', () => {
  test.each([
    ['/guides/tokens/', groupOf('guides/tokens')],
    ['/guides/cli/', groupOf('guides/cli')],
    [operationPage, 'Reference'],
    ['/api/', 'Reference'],
  ])('opens only the group of the current page in the menu of %s', async (address, expected) => {
    const page = await openPage(address);
    const groups = page.locator('nav.sidebar .top-level > li > details');
    expect(await groups.locator('> summary').allInnerTexts()).toEqual([
      ...guideGroups.map(({ label }) => label),
      'Reference',
    ]);
    const open = page.locator('nav.sidebar .top-level > li > details[open] > summary');
    expect(await open.allInnerTexts()).toEqual([expected]);
    expect(await page.locator('nav.sidebar [aria-current=page]').isVisible()).toBe(true);
  });

  test('has a link to the next page, which has a link back', async () => {
    const page = await openPage('/guides/tokens/');
    await page.locator('a[rel=next]').click();
    await page.locator('a[rel=prev]').click();
    expect(new URL(page.url()).pathname).toBe('/guides/tokens/');
  });

  test('of an operation shows the sample that the reader chose with the keyboard on the page of another operation', async () => {
    const page = await openPage(operationPage);
    await tabTo(page, page.getByRole('tab').first());
    await page.keyboard.press('ArrowRight');
    await page.goto(operationPages.at(-1) ?? '');
    expect(await page.getByRole('tab', { selected: true }).innerText()).toBe('Command line');
    expect(await page.getByRole('tabpanel').innerText()).toContain('tenant-management ');
    // The page has no part that scrolls vertically.
    const nested = await page
      .locator('main *')
      .evaluateAll((all) =>
        all.filter((one) => one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)),
      );
    expect(nested).toEqual([]);
  });

  test('that does not exist has the menu and the search', async () => {
    const page = await openPage('/404.html');
    await page.locator('nav.sidebar summary').first().waitFor();
    await page.getByRole('button', { name: 'Search' }).waitFor();
  });
});
