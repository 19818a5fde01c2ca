import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { hasMembers, type JsonObject, memberOf, pointerTo } from '../model/json.ts';
import { positionsOf } from '../model/positions-of.ts';
import { visitObjects } from '../model/visit-references.ts';
import { removeNullable, replaceAnchors } from './adapt-schemas.ts';
import { checkLimits, type Reject, RULES } from './document-limits.ts';

/**
 * Reads a document, and checks what no program that reads the document checks.
 *
 * @throws Error If the file cannot be read or parsed or is not OpenAPI 3.1, if it exceeds a limit, if a text contains
 *   control characters, or if a reference leads to another file or to a URL, also in examples and extensions: Redocly and
 *   Prism would read it. The message names the file, the line, the column and the place.
 */
export async function readDocumentFile(path: string): Promise<JsonObject> {
  const file = shownPath(path);
  const content = await parse(file);
  const reject: Reject = (keys, what, rule) => {
    throw new Error(`${placeText(file, keys, what)} ${rule}`);
  };
  checkLimits(content, reject);
  checkNames(content, reject);
  checkTexts(content, reject);
  if (!/^3\.1\./.test(String(memberOf(content, 'openapi'))))
    reject(
      ['openapi'],
      'the document',
      'must have the version 3.1 of OpenAPI, with a line such as "openapi: 3.1.0"; convert a document of another version',
    );
  replaceAnchors(content);
  removeNullable(content);
  // The cast is safe: the content has the member `openapi`.
  return content as JsonObject;
}

/** Matches characters that control a terminal or change the text direction. Texts can have tabs and line breaks. */
const CONTROL = /(?![\t\n]|\r\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
/** Matches such characters, line breaks and marks of the text direction. No server has a path that contains them. */
const INVISIBLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

function checkText(value: unknown, keys: readonly string[], reject: Reject): void {
  const name = keys.at(-1) ?? '';
  const isUnusualPath = name.startsWith('/') && name.search(INVISIBLE) !== -1;
  // A pattern can name control characters, to exclude them from a value.
  const isText = typeof value === 'string' && name !== 'pattern';
  if (isUnusualPath || CONTROL.test(name) || (isText && CONTROL.test(value)))
    reject(
      keys,
      'the text',
      'must not contain control characters or changes of the text direction (in a path, also no line breaks); remove them',
    );
}

/** Names of the members of every object. A look-up of such a name in an object always finds a value. */
const INHERITED = Object.getOwnPropertyNames(Object.prototype);
/** Names with which Redocly and openapi-typescript fail, without a location: they look up each name in an object. */
const UNREADABLE = INHERITED.filter((name) => !['constructor', '__proto__'].includes(name));

function checkNames(content: unknown, reject: Reject): void {
  visitObjects(content, (value, keys, isMap) => {
    const id = isMap ? undefined : INHERITED.find((name) => name === value['operationId']);
    const key = id !== undefined ? 'operationId' : Object.keys(value).find((name) => UNREADABLE.includes(name));
    if (key !== undefined)
      reject(
        [...keys, key],
        'the name',
        `must not be ${id ?? key}, which every object in JavaScript has; choose another name`,
      );
  });
}

/** Matches a line that Git adds to a file with a merge conflict. */
const CONFLICT = /^(<{7}|>{7}) /;

async function parse(file: string): Promise<unknown> {
  const source = await readFile(file, 'utf8');
  if (!/^\s*[^\s#]/m.test(source))
    throw new Error(`${file}:1:1: the file must not be empty; write a document that starts with "openapi: 3.1.0"`);
  try {
    return load(source, { schema: CORE_SCHEMA, maxDepth: Number.POSITIVE_INFINITY });
  } catch (cause) {
    if (cause instanceof RangeError) throw new Error(`${file}:1:1: the file ${RULES.levels}`, { cause });
    const conflict = source.split('\n').findIndex((line) => CONFLICT.test(line)) + 1;
    if (conflict > 0)
      throw new Error(
        `${file}:${conflict}:1: the file must not have the marks of a merge conflict; keep one version, and remove the marks`,
      );
    if (!(cause instanceof YAMLException)) throw cause;
    throw new Error(`${file}:${syntaxErrorText(source, cause)}`.replaceAll(new RegExp(CONTROL, 'gu'), '…').trimEnd(), {
      cause,
    });
  }
}

/** Matches a value of the mapping of a discriminator that Redocly follows. Other values are names of schemas. */
const FOLLOWED = /\/|\.(ya?ml|json)(#|$)/i;
/** Matches a reference that each program resolves in the same file. Some read only "#/" as the start of a pointer. */
const INSIDE = /^#(\/|[^/]*$)/;
const INSIDE_RULE =
  'must refer to a place in the same file, such as "#/components/schemas/Item"; to join files, run `npx redocly bundle`';

const isOutside = (reference: unknown): boolean => typeof reference === 'string' && !INSIDE.test(reference);

/** Checks all texts, and those that other programs follow: each `$ref`, `externalValue` and value of a mapping. */
function checkTexts(root: unknown, reject: Reject): void {
  const seen = new Set<unknown>();
  const visit = (value: unknown, keys: readonly string[]): void => {
    checkText(value, keys, reject);
    if (!hasMembers(value) || seen.has(value)) return;
    seen.add(value);
    const { $ref, externalValue, discriminator } = value;
    if (isOutside($ref)) reject(keys, 'the $ref', INSIDE_RULE);
    if (isOutside(externalValue)) reject([...keys, 'externalValue'], 'the value', INSIDE_RULE);
    for (const [name, target] of Object.entries(Object(memberOf(discriminator, 'mapping'))))
      if (FOLLOWED.test(String(target)) && isOutside(target))
        reject([...keys, 'discriminator', 'mapping', name], 'the value', INSIDE_RULE);
    for (const [key, part] of Object.entries(value)) visit(part, [...keys, key]);
  };
  visit(root, []);
}

/** Returns the path from the working folder, as Redocly prints it, of a file in this folder. */
const shownPath = (file: string): string => {
  const path = relative('', file);
  return path.startsWith('..') ? file : path;
};

/** Formats a place as text, such as `openapi.yaml:12:5: the $ref at #/paths/~1items`. */
export function placeText(file: string, keys: readonly string[], what: string): string {
  const { line, col } = positionsOf(file)(keys);
  return `${shownPath(file)}:${line}:${col}: ${what} at ${pointerTo(keys).replaceAll(INVISIBLE, '…')}`;
}

const COLON = 'write a colon and a space after the key';
const QUOTES = 'put the text in quotes, because it contains ": " or starts with a special character';
/** Remedies for the reasons of js-yaml. */
const REMEDIES: readonly (readonly [reason: RegExp, remedy: string])[] = [
  [/mapping key$/, COLON],
  [/^tab/, 'indent the line with spaces'],
  [/^bad indentation/, 'start the line in the same column as the other keys or items of its object or list'],
  [/^deficient|flow|quoted/, 'close the bracket or the quotes, or indent the line'],
  [/^/, 'correct this line or the line before it'],
];

/** Returns the place, the reason and a remedy of a syntax error, such as `12:5: duplicated mapping key; line 9 …`. */
function syntaxErrorText(source: string, { reason, mark }: YAMLException): string {
  const { line = 0, column = 0, snippet } = mark ?? {};
  const lines = source.split('\n');
  const text = lines[line] ?? '';
  const isIndentation = /^bad indentation/.test(reason);
  const isInValue = text.slice(0, column).includes(':');
  // js-yaml reads a key without a colon, and a text of several lines, until the colon of the next key.
  if (/implicit key/.test(reason) || (isIndentation && !isInValue && text[column] === ':')) {
    const previous = lines.slice(0, line).findLastIndex((one) => one.trim() !== '');
    return `${previous + 1}:1: ${reason}; ${/:\s/.test(lines[previous] ?? '') ? QUOTES : COLON}`;
  }
  const other = isIndentation && isInValue ? QUOTES : REMEDIES.find(([pattern]) => pattern.test(reason))?.[1];
  const remedy = /^duplicated/.test(reason) ? duplicateRemedy(lines, line, column) : other;
  return [`${line + 1}:${column + 1}: ${reason}; ${remedy}`, snippet ?? []].flat().join('\n\n');
}

function duplicateRemedy(lines: readonly string[], line: number, column: number): string {
  const keyOf = (text = '') => text.slice(column).split(':', 1)[0]?.replaceAll(/['"]/g, '');
  const before = lines.slice(0, line);
  const parent = before.findLastIndex((text) => /[^\s-]/.test(text.slice(0, column)) && !/^\s*#/.test(text));
  const first = before.findLastIndex((text, index) => index > parent && keyOf(text) === keyOf(lines[line]));
  return `${first < 0 ? '' : `line ${first + 1} has the same key; `}remove or rename one of the keys`;
}
