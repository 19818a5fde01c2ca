// Tests the configuration of Vitest and of npm.
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { createVitest } from 'vitest/node';
import { projectRoot } from '../support/project-copy.ts';

test('every test project has a timeout of at least 30 s, so that no test fails because the machine is busy', async () => {
  const vitest = await createVitest('test', { root: projectRoot, watch: false });
  const timeouts = vitest.projects.map(({ name, config }) => [name, config.testTimeout]);
  await vitest.close();
  expect(timeouts.length).toBeGreaterThan(1);
  expect(timeouts.filter(([, timeout]) => Number(timeout) < 30_000)).toEqual([]);
});

/** Test files that the test commands of the examples run. */
const OTHER_COMMANDS = /^examples\//;

test('every test file belongs to a test project, except the tests of examples', async () => {
  const vitest = await createVitest('test', { root: projectRoot, watch: false });
  const run = new Set((await vitest.globTestSpecifications()).map(({ moduleId }) => relative(projectRoot, moduleId)));
  await vitest.close();
  const listed = execFileSync('git', ['ls-files', '*.test.ts'], { cwd: projectRoot, encoding: 'utf8' });
  const files = listed.trim().split('\n');
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !run.has(file) && !OTHER_COMMANDS.test(file))).toEqual([]);
});

test.each(['.', 'bench', 'compat/consumers', 'compat/runtimes', 'site', 'test/site'])(
  'package-lock.json in the folder "%s" lists the binaries of every platform, so that npm ci works on every platform',
  async (folder) => {
    const { packages }: { packages: Record<string, { optionalDependencies?: object }> } = JSON.parse(
      await readFile(join(projectRoot, folder, 'package-lock.json'), 'utf8'),
    );
    const installed = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)));
    const optional = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies),
    );
    expect(installed.size).toBeGreaterThan(1);
    expect(optional.filter((name) => !installed.has(name))).toEqual([]);
  },
);
