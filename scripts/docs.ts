// Writes the documentation of a document as one HTML page that needs no network: `npm run docs -- [name]`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findApi, projectRoot } from './document.ts';
import { fail } from './fail.ts';
import { redocly } from './redocly.ts';

const REMOTE_LOGO = 'https://cdn.redoc.ly/redoc/logo-mini-full.svg';
const EMPTY_IMAGE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';

try {
  const { name } = await findApi(process.argv[2]);
  const page = join('docs', `${name}.html`);
  const file = join(projectRoot, page);
  const status = await redocly('build-docs', name, '--inlineBundle', '--output', file);
  if (status !== 0) throw new Error('The documentation was not written.');
  // The one thing that the page would still fetch is its maker's logo.
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll(REMOTE_LOGO, EMPTY_IMAGE));
  console.log(`Wrote ${page}`);
} catch (error) {
  fail(error);
}
