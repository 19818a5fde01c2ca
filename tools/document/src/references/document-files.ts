import { readFile, realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import $RefParser from '@apidevtools/json-schema-ref-parser';
import { memberOf, pointerTo } from '../json.ts';
import { linesOf } from '../lines-of.ts';
import { checkLimits, RULES } from './document-limits.ts';
import { replaceAnchors } from './replace-anchors.ts';
import { isReference, visitObjects } from './visit-references.ts';

/** A location in a file of a document. */
interface FileLocation {
  readonly url: string;
  readonly keys: readonly string[];
  /** The subject of the message about the place. @default 'the $ref' */
  readonly what?: string;
}

/** Files that are read as a text, such as the description of a tag. */
const TEXT = /\.(md|markdown|txt)$/i;

/**
 * Reads a document and the files that it refers to, also those to which only its examples and extensions refer: other
 * programs, such as Redocly and Prism, read these files too.
 *
 * @param errors Receives the errors of files other than the document that cannot be read or parsed, by URL.
 * @returns The content by the URL of the file. A file that cannot be read or parsed has the value `undefined`.
 * @throws Error If the document cannot be read or parsed or is not OpenAPI 3.1, if it exceeds a limit, if a text
 *   contains control characters, or if a `$ref` is a URL or leads to a file outside the folder of the document. The
 *   message names the file, the line and the place.
 */
export async function readDocumentFiles(
  file: string,
  errors = new Map<string, Error>(),
): Promise<ReadonlyMap<string, unknown>> {
  const files = new Map<string, unknown>();
  await readFiles(file, files, errors);
  const root = pathToFileURL(file).href;
  if (!/^3\.1\./.test(String(memberOf(files.get(root), 'openapi'))))
    throw new Error(
      `${locationText({ url: root, keys: ['openapi'], what: 'the document' })} must have the version 3.1 of OpenAPI, with a line such as "openapi: 3.1.0"; convert a document of another version`,
    );
  replaceAnchors(files);
  return files;
}

/**
 * Lists the absolute paths of the files of a document: the document itself, and the files that it refers to. The list
 * also contains files that cannot be read or parsed. It ends at a `$ref` that is not allowed.
 */
export async function documentFiles(file: string): Promise<string[]> {
  const files = new Map<string, unknown>();
  await readFiles(file, files).catch(() => undefined);
  return [...files.keys()].map((url) => fileURLToPath(url));
}

/** A `$ref` or an alias that no program should follow. */
class UnsafeFileError extends Error {}

async function readFiles(file: string, files: Map<string, unknown>, errors = new Map<string, Error>()): Promise<void> {
  const root = pathToFileURL(file).href;
  files.set(root, undefined);
  const folder = (await realpath(dirname(file))) + sep;
  files.set(root, await parse(file));
  // Reading a file can add more files.
  for (const [url, content] of files) {
    checkNames(content, url);
    for (const { $ref, ...found } of referencesIn(content, url)) {
      const location = { ...found, url };
      const target = targetUrl($ref, location);
      if (files.has(target)) continue;
      const path = fileURLToPath(target);
      // A file that does not exist has no real path. Its folder can have a symbolic link, as /tmp on macOS.
      const missing = () => path.replace(dirname(fileURLToPath(root)) + sep, () => folder);
      if (!(await realpath(path).catch(missing)).startsWith(folder))
        throw new UnsafeFileError(
          `${locationText(location)} must refer to a file in the folder of the document or below it; copy the file there`,
        );
      files.set(
        target,
        await parse(path).catch((error: Error) => {
          if (error instanceof UnsafeFileError) throw error;
          errors.set(target, error);
        }),
      );
    }
  }
}

/** Matches characters that control a terminal or change the text direction. Texts can have tabs and line breaks. */
const CONTROL = /(?![\t\n]|\r\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Matches such characters, line breaks and marks of the text direction. No server has a path that contains them. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function checkText(value: unknown, { url, keys }: FileLocation): void {
  const name = keys.at(-1) ?? '';
  const isUnusualPath = name.startsWith('/') && name.search(INVISIBLE) !== -1;
  // A pattern can name control characters, to exclude them from a value.
  const isText = typeof value === 'string' && name !== 'pattern';
  if (isUnusualPath || CONTROL.test(name) || (isText && CONTROL.test(value)))
    throw new UnsafeFileError(
      `${locationText({ url, keys, what: 'the text' }).replaceAll(INVISIBLE, '…')} must not contain control characters or changes of the text direction (in a path, also no line breaks); remove them`,
    );
}

/** Names of the members of every object. A look-up of such a name in an object always finds a value. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
/** Names with which Redocly and openapi-typescript fail, without a location: they look up each name in an object. */
const UNREADABLE = INHERITED.filter((name) => !['constructor', '__proto__'].includes(name));

function checkNames(content: unknown, url: string): void {
  visitObjects(content, (value, keys, isMap) => {
    const id = isMap ? undefined : INHERITED.find((name) => name === value['operationId']);
    const key = id !== undefined ? 'operationId' : Object.keys(value).find((name) => UNREADABLE.includes(name));
    if (key !== undefined)
      throw new UnsafeFileError(
        `${locationText({ url, keys: [...keys, key], what: 'the name' })} must not be ${id ?? key}, which every object in JavaScript has; choose another name`,
      );
  });
}

/** Matches the start of the message of a syntax error. The lines around the error follow. */
const SYNTAX_ERROR = /^Error parsing .+: (.+) \((\d+:\d+)\)$/m;

/** Matches a line that Git adds to a file with a merge conflict. */
const CONFLICT = /^(<{7}|>{7}) /;

async function parse(path: string): Promise<unknown> {
  if (TEXT.test(path)) return await readFile(path, 'utf8');
  const value: unknown = await $RefParser.parse(path).catch(async (cause: Error) => {
    if (cause instanceof RangeError) throw new UnsafeFileError(`${path}:1: the file ${RULES.levels}`);
    // The content is a text or a number.
    if (cause.message.endsWith('is not a valid JSON Schema')) return null;
    const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n');
    const conflict = lines.findIndex((line) => CONFLICT.test(line)) + 1;
    if (conflict > 0)
      throw new Error(
        `${path}:${conflict}:1: the file must not have the marks of a merge conflict; keep one version, and remove the marks`,
      );
    const text = cause.message.replace(SYNTAX_ERROR, (_all, reason, place) => `${path}:${place}: ${reason}`);
    throw new Error(text.replaceAll(new RegExp(CONTROL, 'gu'), '…').trimEnd(), { cause });
  });
  checkLimits(value, (keys, what, rule) => {
    throw new UnsafeFileError(`${locationText({ url: pathToFileURL(path).href, keys, what })} ${rule}`);
  });
  return value;
}

/** Matches a value of the mapping of a discriminator that Redocly follows. Other values are names of schemas. */
const FOLLOWED = /\/|\.(ya?ml|json)(#|$)/i;

/** Checks all texts, and lists those that other programs follow: each `$ref`, `externalValue` and value of a mapping. */
function referencesIn(root: unknown, url: string): (Omit<FileLocation, 'url'> & { readonly $ref: string })[] {
  const seen = new Set<unknown>();
  const references: (Omit<FileLocation, 'url'> & { readonly $ref: string })[] = [];
  const visit = (value: unknown, keys: readonly string[]): void => {
    checkText(value, { url, keys });
    if (typeof value !== 'object' || value === null || seen.has(value)) return;
    seen.add(value);
    if (isReference(value)) references.push({ $ref: value.$ref, keys });
    const { externalValue, discriminator } = value as { readonly [key in 'externalValue' | 'discriminator']?: unknown };
    const followed = [
      [externalValue, 'externalValue'],
      ...Object.entries(Object(Object(discriminator).mapping))
        .filter(([, target]) => FOLLOWED.test(String(target)))
        .map(([name, target]) => [target, 'discriminator', 'mapping', name] as const),
    ] as const;
    for (const [$ref, ...names] of followed)
      if (typeof $ref === 'string') references.push({ $ref, keys: [...keys, ...names], what: 'the value' });
    for (const [key, part] of Object.entries(value)) visit(part, [...keys, key]);
  };
  visit(root, []);
  return references;
}

/** Matches a `$ref` that each program resolves to the same file. Some read only "#/" as the start of a pointer. */
const PATH = /^[^?%\\#]*(#(\/.*|[^/]*))?$/s;

/**
 * Returns the URL of the file to which a `$ref` refers.
 *
 * @throws Error If the `$ref` does not lead to a file.
 */
export function targetUrl($ref: string, location: FileLocation): string {
  const [path = ''] = $ref.split('#');
  // URL parsers ignore these characters.
  if (/^[a-z][a-z\d+.-]*:|^[/\\]{2}/i.test($ref.replaceAll(/[\t\r\n]|^\s+/g, '')))
    throw new UnsafeFileError(
      `${locationText(location)} must refer to a file; URLs are not fetched, so download the file and refer to the copy`,
    );
  if (!PATH.test($ref))
    throw new UnsafeFileError(
      `${locationText(location)} must be a path without "?", "%" and "\\", and can have a JSON pointer after "#"; rename the file`,
    );
  return path === '' ? location.url : new URL(path, location.url).href;
}

/** Formats the location of a reference as text, such as `/openapi.yaml:12: the $ref at #/paths/~1items`. */
export function locationText({ url, keys, what = 'the $ref' }: FileLocation): string {
  const file = fileURLToPath(url);
  return `${file}:${linesOf(file)(keys)}: ${what} at ${pointerTo(keys)}`;
}
