import { join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { contentExceptions } from '../generate/content-exceptions.ts';
import { bundledSize, exceptionBytes, PROGRAMS } from '../size.ts';
import type { Outcome } from './steps.ts';
import type { Subject } from './subject.ts';

/** The program whose bundle is measured: the client with client credentials. */
const PROGRAM = PROGRAMS.at(-1)?.source ?? '';

/** Largest number of bytes that the server and the token endpoint of a document add. */
const DEFAULTS_BYTES = 100;

/**
 * Bundles the same program with the client of the subject's document and with the client of this project, and compares
 * the sizes. Only the generated values may differ: the server, the token endpoint and the content exceptions.
 */
export async function compareBundles({ root, document }: Subject): Promise<Outcome> {
  const exceptions = contentExceptions(document).exceptions.length;
  const sizeWith = (folder: string) =>
    bundledSize(PROGRAM, { alias: { 'tenant-management-client': join(folder, 'src/index.ts') } });
  const [ours, bytes] = [await sizeWith(projectRoot), await sizeWith(root)];
  const result = `${bytes} bytes; with this project's document, ${ours} bytes; operations with content that is unusual for the method: ${exceptions}`;
  const limit = ours + DEFAULTS_BYTES + exceptionBytes(exceptions);
  return bytes <= limit
    ? { result }
    : { result, failures: [{ reason: `the bundle must have at most ${limit} bytes` }] };
}
