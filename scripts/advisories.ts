import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runScript } from './process/run-script.ts';

// The script runs in CI without installed packages, so it imports no module that needs one.
const projectRoot = join(import.meta.dirname, '..');

/** Development dependencies that generate the types of the client. */
const GENERATOR = ['openapi-typescript', 'typescript'];

/** Runs npm in a folder, and resolves with its exit status. */
type Npm = (folder: string, ...args: string[]) => Promise<number | null>;

/** Runs the npm that runs this script. Its output appears in the output of this process. */
const npm: Npm = async (folder, ...args) => {
  const path = process.env['npm_execpath'];
  if (path === undefined) throw new Error('npm_execpath is not set: run this script with npm run advisories');
  const [status] = await once(spawn(process.execPath, [path, ...args], { cwd: folder, stdio: 'inherit' }), 'exit');
  return status;
};

/**
 * Audits the run-time packages of the client and of the sandbox, the packages whose code the command line contains, the
 * generator of the types, and the dependencies of all of them, in the versions of `package-lock.json`. The other
 * development dependencies are not audited, because an advisory about a test tool does not concern users.
 *
 * @throws Error If there is an advisory, or npm fails.
 */
export async function checkAdvisories(run: Npm = npm): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'advisories-'));
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ dependencies: await auditedPackages() }));
    await copyFile(join(projectRoot, 'package-lock.json'), join(folder, 'package-lock.json'));
    // This command removes all other packages from the copied lock file.
    const reduced = await run(folder, 'install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--offline');
    if (reduced !== 0) {
      throw new Error(
        'npm could not reduce a copy of package-lock.json to the packages to audit; run `npm install`, and try again',
      );
    }
    if ((await run(folder, 'audit')) !== 0) {
      throw new Error('npm audit failed; if it lists advisories, follow docs/decisions/0011-replace-the-generator.md');
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the version range of each audited package by name. */
async function auditedPackages(): Promise<Record<string, string>> {
  const [client, sandbox, cli] = await Promise.all(
    ['package.json', 'packages/sandbox/package.json', 'packages/cli/package.json'].map(async (path) =>
      // npm reads these files in every `npm ci` of the project, so they are valid.
      JSON.parse(await readFile(join(projectRoot, path), 'utf8')),
    ),
  );
  const generator = GENERATOR.map((name) => [name, client.devDependencies[name]]);
  // The command line contains the code of its development dependencies.
  return { ...cli.devDependencies, ...sandbox.dependencies, ...client.dependencies, ...Object.fromEntries(generator) };
}

if (import.meta.main)
  await runScript(
    `npm run advisories

Looks for security advisories about the run-time packages, the packages in the bundle of the command line, and the
generator of the types. Fails if there is an advisory. Sends the names and versions of these packages to the npm
registry. CI runs the command weekly.
`,
    () => checkAdvisories(),
  );
