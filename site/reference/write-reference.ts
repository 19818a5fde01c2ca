import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { indexPage } from './index-page.ts';
import { operationPage } from './operation/operation-page.ts';
import { tryItCalls } from './operation/try-it-calls.ts';
import { createReference, type ShownBehavior } from './reference.ts';

/** Returns the text of every page of the reference, by path in the reference, from the arguments of `createReference`. */
export function referencePages(...source: Parameters<typeof createReference>): Map<string, string> {
  const reference = createReference(...source);
  return new Map([
    ['index.md', indexPage(reference)],
    ...reference.operations.map((entry): [string, string] => [
      `operations/${reference.operationSlugs.get(entry.id)}.md`,
      operationPage(reference, entry),
    ]),
  ]);
}

/** File in the reference with the data of the "try it" panels, by operation id. */
const TRY_IT_FILE = 'try-it.json';

/**
 * Writes the reference of a document as Markdown pages, and the data of the "try it" panels on these pages. Deletes the
 * folder first, because it can contain pages of operations that the document no longer has.
 *
 * @returns The number of pages.
 */
export async function writeReference(
  document: OpenApiDocument,
  behavior: ShownBehavior,
  typed: OpenApiDocument,
  folder: string,
): Promise<number> {
  const pages = referencePages(document, behavior, typed);
  await rm(folder, { recursive: true, force: true });
  for (const [path, text] of pages) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await writeFile(join(folder, TRY_IT_FILE), JSON.stringify(tryItCalls(document)));
  return pages.size;
}
