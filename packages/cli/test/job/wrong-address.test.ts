import { expect, test } from 'vitest';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from '../run-cli.ts';

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
