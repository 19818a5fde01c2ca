import { spawnSync } from 'node:child_process';
import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { packPackages } from './process/pack.ts';
import { runScript } from './process/run-script.ts';

const PUBLINT = 'publint/src/cli.js';
const ATTW = '@arethetypeswrong/cli/dist/index.js';

/** Runs a program of `node_modules` on a packed package. Throws an error if the program finds a problem. */
function check(program: string, file: string, ...options: string[]): void {
  const args = [join(projectRoot, 'node_modules', program), file, ...options];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program.split('/')[0]} must find no problem in ${file}: see its messages above`);
}

await runScript(
  `npm run check:package

Packs all packages, and checks their exports and files with publint and attw. First build all packages: npm run build,
npm run build:sandbox and npm run build:cli.
`,
  async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tenant-management-packages-'));
    const { client, sandbox, cli } = packPackages(folder.path);
    for (const file of [client, sandbox, cli]) check(PUBLINT, file, '--strict');
    for (const [file, ...options] of [[client, '--exclude-entrypoints', 'openapi.yaml'], [sandbox]] as const)
      check(ATTW, file, '--profile', 'esm-only', '--quiet', ...options);
  },
);
