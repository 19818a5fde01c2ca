import { once } from 'node:events';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGS, chromiumPath } from '../../test/support/chromium.ts';
import type { Start } from './runtime.ts';

/**
 * Runs the program to its end in a page of the control server; resolves with `false` if Chromium is not installed.
 *
 * @throws Error If the program throws an error, or if the signal is aborted.
 */
export async function runInChromium({ control, signal }: Start): Promise<boolean> {
  if (chromiumPath === undefined) return false;
  const browser = await chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
  try {
    const page = await browser.newPage();
    await page.goto(control);
    await Promise.race([
      // A string, because Vitest would replace `import` in a function.
      page.evaluate('import("/main.js")'),
      once(signal, 'abort').then(() => Promise.reject(signal.reason)),
    ]);
    return true;
  } finally {
    await browser.close();
  }
}
