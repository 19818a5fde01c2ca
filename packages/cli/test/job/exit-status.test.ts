import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from '../run-cli.ts';

const OUTAGE =
  'the last calls got no usable response; the last error: 500 Internal Server Error: DELETE /guardian/enrollments/{id}: Injected fault';

describe('a job during an outage of the tenant', () => {
  test('exits with status 4 if the first 16 calls get no usable response, and does not send the other ids', async () => {
    const ids = createIds(100);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ operation: OPERATION, with: 500, times: Number.POSITIVE_INFINITY });
    const { status, stderr } = await tenant.run([...DELETE, ...ids, '--yes', '--concurrency', '1']);
    expect(status).toBe(4);
    expect(stderr).toContain(`Stopped (${OUTAGE}): 0 deleted, 0 missing, 16 failed, 84 not finished\n`);
  });

  test('pauses the job until --give-up-after if an earlier run has finished an id', async () => {
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
    const command = [...DELETE, ...ids, '--yes', '--concurrency', '1', '--give-up-after', '3'];
    expect((await tenant.run(command)).status).toBe(1);
    locked.remove();
    failAll(500);
    expect((await tenant.run(command)).stderr).toContain(
      `Stopped (${OUTAGE}): 0 deleted, 0 missing, 16 failed, 1 done by earlier runs, 23 not finished\n`,
    );
  });

  test('pauses the job, says so, and continues: no id fails', async () => {
    const ids = createIds(40);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ operation: OPERATION, with: 'pass', times: 5 });
    tenant.sandbox.fail({ operation: OPERATION, with: 500, times: 16 });
    const results = join(temporaryFolder(), 'results.csv');
    const command = [...DELETE, ...ids, '--yes', '--concurrency', '1', '--results', results];
    const { status, stderr } = await tenant.run(command);
    expect(status).toBe(0);
    // The row of an item counts the attempts of both calls.
    expect(readFileSync(results, 'utf8').match(/,done,2,204,/g) ?? []).toHaveLength(16);
    expect(stderr).toMatch(/\n5 of 40, 16 waiting, no usable response for \d s, next attempt in 1 s\n/);
    expect(stderr).toContain('Finished: 40 deleted, 0 missing, 0 failed\n');
    expect(tenant.sandbox.enrollments.size).toBe(0);
  });
});

test('a job exits with status 5 if each 404 of a wrong base URL is a JSON object, and sends each id again to the right one', async () => {
  const ids = createIds(40);
  const tenant = await startTenant(enrollments(ids));
  const baseUrl = new URL('/', tenant.sandbox.baseUrl).href;
  const command = [...DELETE, ...ids, '--yes'];
  const { status, stderr } = await tenant.run([...command, '--base-url', baseUrl]);
  expect(status).toBe(5);
  expect(stderr).toContain('Finished: 0 deleted, 40 missing, 0 failed\nWarning: no item of this job exists');
  expect(tenant.sandbox.enrollments.size).toBe(40);
  expect((await tenant.run(command)).stderr).toContain('Finished: 40 deleted, 0 missing, 0 failed\n');
});

test('a job that was interrupted before it recorded an item exits with status 5 if all ids are missing', async () => {
  const controller = new AbortController();
  const tenant = await startTenant({ onRequest: ({ operation }) => operation === OPERATION && controller.abort() });
  tenant.sandbox.fail({ operation: OPERATION, with: 409 });
  const command = [...DELETE, ...createIds(30), '--yes', '--concurrency', '1'];
  expect((await tenant.run(command, { signal: controller.signal })).status).toBe(130);
  const { status, stderr } = await tenant.run(command);
  expect(status).toBe(5);
  expect(stderr).toContain('If an earlier run stopped before a response, it may have deleted');
  expect(stderr).toContain('Warning: no item of this job exists');
});

test('a job says how many failed items it may have deleted', async () => {
  const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
  tenant.sandbox.fail({ operation: OPERATION, with: 501, afterEffect: true, id: 'dev_1', times: 2 });
  const { status, stderr } = await tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes', '--concurrency', '1']);
  expect(status).toBe(1);
  expect(stderr).toContain('Failed items that this run may have deleted: 1.\n');
  expect(tenant.sandbox.enrollments.size).toBe(0);
});

test('exits with status 0 if all remaining ids of a continued job are missing', async () => {
  const tenant = await startTenant(enrollments(['dev_1', 'dev_2', 'dev_3']));
  const locked = tenant.sandbox.fail({
    operation: OPERATION,
    match: ({ params }) => params?.['id'] !== 'dev_1',
    with: 409,
    times: 2,
  });
  const command = [...DELETE, 'dev_1', 'dev_2', 'dev_3', '--yes'];
  expect((await tenant.run(command)).status).toBe(1);
  locked.remove();
  tenant.sandbox.enrollments.clear();
  const { status, stderr } = await tenant.run(command);
  expect(status).toBe(0);
  expect(stderr).toContain('Finished: 0 deleted, 2 missing, 0 failed, 1 done by earlier runs\n');
});

test('a job whose ids are all missing after broken connections exits with status 5, and says that it may have deleted them', async () => {
  const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
  tenant.sandbox.fail({ operation: OPERATION, with: 'reset', afterEffect: true, times: 2 });
  const { status, stderr } = await tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes']);
  expect(status).toBe(5);
  expect(stderr).toContain('Finished: 0 deleted, 2 missing, 0 failed\n');
  expect(stderr).toContain(
    'Missing items that this run may have deleted, because an earlier attempt got no response or a 5xx: 2.\n',
  );
  expect(stderr).not.toContain('no item of this job exists');
  expect(tenant.sandbox.enrollments.size).toBe(0);
});

test('a job whose token endpoint is another server exits with status 4, and the reason names the address of the tenant', async () => {
  const tenant = await startTenant(enrollments(['dev_1']));
  tenant.sandbox.fail({ operation: 'token', with: 404, body: '<h1>Not Found</h1>', times: 9 });
  const { status, stderr } = await tenant.run([...DELETE, 'dev_1', '--yes']);
  expect(status).toBe(4);
  expect(stderr).toContain(`; the address of the tenant is ${tenant.sandbox.baseUrl})`);
});
