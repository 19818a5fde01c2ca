// Tests that hand-written code does not contain names of operations, paths, components or fields of the document of
// this project, so that the code works with any document. Only samples in doc comments contain names: they must compile.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findApi, listOperations, type OpenApiDocument, readDocument } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../../support/project-copy.ts';

/** Folders of code that works with any document. Tests outside these folders use the document of this project. */
const FOLDERS = [
  'src',
  'scripts',
  'packages/document/src',
  'packages/diff/src',
  'packages/contract/src',
  'packages/sandbox/src',
  'packages/sandbox/build',
  'packages/cli/src',
  'site/reference',
  'test/contract',
];

/** Generated code, and the facts of the document of this project. */
const OF_THE_DOCUMENT = [
  'src/generated',
  'packages/sandbox/src/generated',
  'packages/cli/src/generated',
  'test/contract/facts',
];

/**
 * Matches a name of several words. Names of one word, such as `client`, are ignored, because they are also ordinary
 * words.
 */
const COMPOUND = /[a-z0-9][_-]\w|[a-z0-9][A-Z]/;

/**
 * Returns the names of a document: operation ids, path segments, resources, prefixes of ids, and compound names of
 * components, scopes and fields.
 */
function namesOf(document: OpenApiDocument): Set<string> {
  const operations = listOperations(document);
  // Ignore the names of header fields, because HTTP defines them.
  const { headers: _, ...components } = document.components as Readonly<Record<string, object>>;
  const scopes = Object.values(document.components?.securitySchemes ?? {}).flatMap(({ flows }) =>
    Object.keys(flows?.clientCredentials?.scopes ?? {}).flatMap((scope) => scope.split(':')),
  );
  const examples = operations.flatMap(({ parameters }) => parameters.map(({ example }) => String(example)));
  const idPrefixes = examples.flatMap((example) => /[a-z]+_(?=[A-Za-z0-9]+$)/.exec(example) ?? []);
  const literals = operations.map(({ path }) => path.split('/').filter((part) => part !== '' && !part.startsWith('{')));
  const names = [...Object.values(components).flatMap((part) => Object.keys(part)), ...scopes, ...fieldsOf(document)];
  const resources = literals.filter((parts) => parts.length > 1).map((parts) => parts.join('/'));
  return new Set([
    ...operations.map(({ id }) => id),
    ...literals.flat(),
    ...names.filter((name) => COMPOUND.test(name)),
    ...resources,
    ...idPrefixes,
  ]);
}

/** Names of the fields of all schemas. */
function fieldsOf(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  const { properties = {} } = value as { properties?: object };
  return [...Object.keys(properties), ...Object.values(value).flatMap((inner) => fieldsOf(inner, seen))];
}

/**
 * Returns the lines that contain a name: the number of the line and the names. A name must be a whole word, or the
 * prefix of a word if the name is a prefix of ids.
 */
function linesWith(names: ReadonlySet<string>, text: string): string[] {
  const patterns = [...names].map((name) => ({
    name,
    pattern: new RegExp(`(?<![\\w-])${name}${name.endsWith('_') ? '' : '(?![\\w-])'}`),
  }));
  return text.split('\n').flatMap((line, index) => {
    const found = patterns.filter(({ pattern }) => pattern.test(line)).map(({ name }) => name);
    return found.length > 0 ? [`${index + 1}: ${found.join(', ')}`] : [];
  });
}

/** Replaces the samples in doc comments, which use the document of this project, with empty lines. */
const withoutSamples = (text: string): string =>
  text.replaceAll(/^ *\* ```ts\n[\s\S]*?^ *\* ```$/gm, (sample) => sample.replaceAll(/[^\n]/g, ''));

const document = await readDocument((await findApi()).file);
const names = namesOf(document);

describe('the names of the document', () => {
  test('are found by namesOf(): operation ids, schemas, security schemes, resources, path segments, scopes, fields and prefixes of ids', () => {
    const known = namesOf({
      info: { title: 'API', version: '1' },
      paths: {
        '/book-shelves/{shelf_id}/books': {
          parameters: [{ name: 'shelf_id', in: 'path', example: 'a|shelf_1' }],
          get: { operationId: 'list' },
        },
      },
      components: {
        schemas: { BookShelf: { properties: { made_at: {}, name: {} } }, Book: {} },
        securitySchemes: {
          bookAuth: {
            type: 'oauth2',
            flows: { clientCredentials: { tokenUrl: '/', scopes: { 'read:book_shelves': '' } } },
          },
        },
      },
    });
    expect([...known].toSorted()).toEqual([
      'BookShelf',
      'book-shelves',
      'book-shelves/books',
      'bookAuth',
      'book_shelves',
      'books',
      'list',
      'made_at',
      'shelf_',
    ]);
  });

  test('are found by linesWith() only as whole words', () => {
    const known = new Set(['get_a-b_by_id', 'a-b', 'made_at', 'a-b/c', 'shelf_']);
    const text = "x.get_a-b_by_id\n/a-b/{id}\nremade_at\na-bc\nmade_at: made_at\n'a-b/c'\n'a|shelf_1'\nbookshelf_1";
    expect(linesWith(known, text)).toEqual(['1: get_a-b_by_id', '2: a-b', '5: made_at', '6: a-b, a-b/c', '7: shelf_']);
  });

  test.for(FOLDERS)('do not occur in the hand-written code of %s', (folder) => {
    const files = readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((name) => /\.(ts|mjs|yaml)$/.test(name) && !OF_THE_DOCUMENT.some((path) => name.startsWith(path)));
    expect(files.length).toBeGreaterThan(1);
    const found = files.flatMap((name) =>
      linesWith(names, withoutSamples(readFileSync(join(projectRoot, name), 'utf8'))).map((line) => `${name}:${line}`),
    );
    expect(found).toEqual([]);
  });
});
