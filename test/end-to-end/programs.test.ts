// Tests that the types carry the contract: if a change is visible in the types, the compiler rejects a program that uses
// what has changed; if a change is not visible in the types, each call still compiles.
import { beforeAll, describe, expect, test } from 'vitest';
import { typesModule } from '../../scripts/generate/types-module.ts';
import type { TypeProblem } from '../../scripts/process/type-errors.ts';
import { readCorpus } from '../../tools/diff/test/corpus.ts';
import { compileFiles } from '../support/typescript/compile-files.ts';
import { readPrograms, replacedCalls, sourceOf } from './programs.ts';

const programs = readPrograms();
const corpus = readCorpus().map((entry, index) => ({ ...entry, index }));
const visible = corpus.filter(({ types }) => types);
const invisible = corpus.filter(({ types }) => types === false);

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
