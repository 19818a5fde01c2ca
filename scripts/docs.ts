import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findApi, projectRoot } from 'tenant-management-document';
import { repairPage } from './generate/docs-page.ts';
import { addSamples } from './generate/docs-samples.ts';
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
  const runOrThrow = async (...args: string[]) => {
    if ((await run(...args)) !== 0) throw new Error('Redocly failed to write the docs page: see its errors above');
  };
  const folder = await mkdtemp(join(tmpdir(), 'docs-'));
  try {
    // Redocly runs the decorators of an entry of redocly.yaml while it writes the bundle, and not for other files.
    const bundle = join(folder, `${name}.json`);
    await runOrThrow('bundle', name, '--output', bundle);
    await addSamples(bundle);
    await runOrThrow('build-docs', bundle, '--inlineBundle', '--output', file);
  } finally {
    await rm(folder, { recursive: true });
  }
  await writeFile(file, repairPage(await readFile(file, 'utf8')));
}

async function main(): Promise<void> {
  const { name } = await findApi(process.argv[2]);
  const page = join('reports/docs', `${name}.html`);
  await writeDocs(name, join(projectRoot, page), redocly);
  console.log(`Wrote ${page}`);
}

if (import.meta.main) await main().catch(fail);
