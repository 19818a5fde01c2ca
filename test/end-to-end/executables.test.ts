// Tests the executables of both commands outside the repository, without programs in PATH.
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createIds, DELETE, enrollments, OPERATION } from '../../packages/cli/test/run-cli.ts';
import { projectRoot } from '../support/project-copy.ts';
import { skipsMissing } from '../support/skips-missing.ts';
import { startProcess, startScript } from '../support/started-script.ts';

/** `npm run test:consumers` installs this package for Linux only. */
const isInstalled = existsSync(join(projectRoot, 'compat/node_modules/node-26/LICENSE'));

/** Enough ids for seconds of work at the rate limit, so that Ctrl-C arrives before the end of the job. */
const ids = createIds(100);
const rateLimit = { limit: 40, perSecond: 20 };

describe.skipIf(skipsMissing(isInstalled))('an executable', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'executables-'));
    const root = inject('builtProject');
    await symlink(join(projectRoot, 'compat'), join(root, 'compat'));
    const { status, stderr } = await startScript('scripts/executables.ts', ['linux-x64'], { root }).ended;
    expect(status, stderr).toBe(0);
    await rename(join(root, 'reports/executables/linux-x64'), folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const start = (name: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
    const started = startProcess(join(folder, name), args, { cwd: folder, env: { PATH: '', HOME: folder, ...env } });
    onTestFinished(() => void started.child.kill('SIGKILL'));
    return started;
  };

  test.each([
    ['tenant-management', 'packages/cli'],
    ['tenant-management-sandbox', 'packages/sandbox'],
  ])('%s prints its help and the version of its package, and ignores NODE_OPTIONS', async (name, source) => {
    const env = { NODE_OPTIONS: '--no-such-option' };
    const { version } = JSON.parse(readFileSync(join(projectRoot, source, 'package.json'), 'utf8'));
    const help = expect.stringContaining(`Usage: ${name} `);
    expect(await start(name, ['--help'], env).ended).toEqual({ status: 0, stdout: help, stderr: '' });
    expect(await start(name, ['--version'], env).ended).toEqual({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  test('is next to LICENSES.txt, which contains the licenses of Node and of the bundled packages', () => {
    const licenses = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
    for (const name of ['Apache License', 'Node.js is licensed', '\ncommander ', '\nhono '])
      expect(licenses).toContain(name);
  });

  test('deletes the ids of a CSV file on the sandbox: Ctrl-C stops the job, and the same command deletes the others', async () => {
    await writeFile(join(folder, 'seed.json'), JSON.stringify({ ...enrollments(ids), rateLimit }));
    await writeFile(join(folder, 'ids.csv'), `id\n${ids.join('\n')}\n`);
    const sandbox = start('tenant-management-sandbox', ['seed.json', '--port', '0', '--log', 'json']);
    const [line] = await sandbox.printed(/^.*\n/);
    const { baseUrl, controlUrl } = JSON.parse(line);
    const read = async (path: string) => (await fetch(controlUrl + path)).json();

    const client = { TENANT_CLIENT_ID: 'sandbox-client', TENANT_CLIENT_SECRET: 'sandbox-secret' };
    const remove = () =>
      start('tenant-management', [...DELETE, '--csv', 'ids.csv', '--yes'], { TENANT_BASE_URL: baseUrl, ...client });
    const first = remove();
    expect(await read(`/requests?id=${ids[rateLimit.limit / 2]}&waitFor=60000`)).toHaveLength(1);
    first.child.kill('SIGINT');
    const stopped = expect.stringMatching(
      /^Stopped \(interrupted\): \d+ deleted, 0 missing, 0 failed, \d+ not finished$/m,
    );
    expect(await first.ended).toMatchObject({ status: 130, stderr: stopped });

    const finished = expect.stringMatching(/^Finished: \d+ deleted, 0 missing, 0 failed, \d+ done by earlier runs$/m);
    expect(await remove().ended).toMatchObject({ status: 0, stderr: finished });
    expect(await read('/resources/enrollments')).toEqual({});
    const deleted: { params: { id: string } }[] = await read(`/requests?operation=${OPERATION}&status=204`);
    expect(deleted.map(({ params }) => params.id).toSorted()).toEqual(ids.toSorted());

    sandbox.child.kill('SIGINT');
    expect(await sandbox.ended).toMatchObject({ status: 0, stderr: '' });
  });
});
