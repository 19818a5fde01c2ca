import { describe, expect, test } from 'vitest';
import { DELETE, enrollments, startTenant } from './run-cli.ts';

describe('a delete command', () => {
  test('deletes one id, prints the plan and the summary to stderr, and nothing to stdout', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const { status, stdout, stderr } = await tenant.run([...DELETE, 'dev_1', '--yes']);
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    expect(stderr).toBe(
      [
        'guardian enrollments delete: Delete an MFA enrollment',
        `  tenant  ${tenant.sandbox.baseUrl}`,
        '  client  sandbox-client',
        '  count   1 (dev_1)',
        'Finished: 1 deleted, 0 missing, 0 failed\n',
      ].join('\n'),
    );
    expect([...tenant.sandbox.enrollments.keys()]).toEqual(['dev_2']);
  });

  test.each([
    { title: 'one id per line from stdin', args: ['-'], stdin: '\uFEFFdev_1\r\n\n  dev_2  \rdev_2\n' },
    {
      title: 'ids from a column of a CSV on stdin',
      args: ['--csv', '-', '--column', 'enrollment'],
      stdin: '\uFEFFuser,enrollment\r\n"a, b",dev_1\r\nc,"dev_2"\r\n',
    },
  ])('reads $title', async ({ args, stdin }) => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    expect((await tenant.run([...DELETE, ...args, '--yes'], { stdin })).status).toBe(0);
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });

  test('exits with status 2 without --yes if stdin is not a terminal, and names tenant, client and count', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const { status, stderr } = await tenant.run([...DELETE, 'dev_1', 'dev_2']);
    expect(status).toBe(2);
    expect(stderr.split('\n').at(-2)).toBe(
      `pass --yes to confirm: Delete 2 items (tenant ${tenant.sandbox.baseUrl}, client sandbox-client).` +
        ' The command cannot ask, because stdin or stderr is not a terminal',
    );
    expect(tenant.sandbox.requests).toEqual([]);
  });

  test.each([
    { title: 'HTML', body: '<html>Not Found</html>' },
    { title: 'empty', body: '' },
    { title: 'a JSON list', body: [] },
  ])('counts a 404 as failed if its body is $title, and a second run sends the id again', async ({ body }) => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    tenant.sandbox.fail({ id: 'dev_2', with: 404, body, times: 2 });
    const command = [...DELETE, 'dev_1', 'dev_2', '--yes'];
    const { status, stdout, stderr } = await tenant.run([...command, '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).results).toContainEqual({
      id: 'dev_2',
      outcome: 'failed',
      status: 404,
      reason:
        '404 Not Found: DELETE /guardian/enrollments/{id} (the body is not a JSON object: check the address of the' +
        ` tenant, ${tenant.sandbox.baseUrl})`,
    });
    expect(stderr).toContain('Finished: 1 deleted, 0 missing, 1 failed\n');
    expect(await tenant.run(command)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Finished: 1 deleted, 0 missing, 0 failed, 1 done by earlier runs\n'),
    });
  });

  test.each([
    { args: ['dev_8', 'dev_9'], expected: 5, lines: 1 },
    { args: ['dev_8', 'dev_9', '--strict'], expected: 5, lines: 1 },
    { args: ['dev_9'], expected: 5, lines: 1 },
    { args: ['dev_1', 'dev_9'], expected: 0, lines: 0 },
    { args: ['dev_1', 'dev_9', '--strict'], expected: 1, lines: 0 },
  ])(
    'exits with status $expected and prints $lines warnings that no item exists, if only dev_1 exists: $args',
    async ({ args, expected, lines }) => {
      const tenant = await startTenant(enrollments(['dev_1']));
      const { status, stderr } = await tenant.run([...DELETE, ...args, '--yes']);
      expect(status).toBe(expected);
      const warnings = stderr.split('\n').filter((line) => line.startsWith('Warning: no item of this job exists'));
      expect(warnings).toHaveLength(lines);
    },
  );

  test.each([
    { title: 'the first call', args: ['dev_1', '--yes'] },
    { title: 'it reads stdin', args: ['-', '--yes'] },
  ])('exits with status 130 and sends nothing if it is interrupted before $title', async ({ args }) => {
    const tenant = await startTenant(enrollments(['dev_1']));
    const { status, stderr } = await tenant.run([...DELETE, ...args], { signal: AbortSignal.abort() });
    expect({ status, stderr }).toEqual({
      status: 130,
      stderr: expect.stringContaining('Interrupted. Nothing was sent.'),
    });
    expect(tenant.sandbox.requests).toEqual([]);
  });

  test('exits with status 3 if the client secret is wrong, without printing the secret', async () => {
    const tenant = await startTenant();
    const env = { TENANT_CLIENT_SECRET: 'wrong-secret' };
    const { status, stdout, stderr } = await tenant.run([...DELETE, 'dev_1', '--yes'], { env });
    expect(status).toBe(3);
    expect(stderr).toContain(
      'Stopped (Token request: 401: access_denied: Unauthorized; check the client id, and the client secret or the private key)',
    );
    expect(stdout + stderr).not.toContain('wrong-secret');
  });
});
