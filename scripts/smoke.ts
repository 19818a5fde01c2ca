// Packs the client and the sandbox and uses both as a consumer does, on the machine's own Node: `npm run smoke`.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { projectRoot } from './openapi/document.ts';
import { fail } from './process/fail.ts';

/** The first Node on the path that is not the one that this project installs for its scripts. */
const machineNode = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes('node_modules'))
  .map((folder) => join(folder, process.platform === 'win32' ? 'node.exe' : 'node'))
  .find((file) => existsSync(file));
const npm = process.env['npm_execpath'];
const compilers = { '5.9': 'typescript', '6.0': 'typescript-6.0', '7.0': 'typescript-7.0' };

const root = await mkdtemp(join(tmpdir(), 'tenant-management-smoke-'));
const modules = join(root, 'node_modules');
try {
  if (machineNode === undefined) throw new Error("There is no Node of the machine's own on the path.");
  if (npm === undefined) throw new Error('Run it as `npm run smoke`.');
  // The consumer is the example's service, with package.json and all.
  await cp(join(projectRoot, 'examples/service'), root, { recursive: true });
  await cp(join(projectRoot, 'test/smoke'), root, { recursive: true });

  await installPacked(npm, projectRoot, 'tenant-management-client');
  console.log(run(machineNode, 'consumer.mjs').trim());
  // After the client has run, so that no dependency of the sandbox stands in for one that the client does not name.
  await installPacked(npm, join(projectRoot, 'sandbox'), 'tenant-management-sandbox');
  run(process.execPath, npm, 'ls', '--all');
  console.log('What the example asks for and what is packed go together.');
  trySandboxCommand(machineNode);
  testService(machineNode);
  await compileTypes();
} catch (error) {
  fail(error);
} finally {
  await rm(root, { recursive: true });
}

/** Puts a packed package, and what it names as its dependencies, where a consumer has them, without a registry. */
async function installPacked(npm: string, folder: string, name: string): Promise<void> {
  const packed: unknown = JSON.parse(
    execFileSync(process.execPath, [npm, 'pack', '--json', '--pack-destination', root], {
      cwd: folder,
      encoding: 'utf8',
    }),
  );
  // npm 10 gives a list, npm 12 an object by package name.
  const [{ filename }] = Object.values(packed as Record<string, { filename: string }>) as [{ filename: string }];
  await mkdir(join(modules, name), { recursive: true });
  run('tar', '-xzf', filename, '--strip-components=1', '-C', join(modules, name));
  await copyDependencies(name);
}

async function copyDependencies(name: string): Promise<void> {
  // package.json of a package that npm has packed or installed.
  const manifest = JSON.parse(await readFile(join(modules, name, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const dependency of Object.keys(manifest.dependencies ?? {})) {
    await cp(join(projectRoot, 'node_modules', dependency), join(modules, dependency), { recursive: true });
    await copyDependencies(dependency);
  }
}

function trySandboxCommand(node: string): void {
  const help = run(node, 'node_modules/tenant-management-sandbox/dist/cli.js', '--help');
  if (!help.includes('Usage: tenant-management-sandbox ')) throw new Error(`The sandbox's command printed:\n${help}`);
  console.log('The packed sandbox has a command that runs.');
}

/** Runs the tests of the example's service, which use the packed sandbox. */
function testService(node: string): void {
  const report = run(node, '--test', '--test-reporter=tap');
  const passed = /^# pass (\d+)$/m.exec(report)?.[1];
  if (passed === undefined || passed === '0') throw new Error(`The service has no test that passed:\n${report}`);
  console.log(`The service in examples/service passes its ${passed} tests on the packed sandbox.`);
}

async function compileTypes(): Promise<void> {
  for (const name of ['@types', 'undici-types']) {
    await symlink(join(projectRoot, 'node_modules', name), join(modules, name), 'junction');
  }
  for (const [version, name] of Object.entries(compilers)) {
    run(process.execPath, join(projectRoot, 'node_modules', name, 'bin/tsc'), '-p', root);
    console.log(`The published types compile under TypeScript ${version}.`);
  }
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
