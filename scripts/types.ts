import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { runScript } from './process/run-script.ts';

/**
 * The package of each compiler, with the folder of the `tsconfig.json` that it checks and more arguments.
 *
 * TypeScript 7 is the fastest compiler, so it checks the whole project. Users of the client can have an older compiler,
 * so TypeScript 5.9 checks the client and its type tests: all that the `tsconfig.json` of `test/types` includes. With
 * 6.0, `npm run smoke` checks the published types.
 */
const TYPE_CHECKS = [
  { compiler: 'typescript', folder: 'test/types', options: [] },
  // In several threads, TypeScript 7 would compute the same types in each thread, while the other compiler also runs.
  { compiler: 'typescript-7.0', folder: '.', options: ['--singleThreaded'] },
];

/**
 * Runs all compilers at the same time and prints the result of each.
 *
 * @param compile Runs the compiler in a package on a folder, with more arguments, and resolves with the exit status of
 *   the compiler.
 * @throws Error If a compiler fails. The message names each compiler that failed.
 */
export async function typeCheck(
  compile: (compiler: string, folder: string, options?: readonly string[]) => Promise<number | null>,
  print: (line: string) => void,
): Promise<void> {
  const outcomes = await Promise.all(
    TYPE_CHECKS.map(async ({ compiler, folder, options }) => {
      const status = await compile(compiler, folder, options);
      print(`${compiler}: ${status === 0 ? 'no errors' : 'failed'}`);
      return { compiler, status };
    }),
  );
  const failed = outcomes.filter(({ status }) => status !== 0).map(({ compiler }) => compiler);
  if (failed.length > 0) throw new Error(`Type errors under: ${failed.join(', ')}`);
}

/** Runs the compiler of a package on the `tsconfig.json` of a folder, and resolves with its exit status. */
export async function compile(
  compiler: string,
  folder: string,
  options: readonly string[] = [],
): Promise<number | null> {
  const { resolve } = createRequire(import.meta.url);
  const tsc = join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');
  const [status] = await once(spawn(process.execPath, [tsc, '-p', folder, ...options], { stdio: 'inherit' }), 'exit');
  return status;
}

if (import.meta.main)
  await runScript(
    `npm run types

Type-checks the project, and the client also with TypeScript 5.9.
`,
    () =>
      typeCheck((compiler, folder, options = []) => {
        // With the results in the cache, the next run checks only what has changed.
        const cache = join(projectRoot, `node_modules/.cache/types/${compiler}`);
        const args = [...options, '--incremental', '--tsBuildInfoFile', cache];
        return compile(compiler, join(projectRoot, folder), args);
      }, console.log),
  );
