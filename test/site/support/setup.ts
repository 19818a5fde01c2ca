// Serves the built site and starts Chromium, once for all tests.
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { listen } from '../../../scripts/process/listen.ts';
import { CHROMIUM_ARGS, chromiumPath } from '../../support/chromium.ts';
import { createSiteServer } from './site-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Origin of the server of the built site. */
    readonly siteOrigin: string;
    /** Address of the running Chromium; empty if Chromium is not installed. */
    readonly browserAddress: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = createSiteServer();
  project.provide('siteOrigin', await listen(server));
  const options = { executablePath: chromiumPath ?? '', args: CHROMIUM_ARGS };
  const browser = chromiumPath === undefined ? undefined : await chromium.launchServer(options);
  project.provide('browserAddress', browser?.wsEndpoint() ?? '');
  return async () => {
    await browser?.close();
    server.closeAllConnections();
    server.close();
  };
}
