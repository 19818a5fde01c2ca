// Type-checks the project and its type tests under each TypeScript that its users may have: `npm run types`.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from './document.ts';

const { resolve } = createRequire(import.meta.url);

for (const name of ['typescript', 'typescript-6.0', 'typescript-7.0']) {
  const tsc = join(dirname(resolve(`${name}/package.json`)), 'bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', projectRoot], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  console.log(`${name}: ${status === 0 ? 'no errors' : 'failed'}`);
}
