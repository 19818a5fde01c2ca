import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { expect, test } from 'vitest';
import { readYaml } from '../support/read-yaml.ts';

test.each(['.', 'packages/sandbox', 'packages/cli'])(
  'npm publish in %s fails, because it would not publish the packed package.json',
  (folder) => {
    expect(JSON.parse(readFileSync(join(projectRoot, folder, 'package.json'), 'utf8')).private).toBe(true);
  },
);

test('the release workflow checks the signatures of all packages before it runs their code', () => {
  const { pack } = Object(readYaml(projectRoot, '.github/workflows/release.yml')).jobs;
  const commands = pack.steps.flatMap(({ run = '' }) => run.split('\n'));
  const first = commands.find((command: string) => /npm (ci|install|run|pack)|\.ci\/run/.test(command));
  expect(first).toContain('npm ci --ignore-scripts && npm audit signatures');
});

test('each changeset has a text for the changelog', () => {
  const texts = globSync(join(projectRoot, '.changeset/*.md')).map((file) => readFileSync(file, 'utf8'));
  expect(texts.filter((text) => !/^---\n[\s\S]*?\n---\n+\S/.test(text))).toEqual([]);
});

test('Dependabot proposes updates of each folder with a lock file', () => {
  const [npm] = Object(readYaml(projectRoot, '.github/dependabot.yml')).updates;
  const files = globSync('**/package-lock.json', { cwd: projectRoot, exclude: ['**/node_modules', 'reports'] });
  expect(npm.directories.toSorted()).toEqual(files.map((file) => posix.join('/', dirname(file))).toSorted());
});
