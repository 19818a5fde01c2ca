import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '../../scripts/openapi/document.ts';

/** An error of the compiler. */
export interface CompileError {
  /** Path of the file in the argument `files`. */
  readonly file: string;
  readonly line: number;
  /** The code and the message, which can have several lines. */
  readonly message: string;
}

/**
 * Compiles files as one program of TypeScript 7, with the options of the project's `tsconfig.json`.
 *
 * @param files Text of the files by relative path. They are written to a new folder in the project, so that the files are
 *   ES modules and can import packages.
 * @param options Compiler options that replace those of the project.
 * @throws Error If the compiler fails without a type error.
 */
export function compileFiles(files: ReadonlyMap<string, string>, options: object = {}): CompileError[] {
  mkdirSync(join(projectRoot, 'reports'), { recursive: true });
  const folder = mkdtempSync(join(projectRoot, 'reports/compiled-'));
  try {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const config = { extends: '../../tsconfig.json', compilerOptions: { types: [], ...options }, include: ['**/*.ts'] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
    const { status, stdout, error } = spawnSync(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: Number.POSITIVE_INFINITY,
    });
    if (error !== undefined) throw error;
    const errors = readErrors(stdout);
    if (status !== 0 && errors.length === 0) throw new Error(stdout);
    return errors;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads the errors in the output of the compiler. The other lines of a message are indented. */
const readErrors = (output: string): CompileError[] =>
  [...output.matchAll(/^(\S.*)\((\d+),\d+\): error (TS\d+: .*(?:\n .*)*)/gm)].map(
    ([, file = '', line, message = '']) => ({ file, line: Number(line), message }),
  );
