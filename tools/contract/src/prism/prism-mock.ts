import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { prismDocument } from './prism-document.ts';
import { type Prism, type PrismOptions, startPrism } from './prism-process.ts';

/**
 * Starts Prism's mock of a copy of a document. Removes the copy only when Prism has ended, because Prism watches the file
 * and exits if the file is removed.
 */
export async function startMock(document: OpenApiDocument, options?: PrismOptions): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), 'prism-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(prismDocument(document)));
    const prism = await startPrism(file, options);
    const ended = prism.ended.finally(remove);
    return {
      url: prism.url,
      ended,
      stop: async () => {
        await prism.stop();
        await ended;
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
