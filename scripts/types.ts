// Type-checks the project and its type tests with each TypeScript that its users may have: `npm run types`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from './openapi/document.ts';
import { fail } from './process/fail.ts';

/** The packages of the compilers. */
const COMPILERS = ['typescript', 'typescript-6.0', 'typescript-7.0'];

/**
 * Runs all compilers at the same time and prints the outcome of each. Throws an error that names each compiler that failed.
 *
 * @param compile Runs one compiler, by the name of its package, and resolves with its exit status.
 */
export async function typeCheck(
  compile: (compiler: string) => Promise<number | null>,
  print: (line: string) => void,
): Promise<void> {
  const statuses = await Promise.all(
    COMPILERS.map(async (compiler) => {
      const status = await compile(compiler);
      print(`${compiler}: ${status === 0 ? 'no errors' : 'failed'}`);
      return status;
    }),
  );
  const failed = COMPILERS.filter((_compiler, index) => statuses[index] !== 0);
  if (failed.length > 0) throw new Error(`Type errors under: ${failed.join(', ')}`);
}

/** Runs the compiler of a package on the `tsconfig.json` of a folder, and resolves with its exit status. */
export async function compile(compiler: string, folder: string): Promise<number | null> {
  const { resolve } = createRequire(import.meta.url);
  const tsc = join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');
  const [status] = await once(spawn(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' }), 'exit');
  return status;
}

if (import.meta.main) await typeCheck((compiler) => compile(compiler, projectRoot), console.log).catch(fail);
