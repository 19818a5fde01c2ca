// Tests the packed command line of the fixture document, installed in an empty folder, on every supported version of Node.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCli } from '../../packages/cli/test/built-cli.ts';
import { checkKilledJob } from '../../packages/cli/test/killed-job.ts';
import { DELETE, enrollments, startTenant } from '../../packages/cli/test/run-cli.ts';
import { PROXY_ANSWERS, startProxy } from '../../packages/cli/test/start-proxy.ts';
import { npm } from '../../scripts/process/npm.ts';
import { copyProject, projectRoot } from '../support/project-copy.ts';
import { skipsMissing } from '../support/skips-missing.ts';

let folder = '';
/** Path of the installed command. */
let cli = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packed-cli-'));
  // A copy without a build, which no other test uses.
  const project = await copyProject();
  await project.run('scripts/build-cli.ts');
  await project.run('scripts/pack.ts');
  const [packed = ''] = globSync(join(project.root, 'reports/packages/tenant-management-cli-*.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "private": true }');
  // The package has no dependencies, so npm needs no registry.
  npm(['install', '--offline', '--no-audit', '--no-fund', packed], folder);
  await project.remove();
  cli = join(folder, 'node_modules/tenant-management-cli/dist/cli.js');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('the packed command line has no dependencies, and contains the licenses of the packages in its bundle', () => {
  const read = (file: string) => readFileSync(join(folder, 'node_modules/tenant-management-cli', file), 'utf8');
  expect(JSON.parse(read('package.json'))).not.toHaveProperty('dependencies');
  const licenses = read('dist/LICENSE.bundled').match(/^[@\w/-]+(?= \d+\.\d+\.\d+ \()/gm);
  expect(licenses).toEqual(expect.arrayContaining(['@clack/prompts', 'commander', 'csv-parse', 'openapi-fetch']));
});

describe.each(['20', '22', '24'])('the packed command line on Node %s', (major) => {
  const node = join(projectRoot, `compat/node_modules/node-${major}/bin/node`);
  // In CI, `npm run test:runtimes` has installed this version of Node.
  const onNode = test.skipIf(skipsMissing(existsSync(node)));

  onNode('prints its help', async () => {
    const { status, stdout, stderr } = await startCli([...DELETE, '--help'], { node, cli }).ended;
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('Usage: tenant-management guardian enrollments delete');
  });

  onNode('deletes 200 enrollments of a CSV file, even if the first run is killed', async () => {
    await checkKilledJob({ count: 200, kills: 1, seed: Number(major), node, cli });
  });

  onNode('sends its requests through the proxy in HTTP_PROXY, or says that the proxy needs a password', async () => {
    const tenant = await startTenant({ ...enrollments(['dev_1']), origin: 'http://sandbox:4020' });
    const proxy = await startProxy(Number(new URL(tenant.sandbox.address).port));
    const run = (credentials: string) => {
      const env = { ...tenant.env, HTTP_PROXY: proxy.url.replace('user:p%40ss@', credentials) };
      return startCli([...DELETE, 'dev_1', '--yes', '--allow-http'], { node, cli, env }).ended;
    };
    for (const [credentials, words] of PROXY_ANSWERS.slice(0, 2)) {
      const { status, stdout, stderr } = await run(credentials);
      expect({ status, stdout }).toEqual({ status: 4, stdout: expect.stringContaining(words) });
      expect(stdout + stderr).not.toContain('s3cret');
    }
    const { status } = await run('user:p%40ss@');
    expect({ status, size: tenant.sandbox.enrollments.size }).toEqual({ status: 0, size: 0 });
  });
});
