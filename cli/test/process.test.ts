// Tests the built command as a process: in a pipe, in a terminal, and with signals. test/full/cli.test.ts has more tests.
import { describe, expect, test } from 'vitest';
import { startCli, terminalTest, textOf } from './built-cli.ts';
import { checkKilledJob } from './killed-job.ts';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from './run-cli.ts';

describe('the command in a pipe', () => {
  test('reads ids from stdin, and prints only items that are not done to stdout', async () => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1', 'dev_2']));
    const { child, ended } = startCli([...DELETE, '-', '--yes'], { env });
    child.stdin?.end('dev_1\ndev_9\ndev_2\n');
    expect(await ended).toEqual({
      status: 0,
      stdout: 'dev_9\tmissing\t404 Not Found: DELETE /guardian/enrollments/{id}: Enrollment not found\n',
      stderr: expect.stringContaining('Finished: 2 deleted, 1 missing, 0 failed\n'),
    });
    expect(sandbox.enrollments.size).toBe(0);
  });

  test('continues a job if the program that reads its stderr exits', async () => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    const { child, ended } = startCli([...DELETE, 'dev_1', '--yes'], { env });
    child.stderr?.destroy();
    expect((await ended).status).toBe(0);
    expect(sandbox.enrollments.size).toBe(0);
  });
});

describe('the signal SIGINT', () => {
  test('starts no more calls, waits for the calls in flight, and exits with status 130; the same command continues', async () => {
    const ids = createIds(100);
    let interrupt = () => {};
    let requests = 0;
    const tenant = await startTenant({
      ...enrollments(ids),
      onRequest: ({ operation }) => {
        if (operation === OPERATION) requests += 1;
        if (requests === 30) interrupt();
      },
    });
    const command = [...DELETE, ...ids, '--yes'];
    const { child, ended } = startCli(command, { env: tenant.env });
    interrupt = () => child.kill('SIGINT');
    const { status, stderr } = await ended;
    expect(status).toBe(130);
    expect(stderr).toMatch(/^Stopped \(interrupted\): \d+ deleted, 0 missing, 0 failed, \d+ not finished\n/m);
    expect(stderr).toMatch(/\nTo continue, run the same command again with the same ids: .*\n$/);

    const second = await startCli(command, { env: tenant.env }).ended;
    expect(second.status).toBe(0);
    expect(second.stderr).toContain('Finished: 100 deleted, 0 missing, 0 failed\n');
    expect(tenant.deletedIds()).toHaveLength(100);
  });
});

describe('a killed job', () => {
  test('continues with the same command: only ids that were in flight are sent again, and every id is deleted', async () => {
    await checkKilledJob({ count: 100, kills: 3, seed: 1 });
  });
});

describe('the command in a terminal', () => {
  terminalTest(
    'asks for confirmation with tenant, client and count, and deletes after yes and Enter',
    async ({ terminal }) => {
      const { env, sandbox } = await startTenant(enrollments(['dev_1', 'dev_2']));
      const { child, ended, printed } = terminal([...DELETE, 'dev_1', 'dev_2'], env);
      await printed(/Delete 2 items\? \(tenant http:\S+, client sandbox-client\)[\s\S]*confirm\./);
      expect(sandbox.requests).toEqual([]);
      child.stdin?.write('yes\r');
      const { status, stdout } = await ended;
      expect(status).toBe(0);
      expect(textOf(stdout)).toMatch(/2 of 2: 2 done, 0 missing, 0 failed, [\d.]+ per second, \d+ s left/);
      expect(textOf(stdout)).toContain('Finished: 2 deleted, 0 missing, 0 failed\n');
      expect(sandbox.enrollments.size).toBe(0);
    },
  );

  terminalTest(
    'counts the ids that another run of the same command finishes during the question',
    async ({ terminal }) => {
      const { env, sandbox, run } = await startTenant(enrollments(['dev_1', 'dev_2']));
      const command = [...DELETE, 'dev_1', 'dev_2'];
      const { child, ended, printed } = terminal(command, env);
      await printed(/Delete 2 items\?[\s\S]*confirm\./);
      sandbox.fail({ id: 'dev_2', with: 409 });
      expect((await run([...command, '--yes'])).stderr).toContain('Finished: 1 deleted, 0 missing, 1 failed\n');
      child.stdin?.write('yes\r');
      const { status, stdout } = await ended;
      expect(status).toBe(0);
      expect(textOf(stdout)).toContain('Finished: 2 deleted, 0 missing, 0 failed\n');
    },
  );

  terminalTest('asks for the client secret, and does not show it', async ({ terminal }) => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    const { TENANT_CLIENT_SECRET, ...others } = env;
    const { child, ended, printed } = terminal([...DELETE, 'dev_1', '--yes'], others);
    await printed(/Client secret/);
    child.stdin?.write(`${TENANT_CLIENT_SECRET}\r`);
    const { status, stdout } = await ended;
    expect(status).toBe(0);
    expect(stdout).not.toContain(TENANT_CLIENT_SECRET);
    expect(sandbox.enrollments.size).toBe(0);
  });
});
