import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkAdvisories } from '../../scripts/advisories.ts';
import { projectRoot } from '../support/project-copy.ts';

/** Simulates npm: each command in `statuses` ends with its status. Records the commands and the files of the folder. */
function simulatedNpm(statuses: Readonly<Record<string, number>>) {
  const commands: string[] = [];
  const files = { folder: '', dependencies: {}, lock: '' };
  const npm = async (folder: string, ...args: string[]) => {
    commands.push(args.join(' '));
    files.folder = folder;
    files.dependencies = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies;
    files.lock = readFileSync(join(folder, 'package-lock.json'), 'utf8');
    return statuses[args[0] ?? ''] ?? null;
  };
  return { npm, commands, files };
}

test('checkAdvisories() audits the locked versions of the run-time packages, of the packages that the command line bundles and of the generator, but no test tools', async () => {
  const { npm, commands, files } = simulatedNpm({ install: 0, audit: 0 });
  await checkAdvisories(npm);
  expect(commands).toEqual(['install --package-lock-only --ignore-scripts --no-audit --offline', 'audit']);
  expect(Object.keys(files.dependencies).toSorted()).toEqual([
    '@clack/prompts',
    '@hono/node-server',
    'commander',
    'csv-parse',
    'csv-stringify',
    'hono',
    'jose',
    'oauth4webapi',
    'openapi-fetch',
    'openapi-typescript',
    'typescript',
    'yaml',
  ]);
  expect(files.dependencies).toMatchObject({ 'openapi-fetch': '0.17.0', 'openapi-typescript': '7.13.0' });
  expect(files.lock).toBe(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8'));
});

test.for([
  [
    'an error if npm audit fails, and names the decision page about replacing the generator',
    { install: 0, audit: 1 },
    /docs\/decisions\/0011/,
  ],
  [
    'an error without running npm audit if the lock file cannot be reduced',
    { install: 1, audit: 0 },
    /package-lock\.json/,
  ],
] as const)('checkAdvisories() throws %s', async ([, statuses, message]) => {
  const { npm, commands, files } = simulatedNpm(statuses);
  await expect(checkAdvisories(npm)).rejects.toThrow(message);
  expect(commands).toHaveLength(statuses.install === 0 ? 2 : 1);
  expect(existsSync(files.folder)).toBe(false);
});
