import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findApi, projectRoot } from 'tenant-management-document';
import { repairPage } from './generate/docs-page.ts';
import { redocly } from './lint/redocly.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

if (import.meta.main)
  answerHelp(`npm run docs -- [name]

Writes reports/docs/<name>.html, a docs page that works offline.

  name  name of the document in redocly.yaml (default: the first)
`);

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
  await writeFile(file, repairPage(await readFile(file, 'utf8')));
}

async function main(): Promise<void> {
  const { name } = await findApi(process.argv[2]);
  const page = join('reports/docs', `${name}.html`);
  await writeDocs(name, join(projectRoot, page), redocly);
  console.log(`Wrote ${page}`);
}

if (import.meta.main) await main().catch(fail);
