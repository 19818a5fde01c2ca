// Tests the types that the project generates from small documents, so that another generator, or another version of
// openapi-typescript, can be compared with the present one. Each folder in `golden` contains a document and a program
// that uses the generated types. One run of the compiler checks all programs. See
// docs/decisions/0011-replace-a-package.md.
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { readDocument } from 'tools-document/read';
import { beforeAll, describe, expect, test } from 'vitest';
import { typesModule } from '../../scripts/generate/types-module.ts';
import { projectRoot } from '../support/project-copy.ts';

const golden = join(import.meta.dirname, 'golden');
const names = readdirSync(golden, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []));
/** A program that must not compile, because the types of the document `schemas` have only numbers in `Counts`. */
const WRONG_PROGRAM = `import type { components } from '../schemas/types.js';
const counts: components['schemas']['Counts'] = { emma: 'three' };
`;
let errors: readonly string[] = [];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'golden-types-'));
  const write = async (name: string, file: string, text: string) => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, file), text);
  };
  for (const name of names)
    await write(name, 'types.ts', await typesModule(await readDocument(join(golden, name, 'openapi.yaml'))));
  await write('wrong', 'program.ts', WRONG_PROGRAM);
  await write('.', 'tsconfig.json', tsconfig(folder));
  errors = await errorsIn(folder);
  await rm(folder, { recursive: true });
});

/** Returns a configuration with which `./types.js` in the folder of a program is the file of the same name in `folder`. */
const tsconfig = (folder: string): string =>
  JSON.stringify({
    extends: join(projectRoot, 'test/types/tsconfig.json'),
    compilerOptions: { rootDirs: [golden, folder] },
    files: [...names.map((name) => join(golden, name, 'types.test-d.ts')), 'wrong/program.ts'],
    include: [],
  });

/** Runs the compiler on a folder and resolves with the lines of its errors. TypeScript 7 is the fastest compiler. */
async function errorsIn(folder: string): Promise<string[]> {
  const { resolve } = createRequire(import.meta.url);
  const tsc = join(dirname(resolve('typescript-7.0/package.json')), 'bin/tsc');
  const output = await new Promise<string>((settle) => {
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], (_error, stdout) => settle(stdout));
  });
  return output.split('\n').filter((line) => /\berror TS\d+: /.test(line));
}

/** Returns the name of the document with whose program or types the compiler reports an error. */
const documentOf = (error: string): string => basename(dirname(error.split('(')[0] ?? ''));

const errorsOf = (name: string): string[] => errors.filter((error) => documentOf(error) === name);

describe('documentTypes()', () => {
  test('is tested with the programs of three documents, and an error of a program is reported', () => {
    expect(names).toHaveLength(3);
    expect(errorsOf('wrong')).toEqual([expect.stringContaining("Type 'string' is not assignable to type 'number'")]);
    expect(errors.filter((error) => ![...names, 'wrong'].includes(documentOf(error)))).toEqual([]);
  });

  test.for(names)('generates types with which the program of the document %s compiles', (name) => {
    expect(errorsOf(name)).toEqual([]);
  });
});
