import { readdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from './run-cli.ts';

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

  test('deletes several ids of the arguments, each once, and counts the duplicates', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const { status, stderr } = await tenant.run([...DELETE, 'dev_1', 'dev_2', 'dev_1', '--yes']);
    expect(status).toBe(0);
    expect(stderr).toContain('  count   2 (dev_1, dev_2); ignored duplicates: 1\n');
    expect(tenant.deletedIds().toSorted()).toEqual(['dev_1', 'dev_2']);
  });

  test('reads ids from stdin, one per line, with -', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const { status } = await tenant.run([...DELETE, '-', '--yes'], { stdin: '\uFEFFdev_1\r\n\n  dev_2  \n' });
    expect(status).toBe(0);
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });

  test('reads ids from a column of a CSV on stdin', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const stdin = '\uFEFFuser,enrollment\r\n"a, b",dev_1\r\nc,"dev_2"\r\n';
    const { status } = await tenant.run([...DELETE, '--csv', '-', '--column', 'enrollment', '--yes'], { stdin });
    expect(status).toBe(0);
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });

  test('is wrong usage without --yes if stdin is not a terminal, and names tenant, client and count', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const { status, stderr } = await tenant.run([...DELETE, 'dev_1', 'dev_2']);
    expect(status).toBe(2);
    expect(stderr.split('\n').at(-2)).toBe(
      `Delete 2 items? (tenant ${tenant.sandbox.baseUrl}, client sandbox-client)` +
        ' The command asks this question only if stdin and stderr are a terminal; otherwise, pass --yes',
    );
    expect(tenant.sandbox.requests).toEqual([]);
  });

  test.each([
    { options: [], expected: 0 },
    { options: ['--strict'], expected: 1 },
  ])('exits with status $expected if an id is missing, with the options $options', async ({ options, expected }) => {
    const tenant = await startTenant(enrollments(['dev_1']));
    const { status, stdout, stderr } = await tenant.run([...DELETE, 'dev_1', 'dev_9', '--yes', ...options]);
    expect(status).toBe(expected);
    expect(stdout).toBe('dev_9\tmissing\t404 Not Found: DELETE /guardian/enrollments/{id}: Enrollment not found\n');
    expect(stderr).toContain('Finished: 1 deleted, 1 missing, 0 failed\n');
  });

  test.each([
    { title: 'HTML', body: '<html>Not Found</html>' },
    { title: 'empty', body: '' },
    { title: 'a JSON list', body: [] },
  ])('counts a 404 as failed if its body is $title, and the same command sends the id again', async ({ body }) => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    tenant.sandbox.fail({ id: 'dev_2', with: 404, body });
    const command = [...DELETE, 'dev_1', 'dev_2', '--yes'];
    const { status, stdout, stderr } = await tenant.run([...command, '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).results).toContainEqual({
      id: 'dev_2',
      outcome: 'failed',
      status: 404,
      reason:
        '404 Not Found: DELETE /guardian/enrollments/{id}: the body must be a JSON object; check the base URL of the tenant',
    });
    expect(stderr).toContain('Finished: 1 deleted, 0 missing, 1 failed\n');
    expect(await tenant.run(command)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Finished: 2 deleted, 0 missing, 0 failed\n'),
    });
  });

  test.each([
    { ids: ['dev_8', 'dev_9'], lines: 1 },
    { ids: ['dev_9'], lines: 0 },
    { ids: ['dev_1', 'dev_9'], lines: 0 },
  ])('warns in $lines lines that all ids are missing for $ids', async ({ ids, lines }) => {
    const tenant = await startTenant(enrollments(['dev_1']));
    const { stderr } = await tenant.run([...DELETE, ...ids, '--yes']);
    const warnings = stderr.split('\n').filter((line) => line.startsWith('Warning: all ids of this run are missing'));
    expect(warnings).toHaveLength(lines);
  });

  test('exits with status 1 if an id fails, and the same command then sends only the failed id', async () => {
    const ids = createIds(20);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ id: ids[7] ?? '', with: 409 });
    const command = [...DELETE, ...ids, '--yes'];
    const first = await tenant.run(command);
    expect(first.status).toBe(1);
    expect(first.stdout).toMatch(new RegExp(`^${ids[7]}\tfailed\t409 Conflict: .*\n$`));
    expect(first.stderr).toContain('To continue, run the same command again with the same ids');
    expect(tenant.deletedIds()).toHaveLength(20);

    const second = await tenant.run(command);
    expect(second.status).toBe(0);
    expect(second.stderr).toContain('  done    19 by earlier runs, 1 left\n');
    expect(second.stderr).toContain('Finished: 20 deleted, 0 missing, 0 failed\n');
    expect(tenant.deletedIds().slice(20)).toEqual([ids[7]]);
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });

  test('records finished ids in a journal without ids and secrets, and deletes the journal when the job is finished', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    tenant.sandbox.fail({ id: 'dev_2', with: 409 });
    await tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes']);
    const folder = join(tenant.folder, 'tenant-management');
    const [journal = '', ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(journal).toMatch(/^guardian-enrollments-delete-[0-9a-f]{16}\.journal$/);
    expect(readFileSync(join(folder, journal), 'utf8')).toMatch(
      /^tenant-management-client bulk journal 1\n0 [\w-]{43} ok\n$/,
    );
    await tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes']);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('exits with status 3 if the token lacks the scope, and stops', async () => {
    const client = { clientId: 'reader', clientSecret: 'secret', scopes: ['read:token_exchange_profiles'] };
    const tenant = await startTenant({ clients: [client] });
    const env = { TENANT_CLIENT_ID: 'reader', TENANT_CLIENT_SECRET: 'secret' };
    const { status, stderr } = await tenant.run([...DELETE, ...createIds(50), '--yes'], { env });
    expect(status).toBe(3);
    expect(stderr).toContain('Insufficient scope, expected any of: delete:guardian_enrollments');
    expect(tenant.deletedIds().length).toBeLessThan(50);
  });

  test('exits with status 3 if the client secret is wrong, without printing the secret', async () => {
    const tenant = await startTenant();
    const env = { TENANT_CLIENT_SECRET: 'wrong-secret' };
    const { status, stdout, stderr } = await tenant.run([...DELETE, 'dev_1', '--yes'], { env });
    expect(status).toBe(3);
    expect(stderr).toContain('Stopped (');
    expect(stdout + stderr).not.toContain('wrong-secret');
  });

  test('exits with status 4 after 16 calls in a row without a usable response, and does not send the other ids', async () => {
    const ids = createIds(100);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ operation: OPERATION, with: 500, times: Number.POSITIVE_INFINITY });
    const { status, stderr } = await tenant.run([...DELETE, ...ids, '--yes', '--concurrency', '1']);
    expect(status).toBe(4);
    expect(stderr).toContain(
      'Stopped (16 calls in a row got no usable response): 0 deleted, 0 missing, 16 failed, 84 not finished\n',
    );
  });

  test('keeps the file of --journal, continues with it, and rejects it for another tenant, operation or list of ids', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const journal = ['--yes', '--journal', join(tenant.folder, 'reset.journal')];
    expect((await tenant.run([...DELETE, 'dev_1', 'dev_2', ...journal])).status).toBe(0);
    const again = await tenant.run([...DELETE, 'dev_1', 'dev_2', ...journal]);
    expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining('Finished: 2 deleted, 0 missing') });
    const { sandbox } = await startTenant();
    for (const { args, env } of [
      { args: [...DELETE, 'dev_1', 'dev_2'], env: { TENANT_BASE_URL: sandbox.baseUrl } },
      { args: ['token-exchange-profiles', 'delete', 'dev_1', 'dev_2'], env: {} },
      { args: [...DELETE, 'dev_1', 'dev_3'], env: {} },
    ]) {
      const { status, stderr } = await tenant.run([...args, ...journal], { env });
      expect(status).toBe(2);
      expect(stderr).toContain('belongs to another job');
    }
    expect(tenant.sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  });

  test('asks for confirmation and counts each id once if the last line of the journal is incomplete', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    const journal = join(tenant.folder, 'reset.journal');
    const command = [...DELETE, 'dev_1', 'dev_2', '--journal', journal];
    await tenant.run([...command, '--yes', '--concurrency', '1']);
    truncateSync(journal, readFileSync(journal).length - 1);
    const sent = tenant.deletedIds().length;
    const unconfirmed = await tenant.run(command);
    expect(unconfirmed.status).toBe(2);
    expect(unconfirmed.stderr).toContain('  done    1 by earlier runs, 1 left\n');
    expect(unconfirmed.stderr).toContain('Delete 1 item? ');
    expect(tenant.deletedIds()).toHaveLength(sent);
    const confirmed = await tenant.run([...command, '--yes', '--json']);
    expect(JSON.parse(confirmed.stdout).summary).toMatchObject({ total: 2, done: 1, missing: 1, resumed: 1 });
  });

  test('reports the calls that were in flight when an outage stopped the job', async () => {
    const ids = createIds(40);
    const [slow = ''] = ids;
    const tenant = await startTenant(enrollments(ids));
    const sent = () => tenant.deletedIds().length;
    tenant.sandbox.fail({ id: slow, with: 'pass', latency: 500 });
    tenant.sandbox.fail({ operation: OPERATION, with: 500, times: Number.POSITIVE_INFINITY });
    const { status, stdout } = await tenant.run([...DELETE, ...ids, '--yes', '--json', '--concurrency', '20']);
    const { stopped, summary, results } = JSON.parse(stdout);
    expect({ status, stopped }).toEqual({ status: 4, stopped: '16 calls in a row got no usable response' });
    expect(results).toContainEqual({ id: slow, outcome: 'done' });
    expect(summary).toMatchObject({ done: 1, failed: sent() - 1, unfinished: ids.length - sent() });
    expect(sent()).toBeLessThan(ids.length);
  });

  test('starts no more calls after an outage, even if an earlier run left failed ids before a finished id', async () => {
    const ids = createIds(40);
    const tenant = await startTenant(enrollments(ids));
    const failAll = (status: number) =>
      tenant.sandbox.fail({
        operation: OPERATION,
        match: ({ params }) => params?.['id'] !== ids.at(-1),
        with: status,
        times: Number.POSITIVE_INFINITY,
      });
    const locked = failAll(409);
    const command = [...DELETE, ...ids, '--yes', '--concurrency', '1'];
    expect((await tenant.run(command)).status).toBe(1);
    locked.remove();
    failAll(500);
    expect((await tenant.run(command)).stderr).toContain(
      'Stopped (16 calls in a row got no usable response): 1 deleted, 0 missing, 16 failed, 23 not finished\n',
    );
  });

  test('continues with the same command after an outage of the tenant', async () => {
    const ids = createIds(30);
    const tenant = await startTenant(enrollments(ids));
    const outage = tenant.sandbox.fail({ operation: OPERATION, with: 500, times: Number.POSITIVE_INFINITY });
    const command = [...DELETE, ...ids, '--yes', '--concurrency', '1'];
    expect((await tenant.run(command)).status).toBe(4);
    outage.remove();
    expect(await tenant.run(command)).toMatchObject({
      status: 0,
      stderr: expect.stringContaining('Finished: 30 deleted, 0 missing, 0 failed\n'),
    });
  });
});
