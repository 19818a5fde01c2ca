// Tests the configuration of Vitest and of npm.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

test.each(['.', 'bench', 'compat/auth0', 'compat/consumers', 'compat/runtimes', 'site', 'test/site'])(
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
