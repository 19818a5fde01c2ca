import { join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { library } from '../support/library-document.ts';
import { projectRoot } from '../support/project-copy.ts';

/** Codes of the TypeScript suggestions for a deprecated declaration and signature: editors strike through the name. */
const DEPRECATED_CODES = [6385, 6387];

/** Generates the types of a document. */
const generateTypes = (document: OpenApiDocument): Promise<string> => typesModule({ openapi: '3.1.0', ...document });

/**
 * Checks a program against the types of the client for a document, with the language service that editors use.
 *
 * @param program Lines of a program with the client `client` and the generated types `paths` and `operations`.
 * @returns For each line, the names that an editor strikes through; and the messages of the compile errors.
 */
function check(types: string, program: readonly string[]): { struck: string[][]; errors: string[] } {
  const file = join(projectRoot, 'src/program.ts');
  const head = `import type { ManagementClient } from './calls.js'; import type { operations, paths } from '#generated/management.js'; declare const client: ManagementClient;`;
  const files = new Map([
    [file, [head, ...program].join('\n')],
    [join(projectRoot, 'src/generated/management.ts'), types],
  ]);
  const read = (path: string) => files.get(path) ?? ts.sys.readFile(path);
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      target: 'es2022',
      lib: ['es2023', 'dom'],
      module: 'nodenext',
      strict: true,
      types: [],
      paths: { '#generated/*': [join(projectRoot, 'src/generated/*')] },
    },
    projectRoot,
  );
  const service = ts.createLanguageService({
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => projectRoot,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (path) => files.has(path) || ts.sys.fileExists(path),
    readFile: read,
  });
  const source = service.getProgram()?.getSourceFile(file);
  const suggestions = service.getSuggestionDiagnostics(file).filter(({ code }) => DEPRECATED_CODES.includes(code));
  const struck: string[][] = program.map(() => []);
  for (const { start, length } of suggestions) {
    const line = source?.getLineAndCharacterOfPosition(start).line ?? 0;
    struck[line - 1]?.push(source?.text.slice(start, start + length) ?? '');
  }
  const errors = service.getSemanticDiagnostics(file);
  return { struck, errors: errors.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')) };
}

const READ = "client.GET('/books/{book_id}', { params: { path: { book_id: '1' } } });";
const REMOVE = "client.DELETE('/books/{book_id}', { params: { path: { book_id: '1' } } });";
const LIST = "client.GET('/books');";

/** The types of the library document with two deprecated operations. */
const document = structuredClone(library);
const { get, delete: remove } = document.paths['/books/{book_id}'] ?? {};
for (const operation of [get, remove]) Object.assign(operation ?? {}, { deprecated: true });
const types = await generateTypes(document);

describe('the types of deprecated operations', () => {
  test.each<[title: string, program: string[], struck: string[][]]>([
    [
      'make editors strike through the calls of deprecated operations, and no other calls',
      [READ, REMOVE, LIST, "client.POST('/books', { body: { title: 'a' } });"],
      [['GET'], ['DELETE'], [], []],
    ],
    [
      'make editors strike through the members of `paths` and `operations` that describe deprecated operations',
      [
        "export type InPaths = paths['/books/{book_id}']['get'];",
        "export type InOperations = operations['readBook'];",
        "export type Other = [paths['/books/{book_id}']['patch'], operations['updateBook']];",
      ],
      [["'get'"], ["'readBook'"], []],
    ],
    [
      'accept a variable whose type is a union of paths, and add no strikethrough, even if one path has a deprecated operation',
      [
        'declare const path: "/books" | "/opening-hours" | "/books/{book_id}";',
        "client.GET(path, { params: { path: { book_id: '1' } } });",
      ],
      [[], []],
    ],
  ])('%s', (_title, program, struck) => {
    expect(check(types, program)).toEqual({ struck, errors: [] });
  });

  test('reject an unknown path and a missing parameter of a method with a deprecated operation', () => {
    const { errors } = check(types, ["client.GET('/nope');", "client.GET('/books/{book_id}');"]);
    expect(errors).toEqual([expect.stringContaining('"/nope"'), expect.stringContaining('Expected 2 arguments')]);
  });

  test('add no strikethrough and no overload if no operation is deprecated', async () => {
    const others = await generateTypes(library);
    expect(others).not.toContain('@deprecated');
    const { struck, errors } = check(others, [READ, REMOVE, "client.GET('/nope');"]);
    expect(struck).toEqual([[], [], []]);
    expect(errors).toEqual([expect.not.stringContaining('overload')]);
  });
});
