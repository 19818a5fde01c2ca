// Type-checks the project and its type tests under each TypeScript that its users may have: `npm run types`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from './document.ts';

const { resolve } = createRequire(import.meta.url);

async function typeCheck(name: string): Promise<void> {
  const tsc = join(dirname(resolve(`${name}/package.json`)), 'bin/tsc');
  const [status] = await once(spawn(process.execPath, [tsc, '-p', projectRoot], { stdio: 'inherit' }), 'exit');
  if (status !== 0) process.exitCode = 1;
  console.log(`${name}: ${status === 0 ? 'no errors' : 'failed'}`);
}

await Promise.all(['typescript', 'typescript-6.0', 'typescript-7.0'].map(typeCheck));
