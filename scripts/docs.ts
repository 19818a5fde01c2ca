// Writes the docs of an OpenAPI document as one HTML page that needs no network: `npm run docs -- [name]`.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findApi, projectRoot } from './openapi/document.ts';
import { redocly } from './openapi/redocly.ts';
import { fail } from './process/fail.ts';

/** The URL of the Redocly logo, which the page would load from the network. */
const REMOTE_LOGO = /https:\/\/cdn\.redoc\.ly\/redoc\/[\w-]+\.svg/g;
const EMPTY_IMAGE = 'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E';
/** The content security policy: the page and its scripts must not load or send anything over the network. */
const POLICY =
  "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval' blob:; worker-src blob:; style-src 'unsafe-inline'; img-src data: blob:; font-src data:";

/** Keeps paths and scopes in the operation table on one line; the table scrolls if it is too wide. */
const STYLE = 'td code { white-space: nowrap !important }';

/** Removes the remote logo from a page that Redocly wrote, and adds a content security policy. */
export function selfContained(html: string): string {
  if (!html.includes('<head>'))
    throw new Error('The docs page must have a <head>, which its content security policy needs.');
  return html
    .replaceAll(REMOTE_LOGO, EMPTY_IMAGE)
    .replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>${STYLE}</style>`);
}

/**
 * Writes the docs page of a document.
 *
 * @param name Name of the document in `redocly.yaml`.
 * @param file Path of the page.
 * @param run Runs Redocly's command line and resolves with its exit status.
 * @throws Error If Redocly fails.
 */
export async function writeDocs(
  name: string,
  file: string,
  run: (...args: string[]) => Promise<number>,
): Promise<void> {
  const status = await run('build-docs', name, '--inlineBundle', '--output', file);
  if (status !== 0) throw new Error('Redocly failed to write the docs page: see its errors above');
  await writeFile(file, selfContained(await readFile(file, 'utf8')));
}

async function main(): Promise<void> {
  const { name } = await findApi(process.argv[2]);
  const page = join('reports/docs', `${name}.html`);
  await writeDocs(name, join(projectRoot, page), redocly);
  console.log(`Wrote ${page}`);
}

if (import.meta.main) await main().catch(fail);
