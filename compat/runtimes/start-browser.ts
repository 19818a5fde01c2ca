import { once } from 'node:events';
import { existsSync } from 'node:fs';
import puppeteer, { type LaunchOptions } from 'puppeteer-core';
import type { Start } from './runtime.ts';

/** A browser that was started with an empty profile. */
export interface StartedBrowser {
  /** Opens a page, and imports a module of its origin. Rejects if the module throws. */
  importInPage(url: string, module: string): Promise<void>;
  close(): Promise<void>;
}

/** Starts a browser; resolves with `undefined` if it is not installed. */
export type StartBrowser = () => Promise<StartedBrowser | undefined>;

/** Starts Chromium or Firefox, which Puppeteer drives with WebDriver BiDi or the protocol of Chromium. */
export async function startWithPuppeteer(
  options: LaunchOptions & { readonly executablePath: string },
): Promise<StartedBrowser | undefined> {
  if (!existsSync(options.executablePath)) return undefined;
  // The calls of the page take longer than the usual time limit of a command.
  const browser = await puppeteer.launch({ headless: true, protocolTimeout: 0, ...options });
  return {
    importInPage: async (url, module) => {
      const page = await browser.newPage();
      await page.goto(url);
      // A string, because Vitest would replace `import` in a function.
      await page.evaluate(`import(${JSON.stringify(module)})`);
    },
    close: () => browser.close(),
  };
}

/** Starts Firefox of Debian. */
export const startFirefox: StartBrowser = () =>
  startWithPuppeteer({ browser: 'firefox', executablePath: '/usr/bin/firefox-esr' });

/**
 * Runs the program to its end in a page of the control server; resolves with `false` if the browser is not installed.
 *
 * @throws Error If the program throws an error, or if the signal is aborted.
 */
export async function runInBrowser(start: StartBrowser, { control, signal }: Start): Promise<boolean> {
  const browser = await start();
  if (browser === undefined) return false;
  try {
    await Promise.race([
      browser.importInPage(control, '/main.js'),
      once(signal, 'abort').then(() => Promise.reject(signal.reason)),
    ]);
    return true;
  } finally {
    await browser.close();
  }
}
