// Opens the panel "try it" of the built site, which calls a sandbox.
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { type Sandbox, type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findViolations } from './support/axe.ts';
import { isSkipped, newPage, openPage, PHONE, tabTo } from './support/browser.ts';

const READ = '/reference/operations/get_token-exchange-profiles_by_id/';

async function startTestSandbox(options: SandboxOptions = { rateLimit: false }): Promise<Sandbox> {
  const sandbox = await startSandbox(options);
  onTestFinished(() => sandbox.close());
  return sandbox;
}

const panelOf = (page: Page): Locator => page.locator('.try-it');
const addressField = (panel: Locator): Locator => panel.getByLabel('Address of the sandbox');

/** Opens the panel of a page, and enters the address of a sandbox. */
async function openPanel(path: string, address: string, options?: BrowserContextOptions): Promise<Locator> {
  const panel = panelOf(await openPage(path, options));
  await panel.locator('summary').click();
  await addressField(panel).fill(address);
  return panel;
}

/** Returns how the call ended: the status of the panel when the call is no longer running. */
async function outcomeOf(panel: Locator): Promise<string> {
  const status = panel.getByRole('status').filter({ hasText: /./, hasNotText: 'The call is running.' });
  return await status.innerText();
}

/** Sends the call of a panel, with a fault in a number of attempts. */
async function send(panel: Locator, fault = 'No fault', times = 1): Promise<string> {
  await panel.getByLabel('Fault to inject').selectOption(fault);
  await panel.getByLabel('Requests with the fault').selectOption(String(times));
  await panel.getByRole('button').click();
  return await outcomeOf(panel);
}

describe.skipIf(isSkipped)('the panel "try it"', () => {
  test('can be opened, filled in and submitted with the keyboard only, and each of its fields shows the focus', async () => {
    const sandbox = await startTestSandbox();
    const page = await openPage(READ);
    const panel = panelOf(page);
    const reach = async (field: Locator) => {
      await tabTo(page, field);
      expect(await field.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
    };
    await reach(panel.locator('summary'));
    await page.keyboard.press('Enter');
    await addressField(panel).waitFor();
    await reach(addressField(panel));
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(sandbox.address);
    await reach(panel.getByLabel('Fault to inject'));
    await page.keyboard.press('ArrowDown');
    await reach(panel.getByLabel('Requests with the fault'));
    await reach(panel.getByLabel('id (path, required)'));
    await reach(panel.getByRole('button'));
    await page.keyboard.press('Enter');
    expect(await outcomeOf(panel)).toMatch(/^Success, 200 OK: 2 attempts and 1 token request in [\d,]+ ms\.$/);
    expect(await panel.locator('button:focus').count()).toBe(1);
  });

  test('has its button and the button "Send" above the fold of a small screen if the address has #try-it', async () => {
    const page = await openPage(READ, { viewport: { width: 1366, height: 768 } });
    const isVisible = (target: Locator) => target.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight);
    expect(await isVisible(panelOf(page).locator('summary'))).toBe(true);
    await page.evaluate(() => location.assign('#try-it'));
    await addressField(panelOf(page)).waitFor();
    expect(await isVisible(panelOf(page).getByRole('button'))).toBe(true);
  });

  test('loads its scripts only when it is opened, and causes no error in the console', async () => {
    const sandbox = await startTestSandbox();
    const page = await newPage();
    onTestFinished(() => page.context().close());
    const scripts: string[] = [];
    const errors: string[] = [];
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(READ, { waitUntil: 'networkidle' });
    const before = [...scripts];
    await panelOf(page).locator('summary').click();
    await addressField(panelOf(page)).fill(sandbox.address);
    expect(scripts.length).toBeGreaterThan(before.length);
    expect(await send(panelOf(page))).toContain('Success');
    expect(errors).toEqual([]);
  });

  test('shows the response and its rate limit, and the request without the token', async () => {
    const sandbox = await startTestSandbox({});
    const panel = await openPanel(READ, sandbox.address);
    await send(panel);
    const [request = '', response = ''] = await panel.locator('pre').allInnerTexts();
    expect(request).toContain(`GET ${sandbox.baseUrl}/token-exchange-profiles/tep_9XqRw7vKc2mJ4sLh\n`);
    expect(request).toContain('authorization: Bearer …');
    expect(response).toMatch(/^200 OK\n[\s\S]*x-ratelimit-limit: 5\n[\s\S]*"name": "Partner tokens"/);
  });

  test('rejects the address of a tenant, and sends requests only to the origin of the page', async () => {
    const panel = await openPanel(READ, 'https://acme.example.com');
    const requests: string[] = [];
    panel.page().on('request', (request) => requests.push(request.url()));
    expect(await send(panel)).toContain('The address must start with http://127.0.0.1, for example');
    // The page itself can still load its files.
    const { origin } = new URL(panel.page().url());
    expect(requests.filter((url) => new URL(url).origin !== origin)).toEqual([]);
  });

  test('says that it needs JavaScript if JavaScript is off', async () => {
    const panel = panelOf(await openPage(READ, { javaScriptEnabled: false }));
    await panel.locator('summary').click();
    expect(await panel.innerText()).toContain('This panel needs JavaScript.');
  });

  test.each(['light', 'dark'] as const)(
    'shows an error within the width of a phone, without a violation of axe-core, in the %s theme',
    async (colorScheme) => {
      const sandbox = await startTestSandbox();
      const panel = await openPanel(READ, sandbox.address, { colorScheme, viewport: PHONE });
      await send(panel, '429 Too Many Requests', 3);
      expect(await panel.locator('dl').innerText()).toContain('rateLimit');
      expect(await panel.page().evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
      expect(await findViolations(panel.page())).toEqual([]);
    },
  );
});
