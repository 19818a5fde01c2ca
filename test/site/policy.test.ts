// Checks the content security policy of the pages.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isSkipped, openPage } from './support/browser.ts';
import { fileOf, pages, siteFolder } from './support/site-folder.ts';

const POLICY =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self' http://127.0.0.1:*; base-uri 'none'; form-action 'none'; object-src 'none'";

/** Reads the policy of a page. The hashes of its inline scripts are left out. */
function readPolicy(address: string): string | undefined {
  const html = readFileSync(join(siteFolder, fileOf(address)), 'utf8');
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html) ?? [];
  return policy?.replaceAll(/ 'sha256-[^']+'/g, '');
}

test('every page has the same content security policy, which allows requests to the site and to loopback only', () => {
  const policies = new Set(pages.map(readPolicy));
  expect([...policies]).toEqual([POLICY]);
});

test.skipIf(isSkipped)(
  'the content security policy blocks an inline script that the build did not write (needs Chromium)',
  async () => {
    const page = await openPage('/');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "changed"';
      document.body.append(script);
    });
    expect(await page.title()).not.toBe('changed');
  },
);
