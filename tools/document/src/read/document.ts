import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { memberOf } from '../model/json.ts';
import type { OpenApiDocument } from '../model/openapi-document.ts';
import { resolve } from '../model/resolve.ts';
import { visitReferences } from '../model/visit-references.ts';
import { applySiblings, repeatFlags } from './adapt-schemas.ts';
import { placeText, readDocumentFile } from './document-file.ts';

/** Root folder of this project. */
export const projectRoot = join(import.meta.dirname, '../../../..');

/** Returns the folder in which the user ran npm. npm runs scripts in the folder of package.json. */
export const startFolder = (): string => process.env['INIT_CWD'] ?? process.cwd();

/** An entry under `apis` in `redocly.yaml`. */
export interface RedoclyApi {
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
export async function findApi(name?: string, folder = projectRoot): Promise<RedoclyApi> {
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
 * Reads a document of OpenAPI 3.1, which keeps its references to components.
 *
 * @throws Error If `readDocumentFile` throws, or if a reference has no target. The message names the file, the line and
 *   the place of the reference. References in extensions and in examples are data, and need no target.
 */
export async function readDocument(file: string): Promise<OpenApiDocument> {
  // The cast is safe: the lint run checks the structure of a document before files are generated from the document.
  const document = (await readDocumentFile(file)) as unknown as OpenApiDocument;
  visitReferences(document, 'document', ({ node, keys, group }) => {
    try {
      const { value } = resolve<unknown>(document, node);
      // OpenAPI allows no reference in such a place, for example of `content`, and most programs do not follow it.
      if (group === 'document')
        Object.assign(Object(keys.slice(0, -1).reduce<unknown>(memberOf, document)), { [keys.at(-1) ?? '']: value });
    } catch (cause) {
      throw new Error(`${placeText(file, keys, 'the $ref')}: ${(cause as Error).message}`, { cause });
    }
  });
  applySiblings(document);
  repeatFlags(document);
  return document;
}
