// Opens docs pages that `npm run docs` writes as one file.
import { globSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { writeDocs } from '../../scripts/docs.ts';
import { redocly } from '../../scripts/lint/redocly.ts';
import { readYaml } from '../support/read-yaml.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { isSkipped, openPage } from './support/browser.ts';

const folder = join(import.meta.dirname, '../../reports/docs');
/** Elements that run a script, load a file, send a form, or leave the page. */
const ELEMENTS =
  'iframe, meta[http-equiv=refresh], form, base, [onload], [onerror], img[src*=evil], a[href^="javascript:document"], a[href^="data:"]';

/** The logo of Redoc, which the content security policy blocks. */
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';

/** Opens the docs page in a folder, and its search: the search opens only after Redoc's script has run. */
async function openDocs(pages: string) {
  const [file] = globSync('*.html', { cwd: pages });
  if (file === undefined) throw new Error('The docs page must exist before its tests: run `npm run docs`.');
  const page = await openPage('about:blank');
  const errors: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes(LOGO)) errors.push(message.text());
  });
  page.on('request', (request) => void (request.url() !== LOGO && requests.push(request.url())));
  await page.goto(pathToFileURL(join(pages, file)).href);
  await page.locator('[data-testid=search-trigger]').click();
  await page.getByRole('textbox').waitFor();
  return { page, errors, requests };
}

describe.skipIf(isSkipped)('the docs page in one file (needs Chromium)', () => {
  test('finds a field with the search, and violates its content security policy only with the logo of Redoc', async () => {
    const { page, errors } = await openDocs(folder);
    await page.keyboard.type('subject_token_type');
    await page.getByText('response 200').first().waitFor();
    expect(errors).toEqual([]);
  });

  test('shows HTML in texts of a document as text: no script runs, no request is sent, and the reader stays on the page', async () => {
    const pages = temporaryFolder({});
    await writeDocs('management', join(pages, 'hostile.html'), async (...args) => {
      if (args[0] !== 'bundle') return redocly(...args);
      const json = JSON.stringify(readYaml(import.meta.dirname, 'hostile-document.yaml'));
      const { description } = JSON.parse(json).info;
      // Only some parsers read the text between the indented lines of backticks as a fence.
      const text = `${description}\n\n    \`\`\`\n${description}\n    \`\`\``;
      await writeFile(
        args.at(-1) ?? '',
        json.replaceAll(JSON.stringify(description), () => JSON.stringify(text)),
      );
      return 0;
    });
    const { page, requests } = await openDocs(pages);
    await page.keyboard.press('Escape');
    for (const id of ['/things', '/things/list', '/things/evil']) {
      await page.evaluate((hash) => location.assign(hash), `#${id}`);
      await page.locator(`[data-section-id='${id}']`).getByRole('heading').first().waitFor();
      expect(await page.locator(ELEMENTS).count()).toBe(0);
    }
    expect(requests).toEqual([pathToFileURL(join(pages, 'hostile.html')).href]);
    expect(await page.title()).toMatch(/^<\/script><meta/);
  });
});
