// Tests that the types carry the contract: if a change is visible in the types, the compiler rejects a program that uses
// what has changed; if a change is not visible in the types, each call still compiles.
import { METHOD_KEYS } from 'tools-document/model';
import { beforeAll, describe, expect, test } from 'vitest';
import { typesModule } from '../../scripts/generate/types-module.ts';
import type { TypeProblem } from '../../scripts/process/type-errors.ts';
import { readCorpus } from '../../tools/diff/test/corpus.ts';
import { readYaml } from '../support/read-yaml.ts';
import { compileFiles } from '../support/typescript/compile-files.ts';

/** A program that a change breaks: an entry of `programs.yaml`. The comment at the start of that file describes the members. */
interface BrokenProgram {
  readonly error: string;
  readonly program: string;
}

/** The programs by the title of the change. */
const programs: Readonly<Record<string, BrokenProgram>> = readYaml(import.meta.dirname, 'programs.yaml');
const corpus = readCorpus().map((entry, index) => ({ ...entry, index }));
const visible = corpus.filter(({ types }) => types);
const invisible = corpus.filter(({ types }) => !types);

/** One program with all files compiles much faster than a program for each file. */
const files = new Map<string, string>();
const pathOf = (name: string) => `${name}.ts`;
/** Specifiers of the modules with the types of each document. */
const modules = new Map<string, string>();
let errors: TypeProblem[];
const messagesIn = (name: string) => errors.filter(({ file }) => file === pathOf(name)).map(({ message }) => message);

/** Adds the types of a document, and returns the specifier of their module. */
async function addTypes(document: object): Promise<string> {
  const source = JSON.stringify(document);
  const name = `types-${modules.size}`;
  const known = modules.get(source);
  if (known !== undefined) return known;
  files.set(pathOf(name), await typesModule(JSON.parse(source)));
  modules.set(source, `./${name}.js`);
  return `./${name}.js`;
}

/**
 * Returns the source of a program in `programs.yaml`, with the declarations of the names that the program can use. The
 * specifiers are relative to the folder in which `compileFiles` compiles programs.
 *
 * @param types Specifier of the module with the types of the document.
 */
const sourceOf = ({ program }: BrokenProgram, types: string): string =>
  `import type { TypedCalls } from '../../src/calls.js';
import type { components, operations as AllOperations, paths } from '${types}';

type operations = AllOperations;
type Schemas = components['schemas'];
declare const calls: TypedCalls<paths>;
declare const show: <T>(value: T) => void;
const id = { params: { path: { id: 'book_1' } } };
${program}`;

/**
 * Returns a program that replaces each call of the old document with the call of the new document. The program compiles
 * only if each call accepts all arguments that it accepted before, and returns a result of the type that it had before.
 *
 * @param before The old document.
 * @param types Specifiers of the modules with the types of both documents.
 */
function replacedCalls(
  { paths = {} }: { paths?: Readonly<Record<string, object>> },
  types: Readonly<Record<'before' | 'after', string>>,
): string {
  const lines = Object.entries(paths).flatMap(([path, item]) =>
    METHOD_KEYS.filter((method) => method in item).map((method) => {
      const call = `${method.toUpperCase()}<${JSON.stringify(path)}>`;
      return `replace<typeof before.${call}>(after.${call});`;
    }),
  );
  return `import type { TypedCalls } from '../../src/calls.js';
import type { paths as Before } from '${types.before}';
import type { paths as After } from '${types.after}';

declare const before: TypedCalls<Before>;
declare const after: TypedCalls<After>;
declare const replace: <T>(call: T) => void;
${lines.join('\n')}`;
}

beforeAll(async () => {
  for (const { change, index, before, after } of corpus) {
    const types = { before: await addTypes(before.document), after: await addTypes(after.document) };
    files.set(pathOf(`calls-${index}`), replacedCalls(before.document, types));
    const program = programs[change];
    if (program === undefined) continue;
    files.set(pathOf(`old-${index}`), sourceOf(program, types.before));
    files.set(pathOf(`new-${index}`), sourceOf(program, types.after));
  }
  errors = await compileFiles(files);
});

describe('the types of a changed document', () => {
  test.for(visible.filter(({ change }) => programs[change] === undefined))(
    'reject a program that replaces each call, if a call uses what has changed: $change',
    ({ change, index }) => {
      const expectation = `programs.yaml must have a program for "${change}", because all calls still compile`;
      expect(messagesIn(`calls-${index}`), expectation).not.toEqual([]);
    },
  );

  test.for(
    visible.flatMap(({ change, index }) =>
      programs[change] === undefined ? [] : { change, index, ...programs[change] },
    ),
  )(
    'reject a program that uses the changed field or path, and the error names this field or path: $change',
    ({ index, error }) => {
      expect(messagesIn(`calls-${index}`), 'A change that all calls show needs no program').toEqual([]);
      expect(messagesIn(`old-${index}`), 'The program must compile with the old types').toEqual([]);
      expect(messagesIn(`new-${index}`).join('\n')).toContain(error);
    },
  );

  test.for(invisible)(
    'accept each call that compiled before, because the change is not visible in the types: $change',
    ({ index }) => {
      expect(messagesIn(`calls-${index}`)).toEqual([]);
    },
  );

  test('reject a program that replaces the old call with the new call if a response field can now be null', () => {
    const index = corpus.findIndex(({ change }) => change === 'A response field can be null');
    expect(messagesIn(`calls-${index}`).join('\n')).toContain("Types of property 'isbn' are incompatible");
  });

  test('contain no type errors', () => {
    const broken = [...modules.keys()].filter((_, index) => messagesIn(`types-${index}`).length > 0);
    expect(broken).toEqual([]);
  });
});

test('each program in programs.yaml belongs to a change that is visible in the types', () => {
  const titles = visible.map(({ change }) => change);
  expect(Object.keys(programs).filter((title) => !titles.includes(title))).toEqual([]);
});
