// Serves the built site and starts Chromium, once for all tests.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { listen } from '../../../scripts/process/listen.ts';
import { createSiteServer } from './site-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the server of the built site. */
    readonly siteOrigin: string;
    /** Address of the running Chromium; empty if Chromium is not installed. */
    readonly browserAddress: string;
  }
}

/** Chromium on Debian, or Chrome on the runners of GitHub. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((file) => existsSync(file));

/** Chromium must call only servers on this machine. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createSiteServer();
  project.provide('siteOrigin', await listen(server));
  const browser = executablePath === undefined ? undefined : await chromium.launchServer({ executablePath, args });
  project.provide('browserAddress', browser?.wsEndpoint() ?? '');
  return async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  };
}
