// Checks the main pages in Firefox and WebKit, in the page itself: the drivers of the browsers only import a module.
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';
import { startFirefox } from '../../compat/runtimes/start-browser.ts';
import { startWebKit } from '../../compat/runtimes/webkit.ts';
import { listen } from '../../scripts/process/listen.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fileOf, pages, siteFolder } from './support/site-folder.ts';
import { createSiteServer } from './support/site-server.ts';

/** Copies the site, adds a script that records errors to each page, and serves the copy. Resolves with its origin. */
async function serveCopy(): Promise<string> {
  const folder = temporaryFolder();
  await cp(siteFolder, folder, { recursive: true });
  for (const name of ['record-errors.js', 'check-pages.js'])
    await cp(join(import.meta.dirname, 'support', name), join(folder, name));
  for (const page of pages) {
    const html = await readFile(join(folder, fileOf(page)), 'utf8');
    await writeFile(
      join(folder, fileOf(page)),
      html.replace('<head>', '<head><script src="/record-errors.js"></script>'),
    );
  }
  const server = createSiteServer(folder);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

test.for([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
] as const)('the main pages have no error in %s, and search and themes work', async ([, start], { skip }) => {
  const browser = await start();
  if (browser === undefined) return skip('the browser is not installed');
  onTestFinished(() => browser.close());
  await browser.importInPage(`${await serveCopy()}/guides/`, '/check-pages.js');
});
