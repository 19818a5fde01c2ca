import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { runNode } from '../../../scripts/process/run-node.ts';
import { readTypeErrors, type TypeProblem } from '../../../scripts/process/type-errors.ts';

/** Longer than the compiler takes on a busy machine. */
const TIMEOUT_MS = 110_000;

/**
 * Compiles files as one program of TypeScript 7, with the options of the project's tests.
 *
 * @param files Text of the files by relative path. They are written to a new folder in the project, so that the files are
 *   ES modules and can import packages.
 * @param options Compiler options that replace those of the project.
 * @returns The errors, with the paths of `files`. All lines of a message are joined to one line.
 * @throws Error If the compiler fails without a type error.
 */
export async function compileFiles(files: ReadonlyMap<string, string>, options: object = {}): Promise<TypeProblem[]> {
  await mkdir(join(projectRoot, 'reports'), { recursive: true });
  const folder = await mkdtemp(join(projectRoot, 'reports/compiled-'));
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    const config = {
      extends: '../../test/tsconfig.json',
      compilerOptions: { types: [], ...options },
      include: ['**/*.ts'],
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
    const { status, output } = await runNode([tsc, '-p', '.', '--pretty', 'false'], {
      cwd: folder,
      timeout: TIMEOUT_MS,
    });
    // The compiler indents the other lines of a message.
    const errors = readTypeErrors(output.replaceAll(/\n +/g, ' '));
    if (status !== 0 && errors.length === 0) throw new Error(output);
    return errors;
  } finally {
    await rm(folder, { recursive: true });
  }
}
