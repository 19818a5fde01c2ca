// Type-checks the project, and with older compilers the client and its type tests: `npm run types`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from './openapi/document.ts';
import { fail } from './process/fail.ts';

/** A compiler, and the folder of the `tsconfig.json` that it checks. */
interface TypeCheck {
  /** Package of the compiler. */
  readonly compiler: string;
  /** Path from the project's root. */
  readonly folder: string;
}

/**
 * TypeScript 7 is the fastest, so it checks the whole project. Users can have an older version, which sees only the
 * client: `test/types` has the sources and the type tests.
 */
const TYPE_CHECKS: readonly TypeCheck[] = [
  { compiler: 'typescript', folder: 'test/types' },
  { compiler: 'typescript-6.0', folder: 'test/types' },
  { compiler: 'typescript-7.0', folder: '.' },
];

/**
 * Runs all compilers at the same time and prints the outcome of each. Throws an error that names each compiler that failed.
 *
 * @param compile Runs a compiler, by the name of its package, on a folder, and resolves with its exit status.
 */
export async function typeCheck(
  compile: (compiler: string, folder: string) => Promise<number | null>,
  print: (line: string) => void,
): Promise<void> {
  const outcomes = await Promise.all(
    TYPE_CHECKS.map(async ({ compiler, folder }) => {
      const status = await compile(compiler, folder);
      print(`${compiler}: ${status === 0 ? 'no errors' : 'failed'}`);
      return { compiler, status };
    }),
  );
  const failed = outcomes.filter(({ status }) => status !== 0).map(({ compiler }) => compiler);
  if (failed.length > 0) throw new Error(`Type errors under: ${failed.join(', ')}`);
}

/** Runs the compiler of a package on the `tsconfig.json` of a folder, and resolves with its exit status. */
export async function compile(compiler: string, folder: string): Promise<number | null> {
  const { resolve } = createRequire(import.meta.url);
  const tsc = join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');
  const [status] = await once(spawn(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' }), 'exit');
  return status;
}

if (import.meta.main) {
  await typeCheck((compiler, folder) => compile(compiler, join(projectRoot, folder)), console.log).catch(fail);
}
