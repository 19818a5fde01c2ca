// Visits every page of the site at two widths.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { DESKTOP, isSkipped, openPage, PHONE } from './support/browser.ts';
import { fileOf, pages, siteFolder } from './support/site-folder.ts';
import { type Visit, visitAll } from './support/visit.ts';

/** Limit of the gzipped bytes that a page loads before the reader does anything. */
const MAX_WEIGHT = 100_000;
/** Below this cumulative layout shift, readers do not notice that the content moves. */
const MAX_SHIFT = 0.05;

describe.skipIf(isSkipped).each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
])('every page on a %s (needs Chromium)', (_device, viewport) => {
  let visits: readonly Visit[];
  beforeAll(async () => {
    visits = await visitAll(pages, { viewport });
  });

  /** Returns a line for each visit for which `textOf` returns a text. */
  const list = (textOf: (visit: Visit) => string | false): string[] =>
    visits.flatMap((visit) => {
      const text = textOf(visit);
      return text === false || text === '' ? [] : [`${visit.address}: ${text}`];
    });

  test('weighs at most 100 kB gzipped', () => {
    expect(visits.every(({ weight }) => weight > 0)).toBe(true);
    expect(list(({ weight }) => weight > MAX_WEIGHT && `${weight} bytes`)).toEqual([]);
  });

  test('has a layout shift below 0.05', async () => {
    const shifting = visits.filter(({ shift }) => shift >= MAX_SHIFT).map(({ address }) => address);
    // On a busy machine, the browser can paint a table before it has read all rows, and the columns then move. Visit such
    // a page again.
    const measured = [...visits.filter(({ shift }) => shift < MAX_SHIFT), ...(await visitAll(shifting, { viewport }))];
    expect(measured.filter(({ shift }) => shift >= MAX_SHIFT).map(({ address }) => address)).toEqual([]);
  });

  test('sends no request to another host', () => {
    expect(list(({ foreignRequests }) => foreignRequests.join())).toEqual([]);
  });

  test('causes no error in the console, and does not violate its content security policy', () => {
    expect(list(({ errors }) => errors.join())).toEqual([]);
  });

  test('is not wider than the window, and none of its tables scrolls sideways', () => {
    expect(list(({ overflows }) => overflows && 'too wide')).toEqual([]);
  });
});

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
