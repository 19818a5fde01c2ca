import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { runScript } from './process/run-script.ts';

/**
 * The package of each compiler, with the folder of the `tsconfig.json` that it checks and more arguments.
 *
 * TypeScript 7 is the fastest compiler, so it checks the whole project: the files of `test/tsconfig.json` with the types
 * of the fixture, and the rest with the types of the document. Users of the client can have an older compiler, so
 * TypeScript 5.9 checks the client and its type tests: the files of `test/types/tsconfig.json`. With other versions,
 * `npm run test:consumers` checks the published types.
 */
const TYPE_CHECKS = [
  { compiler: 'typescript', folder: 'test/types', options: [] },
  // In several threads, TypeScript 7 would compute the same types in each thread, while the other compiler also runs.
  { compiler: 'typescript-7.0', folder: '.', options: ['--singleThreaded'] },
  { compiler: 'typescript-7.0', folder: 'test', options: ['--singleThreaded'] },
];

await runScript(
  `npm run types

Type-checks the project, and the client also with TypeScript 5.9.
`,
  async () => {
    const statuses = await Promise.all(TYPE_CHECKS.map(compile));
    const failed = TYPE_CHECKS.filter((_check, index) => statuses[index] !== 0).map(({ compiler }) => compiler);
    if (failed.length > 0) throw new Error(`Type errors under: ${failed.join(', ')}`);
  },
);

/** Runs a compiler, prints its result, and resolves with its exit status. */
async function compile({ compiler, folder, options }: (typeof TYPE_CHECKS)[number]): Promise<number | null> {
  const { resolve } = createRequire(import.meta.url);
  const tsc = join(dirname(resolve(`${compiler}/package.json`)), 'bin/tsc');
  // With the results in the cache, the next run checks only what has changed.
  const cache = join(projectRoot, `node_modules/.cache/types/${compiler}-${folder}`);
  const args = [tsc, '-p', join(projectRoot, folder), ...options, '--incremental', '--tsBuildInfoFile', cache];
  const [status] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  console.log(`${compiler}: ${status === 0 ? 'no errors' : 'failed'}`);
  return status;
}
