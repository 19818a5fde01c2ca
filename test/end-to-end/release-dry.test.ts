// Tries a release of a breaking change of the document, in a clone of the project.
import { execFileSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Ended, runNode } from '../../scripts/process/run-node.ts';
import { commitAndTag, copyForRelease } from '../../scripts/release/release-copy.ts';
import { projectRoot } from '../support/project-copy.ts';

const DOCUMENT = 'openapi/management.yaml';
const OLD_PATH = '/token-exchange-profiles/{id}';
const NEW_PATH = '/token-exchange-profiles/{profile_id}';
const PACKAGES = [
  { name: 'tenant-management-client', folder: '.', main: 'dist/index.js' },
  { name: 'tenant-management-sandbox', folder: 'packages/sandbox', main: 'dist/index.js' },
  { name: 'tenant-management-cli', folder: 'packages/cli', main: 'dist/cli.js' },
];

/** Longer than a release takes on a busy machine. */
const RELEASE_TIMEOUT_MS = 220_000;

const folder = await mkdtemp(join(tmpdir(), 'release-dry-'));
const consumer = join(folder, 'consumer');
/** Folder for the temporary files of the dry run and for the clone of the project. */
const temporary = join(folder, 'temporary');
let project: string;
let dry: Ended;
let version: string;
/** Files, tags and state of the clone before the dry run. */
let before: string;

const read = (path: string) => readFile(join(project, path), 'utf8');
const released = (file: string) => read(join('reports/release', file));
const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: project, encoding: 'utf8' });
const stateOf = () =>
  ['status --porcelain', 'diff', 'tag', 'log -1', 'stash list']
    .map((args) => run('git', ...args.split(' ')))
    .join('\n');

/** Returns a file of a packed package. */
const packed = (name: string, file: string) =>
  run('tar', '-xzOf', `reports/release/${name}-${version}.tgz`, `package/${file}`);

beforeAll(async () => {
  const npm = process.env['npm_execpath'];
  if (npm === undefined) throw new Error('npm_execpath is not set: run the tests with npm run test:full');
  await mkdir(temporary);
  vi.stubEnv('TMPDIR', temporary);
  project = await copyForRelease();
  const { version: current }: { version: string } = JSON.parse(await read('package.json'));
  const [major = 0, minor = 0, patch = 0] = current.split('.').map(Number);
  version = major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`;
  // Tag a later version than the current version, which already has a tag in a repository with releases.
  commitAndTag(project, `v${major}.${minor}.${patch + 1}`);

  const renamed = (await read(DOCUMENT)).split('\n  /').map((item) => {
    const parameter = item.replaceAll('- name: id\n', '- name: profile_id\n');
    return item.startsWith(OLD_PATH.slice(1)) ? parameter.replace(OLD_PATH.slice(1), NEW_PATH.slice(1)) : item;
  });
  await writeFile(join(project, DOCUMENT), renamed.join('\n  /'));
  before = stateOf();
  dry = await runNode([npm, 'run', 'release:dry'], { cwd: project, timeout: RELEASE_TIMEOUT_MS });
  vi.unstubAllEnvs();
}, RELEASE_TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true }));

test('npm run release:dry succeeds with an edited document, and prints the version, the tag and the dry runs of npm publish', () => {
  expect(dry.status, dry.output).toBe(0);
  expect(dry.stdout).toContain(NEW_PATH);
  expect(dry.stdout).toContain(`All packages now have the version ${version}.`);
  expect(dry.stdout).toMatch(new RegExp(`^Tag v${version.replaceAll('.', '\\.')}$`, 'm'));
  for (const { name } of PACKAGES) expect(dry.stdout).toContain(`+ ${name}@${version}`);
});

test('npm run release:dry does not change the working tree, the tags or the commits', () => {
  expect(before).toContain(`+  ${NEW_PATH}:`);
  expect(stateOf()).toBe(before);
});

test.each(PACKAGES)(
  'the packed $name has the next version and the dependencies of its package.json',
  async ({ name, folder: source, main }) => {
    const { dependencies = {} } = JSON.parse(await read(join(source, 'package.json')));
    expect({ dependencies: {}, ...JSON.parse(packed(name, 'package.json')) }).toMatchObject({
      name,
      version,
      dependencies,
    });
    expect(packed(name, main)).not.toBe('');
  },
);

/** Returns the packages that a package depends on or contains. The command line contains the client and its libraries. */
async function componentsOf(source: string): Promise<string[]> {
  const { dependencies = {}, devDependencies } = JSON.parse(await read(join(source, 'package.json')));
  const bundled = source === 'packages/cli' ? [...Object.keys(devDependencies), ...(await componentsOf('.'))] : [];
  return [...Object.keys(dependencies), ...bundled];
}

test.each(PACKAGES)(
  'the SBOM of $name lists each dependency and each bundled package, with their hashes',
  async ({ name, folder: source }) => {
    const sbom = JSON.parse(await released(`${name}-${version}.cdx.json`));
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name, version } } });
    const root = sbom.dependencies.find(({ ref }: { ref: string }) => ref === `${name}@${version}`);
    const direct = root.dependsOn.map((ref: string) => ref.replace(/@[^@]+$/, ''));
    expect(direct.sort()).toEqual((await componentsOf(source)).sort());
    const unhashed = sbom.components.filter(({ hashes = [] }: { hashes?: object[] }) => hashes.length === 0);
    expect(unhashed).toEqual([]);
  },
);

test('the changelog in the packed client has a section for the new version with the text of the release', async () => {
  const changelog = packed('tenant-management-client', 'CHANGELOG.md');
  expect(changelog).toContain(`\n## ${version}\n\n${(await released('CHANGELOG.md')).trim()}\n`);
  expect(changelog).not.toContain('\n## Unreleased\n');
  expect(await released('CHANGELOG.md')).toContain('### Breaking changes for senders of requests\n');
});

/** Compiles a consumer of the packed client, and returns the messages of the compiler. */
async function compileConsumer(calls: readonly string[]): Promise<string> {
  const source = ['declare const auth: string;', ...calls].join('\n');
  const head = `import { createManagementClient } from 'tenant-management-client';
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth });\n`;
  await writeFile(join(consumer, 'consumer.mts'), head + source);
  const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--types', '', 'consumer.mts'];
  const { output } = await runNode([tsc, ...options], { cwd: consumer, timeout: RELEASE_TIMEOUT_MS });
  return output;
}

test('with the released client, the old calls in the text of the release do not compile, and the new calls compile', async () => {
  const modules = join(consumer, 'node_modules');
  const client = join(modules, 'tenant-management-client');
  await mkdir(client, { recursive: true });
  run('tar', '-xzf', `reports/release/tenant-management-client-${version}.tgz`, '--strip-components=1', '-C', client);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', 'oauth4webapi']) {
    await cp(join(projectRoot, 'node_modules', name), join(modules, name), { recursive: true });
  }
  const text = await released('CHANGELOG.md');
  const calls = (sign: string) =>
    text.split('\n').flatMap((line) => (line.startsWith(`  ${sign} `) ? [line.slice(4)] : []));
  expect(calls('-')).toHaveLength(2);
  expect(await compileConsumer(calls('-'))).toContain(`"${OLD_PATH}"`);
  expect(await compileConsumer(calls('+'))).toBe('');
});

test('npm run release:dry removes its temporary copies of the project and of the packages', async () => {
  const left = await readdir(temporary);
  expect(left.filter((name) => name.startsWith('tenant-management-'))).toEqual([basename(project)]);
});
