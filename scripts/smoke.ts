// Packs the client and uses it as a consumer does, on the machine's own Node: `npm run smoke`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from './document.ts';
import { fail } from './fail.ts';

/** The first Node on the path that is not the one that this project installs for its scripts. */
const machineNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
  .find((file) => existsSync(file));
const npm = process.env['npm_execpath'];
const dependencies = ['openapi-fetch', 'openapi-typescript-helpers', 'oauth4webapi'];
const compilers = { '5.9': 'typescript', '6.0': 'typescript-6.0', '7.0': 'typescript-7.0' };

const root = await mkdtemp(join(tmpdir(), 'tenant-management-smoke-'));
try {
  if (machineNode === undefined) throw new Error("There is no Node of the machine's own on the path.");
  if (npm === undefined) throw new Error('Run it as `npm run smoke`.');
  const modules = join(root, 'node_modules');
  await installPacked(npm, modules);
  await cp(join(projectRoot, 'test/smoke'), root, { recursive: true });

  console.log(run(machineNode, 'consumer.mjs').trim());
  await symlink(join(projectRoot, 'node_modules/@types'), join(modules, '@types'), 'junction');
  await symlink(join(projectRoot, 'node_modules/undici-types'), join(modules, 'undici-types'), 'junction');
  for (const [version, name] of Object.entries(compilers)) {
    run(process.execPath, join(projectRoot, 'node_modules', name, 'bin/tsc'), '-p', root);
    console.log(`The published types compile under TypeScript ${version}.`);
  }
} catch (error) {
  fail(error);
} finally {
  await rm(root, { recursive: true });
}

/** Puts the packed client and its dependencies where a consumer has them, without a registry. */
async function installPacked(npm: string, modules: string): Promise<void> {
  const packed: unknown = JSON.parse(
    execFileSync(process.execPath, [npm, 'pack', '--json', '--pack-destination', root], {
      cwd: projectRoot,
      encoding: 'utf8',
    }),
  );
  // npm 10 gives a list, npm 12 an object by package name.
  const [{ filename }] = Object.values(packed as Record<string, { filename: string }>) as [{ filename: string }];
  await mkdir(join(modules, 'tenant-management-client'), { recursive: true });
  run('tar', '-xzf', filename, '--strip-components=1', '-C', join(modules, 'tenant-management-client'));
  await Promise.all(
    dependencies.map((name) => cp(join(projectRoot, 'node_modules', name), join(modules, name), { recursive: true })),
  );
  await writeFile(join(root, 'package.json'), '{ "type": "module", "private": true }');
}

/** Runs a program in the consumer's folder and gives what it printed; a failure is thrown with it. */
function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    // What execFileSync throws carries what the program printed.
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}
