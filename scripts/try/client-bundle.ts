import { join } from 'node:path';
import { findApi, type OpenApiDocument, projectRoot, readDocument } from 'tenant-management-document';
import { contentExceptions } from '../generate/content-exceptions.ts';
import { defaultsModule } from '../generate/defaults-module.ts';
import { countStyled } from '../generate/parameter-styles.ts';
import { bundledSize, entryBytes, PROGRAMS } from '../size.ts';
import type { Outcome } from './steps.ts';
import type { Subject } from './subject.ts';

/** The program whose bundle is measured: the client with client credentials. */
const PROGRAM = PROGRAMS.at(-1)?.source ?? '';

/** Tolerance of the size limit. Gzip compresses two almost equal texts to slightly different sizes. */
const TOLERANCE_BYTES = 20;

/**
 * Bundles the same program with the client of the subject's document and with the client of this project, and compares
 * the sizes. Only the generated values may differ: the server, the token endpoint, the content exceptions and the styles of
 * parameters.
 */
export async function compareBundles({ root, document }: Subject): Promise<Outcome> {
  const exceptions = contentExceptions(document).exceptions.length;
  const styled = countStyled(document);
  const sizeWith = (folder: string) =>
    bundledSize(PROGRAM, { alias: { 'tenant-management-client': join(folder, 'src/index.ts') } });
  const [ours, bytes] = [await sizeWith(projectRoot), await sizeWith(root)];
  const result = `${bytes} bytes; with this project's document, ${ours} bytes; operations with content that is unusual for the method: ${exceptions}; parameters that need a style: ${styled}`;
  const urls = (one: OpenApiDocument) => defaultsModule(one).length;
  const longer = Math.max(0, urls(document) - urls(await readDocument((await findApi()).file)));
  const limit = ours + longer + entryBytes(exceptions, styled) + TOLERANCE_BYTES;
  if (bytes <= limit) return { result };
  return {
    result,
    failures: [
      {
        reason: `the bundle must have at most ${limit} bytes, including longer URLs, these operations and these parameters`,
      },
    ],
  };
}
