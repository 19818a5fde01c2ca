// Rehearses the next release: publishes the packages to a registry on loopback, and follows the pages as they are then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { linkModules } from '../../scripts/process/link-modules.ts';
import { listen } from '../../scripts/process/listen.ts';
import { machineNode } from '../../scripts/process/machine-node.ts';
import { keepPublishedFields } from '../../scripts/process/pack.ts';
import { documentedBlock, runCommand, toolModules } from './consumer-folder.ts';

/** The hook publishes ten packages, and builds three of them. */
const HOOK_TIMEOUT_MS = 240_000;
/** Folders that the copy of the project omits. */
const OMITTED = ['.git', 'node_modules', 'dist', 'reports'];
const { runServer } = createRequire(join(toolModules, 'verdaccio/'))('verdaccio') as {
  runServer(config: object): Promise<Server>;
};

const PACKAGES = ['tenant-management-client', 'tenant-management-sandbox', 'tenant-management-cli'];
/** After a release, the project has no other changeset. */
const CHANGESET = `---\n${PACKAGES.map((name) => `"${name}": patch`).join('\n')}\n---\n\nA rehearsed release.\n`;

let folder: string;
/** The copy of the project in which the release is made. */
let project: string;
let registry: Server;
/** Variables of commands on the machine's Node, whose npm uses only the registry of this test. */
let variables: Record<string, string>;

const run = (command: string, cwd: string) => runCommand(command, cwd, variables);
const read = (file: string) => readFileSync(join(project, file), 'utf8');
const published = (file: string, heading: string, language: string, text = '') =>
  documentedBlock(file, heading, language, text, read(file));
const releaseStep = (text: string) => published('docs/releasing.md', 'From a change to a release', 'sh', text);

async function newFolder(name: string): Promise<string> {
  await mkdir(join(folder, name));
  return join(folder, name);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tenant-management-publication-'));
  registry = await runServer({
    self_path: folder,
    storage: join(folder, 'storage'),
    web: { enable: false },
    // Without `uplinks`, the registry has only what this test publishes.
    packages: { '**': { access: '$all', publish: '$all' } },
    log: { type: 'stdout', level: 'fatal' },
  });
  const url = await listen(registry);
  await writeFile(join(folder, 'npmrc'), `${url.slice('http:'.length)}/:_authToken=any\n`);
  variables = {
    PATH: [dirname(machineNode ?? process.execPath), join(folder, 'global/bin'), process.env['PATH']].join(delimiter),
    npm_config_registry: url,
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_cache: join(folder, 'cache'),
    npm_config_prefix: join(folder, 'global'),
    npm_config_offline: 'false',
  };
  await publishDependencies(['openapi-fetch', 'oauth4webapi', '@hono/node-server', 'hono', 'jose', 'yaml']);
  project = await newFolder('project');
  await cp(projectRoot, project, { recursive: true, filter: (source) => !OMITTED.includes(basename(source)) });
  await linkModules(project);
  await writeFile(join(project, '.changeset/rehearsal.md'), CHANGESET);
  await run('git init -q --bare ../origin && git init -q -b main && git remote add origin ../origin', project);
  await run('git config user.name Owner && git config user.email owner@example.com && git add --all', project);
  await run('git commit -qm Start && git push -qu origin main', project);
  await run(releaseStep('changeset'), project);
  await run(releaseStep('git commit'), project);
  await run('npm run pack', project);
  for (const name of PACKAGES)
    await run(`npm publish ./${name}-[0-9]*.tgz --access public`, join(project, 'reports/packages'));
}, HOOK_TIMEOUT_MS);
afterAll(async () => {
  registry.closeAllConnections();
  registry.close();
  await rm(folder, { recursive: true, force: true });
});

/** Publishes packages of `node_modules`, and their dependencies, without the address of another registry. */
async function publishDependencies(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const target = join(folder, 'dependencies', name);
    await cp(join(projectRoot, 'node_modules', name), target, { recursive: true });
    keepPublishedFields(target);
    await run('npm publish --access public', target);
    const { dependencies = {} } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
    await publishDependencies(Object.keys(dependencies));
  }
}

/** The version of the rehearsed release. */
const released = (): string => JSON.parse(read('package.json')).version;

test('the documented steps of a release write its version to all packages, the changelog, the list of versions and the tag', async () => {
  expect(await run('git tag', join(folder, 'origin'))).toBe(`v${released()}\n`);
  expect(read('CHANGELOG.md')).toContain(`# Changelog\n\n## ${released()}\n\n### `);
  expect(read('docs/versions.md')).toContain(`\n| ${released()} | `);
  for (const name of PACKAGES) expect(await run(`npm view ${name} version`, folder)).toBe(`${released()}\n`);
});

test('the documented steps of a release replace each text for the time before the first publication', async () => {
  const texts = /^## Unreleased|not on npm|first release will|(before|after)-publication/m;
  const pages = globSync('**/*.md', { cwd: project, exclude: ['**/node_modules'] });
  expect(pages).toContain('README.md');
  expect(pages.filter((page) => texts.test(read(page)))).toEqual([]);
  expect(await run('npm run generate -- --check', project)).toContain('All generated files are up to date.');
});

test("a new service on the machine's Node runs the samples of README.md, the first call and the first test", async () => {
  const service = await newFolder('service');
  const write = (file: string, text: string) => writeFile(join(service, file), text);
  const page = 'docs/getting-started.md';
  const install = published(page, 'Install', 'sh');
  expect(published('README.md', 'Install', 'sh')).toBe(install);
  const [installClient = '', installSandbox = ''] = install.trim().split('\n');
  await run(installClient, service);
  // Before the sandbox is installed, because a dependency of the sandbox could hide that the client does not declare it.
  const entryPoints = Object.keys(JSON.parse(read('package.json')).exports).filter(
    (path) => !/\.(ya?ml|json)$/.test(path),
  );
  const imports = entryPoints.map((path) => `import 'tenant-management-client${path.slice(1)}';\n`);
  await write('entry-points.mjs', imports.join(''));
  await run('node entry-points.mjs', service);
  await run(installSandbox, service);
  await mkdir(join(service, 'samples'));
  await write('samples/call.mjs', published('README.md', 'Call', 'js'));
  await write('samples/sandbox.mjs', published('README.md', 'Test your service', 'js'));
  await cp(join(projectRoot, 'test/docs/run-blocks.mjs'), join(service, 'run-blocks.mjs'));
  expect(JSON.parse(await run('node run-blocks.mjs samples', service))).toEqual({ executed: 2, failures: [] });
  await write('first-call.mjs', published(page, 'Make a first call', 'js', 'startSandbox'));
  expect(await run('node first-call.mjs', service)).toBe('Partner tokens\n');
  await write('reset.test.mjs', published(page, 'Write a first test', 'mjs'));
  expect(await run('node --test', service)).toMatch(/^. pass 1$/m);
});

test('npx starts the sandbox as packages/sandbox/README.md says', async () => {
  const cwd = await newFolder('sandbox');
  const [install = '', start = ''] = published('packages/sandbox/README.md', 'Install', 'sh').trim().split('\n');
  await run(install, cwd);
  const options = { cwd, env: variables, detached: true };
  const { pid, stdout } = spawn('sh', ['-c', `${start} --port 0`], options);
  // As Ctrl-C does, stop npx and its child processes.
  onTestFinished(async () => {
    process.kill(-Number(pid), 'SIGINT');
    await once(stdout, 'close');
  });
  const [printed] = await once(stdout.setEncoding('utf8'), 'data');
  const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
  expect((await fetch(`${address}/_sandbox`)).status).toBe(200);
});

test('npm installs the command tenant-management as packages/cli/README.md says', async () => {
  const parent = await newFolder('operator');
  expect(await run(published('packages/cli/README.md', 'Install', 'sh'), parent)).toContain(
    'Usage: tenant-management ',
  );
  expect(await run('tenant-management --version', parent)).toBe(`${released()}\n`);
});
