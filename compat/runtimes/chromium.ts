import { once } from 'node:events';
import { chromium } from 'playwright-core';

/** Chromium must not call any server except the control server and the fault servers. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Opens a page in headless Chromium with an empty profile, and resolves when the page logs `finished`.
 *
 * @throws Error If the page throws an error, or if the signal is aborted.
 */
export async function openInChromium(executablePath: string, url: string, signal: AbortSignal): Promise<void> {
  const browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  try {
    const page = await browser.newPage();
    const finished = page.waitForEvent('console', {
      predicate: (message) => message.text() === 'finished',
      timeout: 0,
    });
    const failed = page.waitForEvent('pageerror', { timeout: 0 });
    // The losing promises reject when the browser is closed.
    finished.catch(() => undefined);
    failed.catch(() => undefined);
    await page.goto(url);
    await Promise.race([
      finished,
      failed.then((error) => Promise.reject(error)),
      once(signal, 'abort').then(() => Promise.reject(signal.reason)),
    ]);
  } finally {
    await browser.close();
  }
}
