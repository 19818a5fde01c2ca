import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { BrowserType, LaunchOptions } from 'playwright-core';

/** A browser, and how Playwright starts it. */
export interface Browser {
  readonly type: BrowserType;
  readonly executablePath: string;
  readonly args?: readonly string[];
}

const launch = ({ type, executablePath, args = [] }: Browser) =>
  type.launch({ executablePath, args: [...args], headless: true } satisfies LaunchOptions);

/** Resolves with the version of a browser; `undefined` if the browser is not installed. */
export async function browserVersion(browser: Browser): Promise<string | undefined> {
  if (!existsSync(browser.executablePath)) return undefined;
  const process = await launch(browser);
  try {
    return process.version();
  } finally {
    await process.close();
  }
}

/**
 * Opens a page in a headless browser with an empty profile, and resolves when the page logs `finished`.
 *
 * @throws Error If the page throws an error, or if the signal is aborted.
 */
export async function openPage(browser: Browser, url: string, signal: AbortSignal): Promise<void> {
  const process = await launch(browser);
  try {
    const page = await process.newPage();
    const isLast = (message: { text(): string }) => message.text() === 'finished';
    const finished = page.waitForEvent('console', { predicate: isLast, timeout: 0 });
    const failed = page.waitForEvent('pageerror', { timeout: 0 });
    // The promises that are still pending reject when the browser is closed.
    finished.catch(() => undefined);
    failed.catch(() => undefined);
    await page.goto(url);
    await Promise.race([
      finished,
      failed.then((error) => Promise.reject(error)),
      once(signal, 'abort').then(() => Promise.reject(signal.reason)),
    ]);
  } finally {
    await process.close();
  }
}
