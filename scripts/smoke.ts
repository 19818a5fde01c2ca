import { execFileSync } from 'node:child_process';
import { cp, mkdtempDisposable, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { installPacked } from './process/install-packed.ts';
import { machineNode } from './process/machine-node.ts';
import { packPackages } from './process/pack.ts';
import { runScript } from './process/run-script.ts';

/** Runs a program in the consumer's folder and returns its output. If it fails, the error contains the output. */
type Run = (program: string, ...args: string[]) => string;

const runIn =
  (root: string): Run =>
  (program, ...args) => {
    try {
      return execFileSync(program, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    } catch (error) {
      // execFileSync throws an error with the output of the program.
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`);
    }
  };

const EXAMPLE = ['reset-mfa.mjs', 'reset-mfa.test.mjs'];

function trySandboxCommand(node: string, run: Run): void {
  const help = run(node, 'node_modules/tenant-management-sandbox/dist/cli.js', '--help');
  if (!help.includes('Usage: tenant-management-sandbox '))
    throw new Error(`tenant-management-sandbox --help must print its usage; it printed:\n${help}`);
  console.log('The command of the packed sandbox runs.');
}

/** Runs the test of an example, which uses the packed sandbox. */
function testExample(node: string, run: Run): void {
  const report = run(node, '--test', '--test-reporter=tap');
  const passed = /^# pass (\d+)$/m.exec(report)?.[1];
  if (passed === undefined || passed === '0')
    throw new Error(`The test of examples/reset-mfa.mjs must pass, but no test passed:\n${report}`);
  console.log('The test of examples/reset-mfa.mjs passes with the packed sandbox.');
}

async function compilePublishedTypes(root: string, run: Run): Promise<void> {
  for (const name of ['@types', 'undici-types']) {
    await symlink(join(projectRoot, 'node_modules', name), join(root, 'node_modules', name), 'junction');
  }
  for (const [version, name] of Object.entries({
    '5.9': 'typescript',
    '6.0': 'typescript-6.0',
    '7.0': 'typescript-7.0',
  })) {
    run(process.execPath, join(projectRoot, 'node_modules', name, 'bin/tsc'), '-p', root);
    console.log(`The published types compile with TypeScript ${version}.`);
  }
}

await runScript(
  `npm run smoke

Packs the client and the sandbox, and runs a test program and the test of examples/reset-mfa.mjs with them on the
machine's own Node. First build both packages: npm run build and npm run build:sandbox.

Environment variables:
  PATH  must contain a Node outside node_modules
`,
  async () => {
    if (machineNode === undefined) throw new Error('PATH must contain a Node outside node_modules: install Node');
    await using folder = await mkdtempDisposable(join(tmpdir(), 'tenant-management-smoke-'));
    const root = folder.path;
    const run = runIn(root);
    for (const name of EXAMPLE) await cp(join(projectRoot, 'examples', name), join(root, name));
    await cp(join(projectRoot, 'test/smoke'), root, { recursive: true });

    const { client, sandbox } = packPackages(root);
    await installPacked(client, 'tenant-management-client', root);
    console.log(run(machineNode, 'consumer.mjs').trim());
    // Install the sandbox after the test of the client. Otherwise, a dependency of the sandbox could hide that the client
    // uses the same package without declaring it.
    await installPacked(sandbox, 'tenant-management-sandbox', root);
    trySandboxCommand(machineNode, run);
    testExample(machineNode, run);
    await compilePublishedTypes(root, run);
  },
);
