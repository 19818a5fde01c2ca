// Tests of the command line that wait for several seconds.
import { expect, test } from 'vitest';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from '../../packages/cli/test/run-cli.ts';

test('a job whose calls all get a 429 stops after the time of --give-up-after with status 4, and the same command continues the job', async () => {
  const ids = createIds(20);
  const tenant = await startTenant(enrollments(ids));
  const refused = tenant.sandbox.fail({ operation: OPERATION, with: 429, times: Number.POSITIVE_INFINITY });
  const command = [...DELETE, ...ids, '--yes'];
  const { status, stdout, stderr } = await tenant.run([...command, '--give-up-after', '1']);
  expect(status).toBe(4);
  expect(stderr).toMatch(
    /^Stopped \(the tenant accepted no request in the time of --give-up-after(; the last error: .*)?\): /m,
  );
  // Calls that are aborted while they wait for the rate limit have no outcome.
  expect(stderr).toMatch(/: 0 deleted, 0 missing, (\d+) failed, (\d+) not finished\n/);
  expect(stdout).not.toContain('\tmissing');
  expect(tenant.sandbox.enrollments.size).toBe(20);
  refused.remove();
  expect(await tenant.run(command)).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('Finished: 20 deleted, 0 missing, 0 failed\n'),
  });
});

test('a job whose tenant requests a pause shows when the job continues', async () => {
  const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
  tenant.sandbox.fail({ operation: OPERATION, with: 429, headers: { 'Retry-After': '3000' } });
  const controller = new AbortController();
  // An interruption ends the wait.
  const onStderr = (text: string) => {
    if (text.includes('rate limited')) controller.abort();
  };
  const command = [...DELETE, 'dev_1', 'dev_2', '--yes', '--concurrency', '1'];
  const { status, stderr } = await tenant.run(command, { signal: controller.signal, onStderr });
  expect(status).toBe(130);
  expect(stderr).toMatch(/^0 of 2: 0 done, 0 missing, 0 failed, rate limited, continues in 50 min 0 s$/m);
  expect(tenant.deletedIds()).toEqual(['dev_1']);
});
