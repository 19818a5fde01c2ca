import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { OpenApiDocument } from './openapi-document.ts';
import { applySiblings } from './references/apply-siblings.ts';
import { readBundle } from './references/bundle.ts';
import { repeatFlags } from './references/repeat-flags.ts';
import { removeNullable } from './remove-nullable.ts';

/** Root folder of this project. */
export const projectRoot = join(import.meta.dirname, '../../..');

/** Returns the folder in which the user ran npm. npm runs scripts in the folder of package.json. */
export const startFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();

/** An entry under `apis` in `redocly.yaml`. */
export interface Api {
  readonly name: string;
  /** Path of the document, from the project's root. */
  readonly root: string;
  /** Absolute path of the document. */
  readonly file: string;
}

/**
 * Finds a document by its name under `apis` in `redocly.yaml`.
 *
 * @param name The name. The default is the first entry: the document from which this package is generated.
 * @param folder Folder of `redocly.yaml`.
 */
export async function findApi(name?: string, folder = projectRoot): Promise<Api> {
  const config: unknown = parse(await readFile(join(folder, 'redocly.yaml'), 'utf8'));
  // The cast is safe: Redocly checks the structure of redocly.yaml in every lint run.
  const { apis } = config as { apis: Record<string, { root: string }> };
  const chosen = name ?? Object.keys(apis)[0] ?? '';
  const root = Object.hasOwn(apis, chosen) ? apis[chosen]?.root : undefined;
  if (root === undefined) {
    throw new Error(`redocly.yaml has no entry "${chosen}" under apis; it has: ${Object.keys(apis).join(', ')}`);
  }
  return { name: chosen, root, file: join(folder, root) };
}

/**
 * Reads a document of OpenAPI 3.1 and the files that it refers to, as one document that keeps its references.
 *
 * @throws Error If a file cannot be read or parsed, if the version is another one, or if a reference has no target. The message names the file and the
 *   place of the reference. References in extensions and in examples are data, and are ignored.
 */
export async function readDocument(file: string): Promise<OpenApiDocument> {
  // The cast is safe: the lint run checks the structure of a document before files are generated from the document.
  const document = (await readBundle(file)) as unknown as OpenApiDocument;
  removeNullable(document);
  applySiblings(document);
  repeatFlags(document);
  return document;
}
