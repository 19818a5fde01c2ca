// Writes the documentation of a document as one HTML page that needs no network: `npm run docs -- [name]`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findApi, projectRoot } from './document.ts';
import { fail } from './fail.ts';
import { redocly } from './redocly.ts';

/** The maker's logo, which the page would fetch. */
const REMOTE_LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/[\w-]+\.svg/g;
const EMPTY_IMAGE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';
/** Holds the page to what it carries: whatever its scripts try, a browser lets nothing out. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data:";

/** Paths and scopes in the table of operations stay whole; the table scrolls where it is too wide. */
const STYLE = 'td code { white-space: nowrap !important }';

try {
  const { name } = await findApi(process.argv[2]);
  const page = join('docs', `${name}.html`);
  const file = join(projectRoot, page);
  const status = await redocly('build-docs', name, '--inlineBundle', '--output', file);
  if (status !== 0) throw new Error('The documentation was not written.');
  const html = (await readFile(file, 'utf8')).replaceAll(REMOTE_LOGO, EMPTY_IMAGE);
  await writeFile(
    file,
    html.replace(
      '<head>',
      `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${STYLE}</style>`,
    ),
  );
  console.log(`Wrote ${page}`);
} catch (error) {
  fail(error);
}
