import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findApi, projectRoot, readDocument } from 'tools-document/read';
import { addPolicy } from './generate/docs-policy.ts';
import { readWithSamples } from './generate/docs-samples.ts';
import { withoutMarkup } from './generate/docs-texts.ts';
import { redocly } from './lint/redocly.ts';
import { runScript } from './process/run-script.ts';

/**
 * Writes the docs page of a document.
 *
 * @param name Name of the document in `redocly.yaml`.
 * @param file Path of the page.
 * @param run Runs Redocly's command line and resolves with its exit status.
 * @throws Error If the document cannot be read, or if Redocly fails.
 */
export async function writeDocs(
  name: string,
  file: string,
  run: (...args: string[]) => Promise<number>,
): Promise<void> {
  const runOrThrow = async (...args: string[]) => {
    if ((await run(...args)) !== 0) throw new Error('Redocly failed to write the docs page: see its errors above');
  };
  // Redocly would also read other files and URLs.
  await readDocument((await findApi(name)).file);
  await using folder = await mkdtempDisposable(join(tmpdir(), 'docs-'));
  // Redocly runs the decorators of an entry of redocly.yaml while it writes the bundle, and not for other files.
  const bundle = join(folder.path, `${name}.json`);
  await runOrThrow('bundle', name, '--output', bundle);
  await writeFile(bundle, JSON.stringify(withoutMarkup(await readWithSamples(bundle))));
  await runOrThrow('build-docs', bundle, '--inlineBundle', '--output', file);
  await writeFile(file, addPolicy(await readFile(file, 'utf8')));
}

if (import.meta.main)
  await runScript(
    `npm run docs -- [name]

Writes reports/docs/<name>.html, a docs page that works offline.

  name  name of the document in redocly.yaml (default: the first)
`,
    async ([given]) => {
      const { name } = await findApi(given);
      const page = join('reports/docs', `${name}.html`);
      await writeDocs(name, join(projectRoot, page), redocly);
      console.log(`Wrote ${page}`);
    },
  );
