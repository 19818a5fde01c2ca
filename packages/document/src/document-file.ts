import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { listOperations, readDocument } from './document.ts';
import { visitReferences } from './references/visit-references.ts';

/** The OpenAPI versions that all tools of this project support. */
const VERSIONS = /^3\.[01]\./;

const CONVERT = `convert it to OpenAPI 3 first, for example with
  npx swagger2openapi <file> --outfile openapi.yaml
or in Swagger Editor (Edit > Convert to OpenAPI 3)`;

/** A file with an OpenAPI document that this project supports. */
export interface DocumentFile {
  /** Absolute path. */
  readonly file: string;
  /** Whether the document refers to other files. */
  readonly isSplit: boolean;
}

/**
 * Checks that a file is an OpenAPI document with operations.
 *
 * @param file Absolute path.
 * @throws Error If the file is not an OpenAPI document of a supported version with at least one operation, or if a
 *   reference cannot be resolved. The message contains the remedy.
 */
export async function checkDocumentFile(file: string): Promise<DocumentFile> {
  const document = parseText(file, await readText(file));
  checkVersion(file, document);
  const isSplit = refersToFiles(file, document);
  const operations = listOperations(await readDocument(file));
  if (operations.length === 0) throw new Error(`${file} must have at least one operation under "paths"`);
  return { file, isSplit };
}

/** Whether a document has a reference to another file. A reference in an example is data if the file does not exist. */
function refersToFiles(file: string, document: object): boolean {
  let isFound = false;
  const exists = (path = '') => existsSync(join(dirname(file), path));
  visitReferences(
    document,
    { keys: [], group: 'document' },
    new Set(),
    ({ node: { $ref } }) => {
      isFound ||= !$ref.startsWith('#');
    },
    (data) => {
      for (const [, path] of (JSON.stringify(data) ?? '').matchAll(/"\$ref":"([^#"]+)/g)) isFound ||= exists(path);
    },
  );
  return isFound;
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    // readFile throws errors with a code.
    const { code } = error as { code?: string };
    if (code === 'ENOENT') throw new Error(`No such file: ${file}`);
    if (code === 'EISDIR') throw new Error(`${file} is a folder; pass the OpenAPI document in it`);
    throw error;
  }
}

/** Parses JSON or YAML. JSON is also YAML, but the parser of JSON is much faster. */
function parseText(file: string, text: string): Readonly<Record<string, unknown>> {
  const value = text.trimStart().startsWith('{') ? parseJson(file, text) : parseYaml(file, text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw notOpenApi(file);
  return value as Readonly<Record<string, unknown>>;
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The text can still be YAML, because a flow mapping also starts with a brace.
    return parseYaml(file, text);
  }
}

function parseYaml(file: string, text: string): unknown {
  const parsed = parseDocument(text);
  const [error] = parsed.errors;
  if (error === undefined) return parsed.toJS();
  throw new Error(`${file} must be YAML or JSON: ${error.message.split('\n')[0]?.replace(/:$/, '')}`);
}

const notOpenApi = (file: string) =>
  new Error(`${file} is not an OpenAPI document: it must start with "openapi: 3.0.x" or "openapi: 3.1.x"`);

function checkVersion(file: string, { openapi, swagger }: Readonly<Record<string, unknown>>): void {
  if (swagger !== undefined) throw new Error(`${file} is a Swagger ${swagger} document; ${CONVERT}`);
  if (typeof openapi !== 'string') throw notOpenApi(file);
  if (!VERSIONS.test(openapi)) throw new Error(`${file} must be OpenAPI 3.0 or 3.1; it is OpenAPI ${openapi}`);
}
