// Tests the parts of a release: the versions in other files, the licenses.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { contractAt } from 'tenant-management-diff';
import { changesetOf } from 'tenant-management-diff/release-text';
import { readDocument } from 'tenant-management-document';
import { describe, expect, test } from 'vitest';
import { licenseProblems } from '../../scripts/check-licenses.ts';
import { QUOTING_FILES, withVersion } from '../../scripts/release/quoted-versions.ts';
import { library } from '../support/library-document.ts';
import { copyTest, projectRoot } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('contractAt()', () => {
  test('copies the document of a commit', async () => {
    const folder = temporaryFolder();
    const { document } = await contractAt('HEAD', folder);
    expect(document.startsWith(folder)).toBe(true);
    expect((await readDocument(document)).info.title).toBe('Tenant Management API');
  });

  test('rejects a git ref that is unknown, and names the remedy', async () => {
    await expect(contractAt('no-such-ref', temporaryFolder())).rejects.toThrow(
      'no-such-ref must be a commit or a tag of this repository: run `git fetch --tags`, or pass another ref',
    );
  });
});

test('the configuration of Changesets gives all packages the same version', () => {
  const read = (path: string) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'));
  const packages = ['package.json', 'packages/sandbox/package.json', 'packages/cli/package.json'].map(read);
  const [client] = packages;
  // Changesets finds only the packages in `workspaces`. If one package had a peer dependency on another package,
  // a minor change of the other package could raise the major version of the first package.
  expect(client.workspaces).toEqual([
    '.',
    'packages/document',
    'packages/diff',
    'packages/contract',
    'packages/sandbox',
    'packages/cli',
  ]);
  expect(packages.flatMap(({ peerDependencies = [] }) => peerDependencies)).toEqual([]);
  const [fixed, ...others] = read('.changeset/config.json').fixed;
  expect(others).toEqual([]);
  expect(fixed).toEqual(packages.map(({ name }) => name));
  expect(new Set(packages.map(({ version }) => version)).size).toBe(1);
});

copyTest('npm run release:version keeps the changesets if it cannot read a file that it edits', async ({ project }) => {
  const packages = [
    'package-lock.json',
    'packages/sandbox/package.json',
    'packages/cli/package.json',
    'examples/service/package.json',
  ];
  for (const path of ['.changeset/config.json', ...packages])
    await cp(join(projectRoot, path), join(project.root, path));
  const changeset = join(project.root, '.changeset/document.md');
  writeFileSync(
    changeset,
    changesetOf(
      { bump: 'minor', changes: [] },
      { before: library, after: library, types: { before: '', after: '' } },
      '0.1.0',
    ),
  );
  const { status, output } = await project.run('scripts/release-version.ts');
  expect(status).toBe(1);
  expect(output).toContain('CHANGELOG.md');
  expect(existsSync(changeset)).toBe(true);
});

describe('withVersion()', () => {
  test.each(QUOTING_FILES)('finds the version of each package in %s', (file) => {
    const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');
    const { version }: { version: string } = JSON.parse(read('package.json'));
    const text = read(file);
    expect(withVersion(text, version)).toBe(text);
    const quotes = withVersion(text, '98.7.6').match(/tenant-management-\w+(-|": ")98\.7\.6/g);
    const names = ['tenant-management-client', 'tenant-management-sandbox', 'tenant-management-cli'];
    const quoted = names.filter((name) => new RegExp(`${name}(-\\d|": ")`).test(text));
    expect(quoted.length).toBeGreaterThan(0);
    expect(quotes?.map((quote) => quote.replace(/(-|": ")98.*/, ''))).toEqual(quoted);
  });
});

describe('licenseProblems()', () => {
  test.each([
    ['a run-time dependency with a permissive license', { license: 'MIT' }],
    ['a dependency with a choice of licenses, one of which is allowed', { license: '(GPL-3.0-only OR MIT)' }],
    ['a development dependency with a weak copyleft license', { license: 'MPL-2.0', dev: true }],
    ['a link to a package of the project', { link: true }],
  ])('allows %s', (_title, entry) => {
    expect(licenseProblems({ 'node_modules/a': entry })).toEqual([]);
  });

  test.each([
    ['a run-time dependency with a copyleft license', { license: 'MPL-2.0' }, 'is MPL-2.0; a run-time dependency'],
    [
      'a development dependency with an unlisted license',
      { license: 'X', dev: true },
      'is X; a development dependency',
    ],
    ['a dependency without a license', {}, 'is unknown; a run-time dependency'],
    [
      'a dependency with two licenses that both apply',
      { license: 'MIT AND GPL-3.0-only' },
      'is MIT AND GPL-3.0-only; a run-time',
    ],
    [
      'a dependency with a choice of licenses and a copyleft license that always applies',
      { license: '(MIT OR Apache-2.0) AND GPL-3.0-only' },
      'is (MIT OR Apache-2.0) AND GPL-3.0-only; a run-time',
    ],
    [
      'a dependency with a combination of OR and AND without parentheses',
      { license: 'MIT OR ISC AND GPL-3.0-only' },
      'is MIT OR ISC AND GPL-3.0-only; a run-time',
    ],
  ])('reports a problem that names the folder of %s', (_title, entry, text) => {
    expect(licenseProblems({ 'node_modules/a': entry })).toEqual([
      expect.stringContaining(`The license of node_modules/a ${text}`),
    ]);
  });
});
