import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockJournal } from '../../../../src/bulk/node/journal-lock.ts';
import { createIds, DELETE, enrollments, startTenant } from '../run-cli.ts';

describe('a job with a journal', () => {
  test('exits with status 1 if an id fails, and a second run of the same command sends only the failed id', async () => {
    const ids = createIds(20);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ id: ids[7] ?? '', with: 409 });
    const command = [...DELETE, ...ids, '--yes'];
    const first = await tenant.run(command);
    expect(first.status).toBe(1);
    expect(first.stdout).toMatch(new RegExp(`^${ids[7]}\tfailed\t409 Conflict: .*\n$`));
    expect(first.stderr).toContain(`  count   20 (${ids.slice(0, 3).join(', ')}, …)\n`);
    expect(first.stderr).toContain('To continue, run the same command again with the same ids');
    expect(tenant.deletedIds()).toHaveLength(20);

    const second = await tenant.run(command);
    expect(second.status).toBe(0);
    expect(second.stderr).toContain('  done    19 by earlier runs, 1 left\n');
    expect(second.stderr).toContain('Finished: 1 deleted, 0 missing, 0 failed, 19 done by earlier runs\n');
    expect(tenant.deletedIds().slice(20)).toEqual([ids[7]]);
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });

  test('records a hash of each finished id, but no ids and no secrets, and deletes the journal when the job is finished', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    tenant.sandbox.fail({ id: 'dev_2', with: 409 });
    await tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes']);
    const folder = join(tenant.folder, 'tenant-management');
    const [journal = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(journal).toMatch(/^guardian-enrollments-delete-[0-9a-f]{16}\.journal$/);
    expect(readFileSync(join(folder, journal), 'utf8')).toMatch(
      /^tenant-management-client bulk journal 2\n0 [\w-]{43} ok\n$/,
    );
    await tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes']);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('keeps the file of --journal, uses it in the next run, and rejects it for another tenant, operation or list of ids', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const journal = ['--journal', join(tenant.folder, 'reset.journal')];
    const first = await tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes', ...journal]);
    expect(first).toMatchObject({ status: 0, stderr: expect.stringContaining(`\n  journal ${journal[1]}\n`) });
    const again = await tenant.run([...DELETE, 'dev_1', 'dev_2', ...journal]);
    expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining('0 failed, 2 done by earlier runs\n') });
    const { sandbox } = await startTenant();
    for (const { args, env } of [
      { args: [...DELETE, 'dev_1', 'dev_2'], env: { TENANT_BASE_URL: sandbox.baseUrl } },
      { args: ['token-exchange-profiles', 'delete', 'dev_1', 'dev_2'], env: {} },
      { args: [...DELETE, 'dev_1', 'dev_3'], env: {} },
    ]) {
      const { status, stderr } = await tenant.run([...args, ...journal], { env });
      expect(status).toBe(2);
      expect(stderr).toContain('belongs to another job');
      expect(stderr).not.toContain('pass --yes');
    }
    expect(tenant.sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });

  test('continues if the base URL has a slash at its end only in one of the runs', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    tenant.sandbox.fail({ id: 'dev_2', with: 409 });
    const command = [...DELETE, 'dev_1', 'dev_2', '--yes'];
    await tenant.run(command);
    const env = { TENANT_BASE_URL: `${tenant.sandbox.baseUrl}/` };
    expect((await tenant.run(command, { env })).stderr).toContain('  done    1 by earlier runs, 1 left\n');
  });

  test('exits with status 2, prints no JSON and adds no results if another run is using the journal', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const journal = join(tenant.folder, 'reset.journal');
    const results = join(tenant.folder, 'results.csv');
    const command = [...DELETE, 'dev_1', 'dev_2', '--yes', '--json', '--journal', journal, '--results', results];
    tenant.sandbox.fail({ id: 'dev_2', with: 409 });
    await tenant.run(command);
    const before = readFileSync(results, 'utf8');
    const lock = await lockJournal(journal);
    const { status, stdout, stderr } = await tenant.run(command);
    await lock.release();
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain('wait until the process ends');
    expect(stderr).not.toMatch(/Stopped|To continue/);
    expect(readFileSync(results, 'utf8')).toBe(before);
  });

  test.each([
    { title: 'is not a journal, and has only one line', file: 'notes.txt', message: 'must start with the line' },
    {
      title: 'is in a folder that does not exist',
      file: 'missing/a.journal',
      message: 'missing/a.journal cannot be opened (ENOENT)',
    },
  ])('is rejected before the confirmation if the file of --journal $title', async ({ file, message }) => {
    const tenant = await startTenant(enrollments(['dev_1']));
    writeFileSync(join(tenant.folder, 'notes.txt'), 'some notes');
    const { status, stderr } = await tenant.run([...DELETE, 'dev_1', '--journal', join(tenant.folder, file)]);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('pass --yes');
    expect(status).toBe(2);
  });

  test('without a home folder needs --journal or a variable, and --tenant needs a variable', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const run = (...more: string[]) =>
      tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes', ...more], { env: { XDG_STATE_HOME: '', XDG_CONFIG_HOME: '' } });
    const rule = 'the user must have a home folder; set HOME or';
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    // As if HOME were not set, and the system had no entry for the user.
    vi.spyOn(os, 'homedir').mockThrow(new Error('uv_os_homedir returned ENOENT'));
    syncBuiltinESMExports();
    expect((await run()).stderr).toBe(`${rule} XDG_STATE_HOME, or pass --journal <file>\n`);
    expect((await run('--tenant=a')).stderr).toContain(`${rule} TENANTS_FILE\n`);
    expect((await run('--journal', join(tenant.folder, 'a'))).status).toBe(0);
  });

  test('creates the folder of the journals, but not with --dry-run', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const state = join(tenant.folder, 'state');
    writeFileSync(state, 'a file, not a folder');
    const run = (option: string) =>
      tenant.run([...DELETE, 'dev_1', 'dev_2', option], { env: { XDG_STATE_HOME: state } });
    expect((await run('--dry-run')).status).toBe(0);
    expect(await run('--yes')).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/the journal \S+\.journal cannot be opened \(ENOTDIR\)/),
    });
    rmSync(state);
    expect((await run('--dry-run')).status).toBe(0);
    expect(existsSync(state)).toBe(false);
    expect((await run('--yes')).status).toBe(0);
    expect(existsSync(join(state, 'tenant-management'))).toBe(true);
  });
});
