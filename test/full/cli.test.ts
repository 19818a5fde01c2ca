// Tests the built command line as a process. cli/test/process.test.ts has the tests that take less time.
import { describe, expect, test } from 'vitest';
import { startCli, terminalTest, textOf } from '../../cli/test/built-cli.ts';
import { checkKilledJob } from '../../cli/test/killed-job.ts';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from '../../cli/test/run-cli.ts';

describe('the command line in a pipe', () => {
  test('continues a job if the program that reads its stdout exits', async () => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    const { child, ended } = startCli([...DELETE, ...createIds(40), 'dev_1', '--yes', '--concurrency', '1'], { env });
    child.stdout?.destroy();
    expect((await ended).status).toBe(0);
    expect(sandbox.enrollments.size).toBe(0);
  });

  test('rejects a delete without --yes, and does not wait for an answer', async () => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    expect((await startCli([...DELETE, 'dev_1'], { env }).ended).status).toBe(2);
    expect(sandbox.requests).toEqual([]);
  });
});

test('a second SIGINT ends the command immediately with status 130, even if a call does not end', async () => {
  const { env, sandbox } = await startTenant(enrollments(['dev_1']));
  sandbox.fail({ id: 'dev_1', with: 'stall' });
  const { child, ended, printed } = startCli([...DELETE, 'dev_1', '--yes'], { env });
  expect(await sandbox.requests.waitFor({ operation: OPERATION })).toBeDefined();
  child.kill('SIGINT');
  await printed(/press Ctrl-C again/);
  child.kill('SIGINT');
  expect((await ended).status).toBe(130);
});

test('SIGINT aborts a call that does not end after some seconds, and the command exits with status 130', async () => {
  const { env, sandbox } = await startTenant(enrollments(['dev_1']));
  sandbox.fail({ id: 'dev_1', with: 'stall' });
  const { child, ended } = startCli([...DELETE, 'dev_1', '--yes'], { env });
  await sandbox.requests.waitFor({ operation: OPERATION });
  child.kill('SIGINT');
  const { status, stderr } = await ended;
  expect(status).toBe(130);
  expect(stderr).toContain('Stopped (interrupted): 0 deleted, 0 missing, 0 failed, 1 not finished\n');
});

describe('the command line in a terminal', () => {
  terminalTest.for([
    { key: 'n', message: 'Nothing was sent.' },
    { key: '\r', message: 'Nothing was sent.' },
    { key: '\u0003', message: 'Interrupted. Nothing was sent.' },
  ])('sends nothing and exits with status 130 if the answer is $key', async ({ key, message }, { terminal }) => {
    const { env, sandbox } = await startTenant(enrollments(['dev_1']));
    const { child, ended, printed } = terminal([...DELETE, 'dev_1'], env);
    await printed(/Delete 1 item\?[\s\S]*No/);
    child.stdin?.write(key);
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(textOf(stdout)).toContain(message);
    expect(sandbox.requests).toEqual([]);
  });

  terminalTest('ends a job cleanly on Ctrl-C with status 130', async ({ terminal }) => {
    const ids = createIds(200);
    const { env } = await startTenant({ ...enrollments(ids), latency: 20 });
    const { child, ended, printed } = terminal([...DELETE, ...ids, '--yes', '--concurrency', '1'], env);
    await printed(/5 of 200: /);
    child.stdin?.write('\u0003');
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(textOf(stdout)).toMatch(
      /Stopped \(interrupted\): \d+ deleted, .* not finished\nTo continue, run the same command again/,
    );
  });

  terminalTest('ends on Ctrl-C with status 130 while it reads ids that the user types', async ({ terminal }) => {
    const { env } = await startTenant();
    const { child, ended, printed } = terminal([...DELETE, '-', '--yes'], env);
    await printed(/Reading stdin until Ctrl-D/);
    child.stdin?.write('dev_1\r\u0003');
    const { status, stdout } = await ended;
    expect(status).toBe(130);
    expect(textOf(stdout)).toContain('Interrupted. Nothing was sent.');
  });

  terminalTest(
    'requires --yes if the user types the ids, because stdin then cannot answer the question',
    async ({ terminal }) => {
      const { env, sandbox } = await startTenant(enrollments(['dev_1']));
      const { child, ended, printed } = terminal([...DELETE, '-'], env);
      await printed(/Reading stdin until Ctrl-D/);
      child.stdin?.write('dev_1\r\u0004');
      const { status, stdout } = await ended;
      expect(status).toBe(2);
      expect(textOf(stdout)).toContain('otherwise, pass --yes');
      expect(sandbox.requests).toEqual([]);
    },
  );
});

/** Number of jobs; each is killed five times. */
const JOBS = 10;

describe('a job of 1,000 deletes', () => {
  test.for(Array.from({ length: JOBS }, (_, index) => index + 1))(
    'deletes every id, and sends only ids again that were in flight, if the command is killed at five random points (seed %i)',
    async (seed) => {
      await checkKilledJob({ count: 1_000, kills: 5, seed });
    },
  );
});
