import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { Start } from './runtime.ts';

/** From a package of the operating system: Debian has Chromium, and the runners of GitHub have Chrome. */
const EXECUTABLES = ['/usr/bin/chromium', '/usr/bin/google-chrome'];
/** With these arguments, Chromium calls only the control server and the scripted servers. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Runs the program to its end in a page of the control server; resolves with `false` if Chromium is not installed.
 *
 * @throws Error If the program throws an error, or if the signal is aborted.
 */
export async function runInChromium({ control, signal }: Start): Promise<boolean> {
  const executablePath = EXECUTABLES.find((file) => existsSync(file));
  if (executablePath === undefined) return false;
  const browser = await chromium.launch({ executablePath, args: ARGS });
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
