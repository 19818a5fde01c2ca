import { expect, test } from 'vitest';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from './run-cli.ts';

const NOT_MISSING = 'this is not the answer of the API for a missing item: check the address of the tenant, ';

test('a wrong base URL, whose 404 is not the answer of the API for a missing item, is a failure that names the base URL', async () => {
  const tenant = await startTenant(enrollments(['dev_7']));
  const baseUrl = new URL('/', tenant.sandbox.baseUrl).href;
  const { TENANT_CLIENT_ID = '', TENANT_CLIENT_SECRET = '' } = tenant.env;
  const env = { TENANT_CLIENT_ID, TENANT_CLIENT_SECRET, TENANT_BASE_URL: '' };
  const { status, stdout, stderr } = await tenant.run([...DELETE, 'dev_7', '--yes', '--base-url', baseUrl], { env });
  expect(status).toBe(4);
  expect(stdout).toMatch(/^dev_7\tfailed\t404 Not Found: /);
  expect(stdout).toContain(`${NOT_MISSING}${baseUrl.replace(/\/$/, '')})`);
  expect(stderr).toContain('Finished: 0 deleted, 0 missing, 1 failed\n');
  expect(tenant.sandbox.enrollments.has('dev_7')).toBe(true);
});

test('a job with a wrong base URL ends after 16 ids, and deletes nothing', async () => {
  const ids = createIds(40);
  const tenant = await startTenant(enrollments(ids));
  const baseUrl = new URL('/', tenant.sandbox.baseUrl).href;
  const command = [...DELETE, ...ids, '--yes', '--concurrency', '1', '--base-url', baseUrl];
  const { status, stderr } = await tenant.run(command);
  expect(status).toBe(4);
  expect(stderr).toContain('0 deleted, 0 missing, 16 failed, 24 not finished\n');
  expect(tenant.sandbox.enrollments.size).toBe(40);
});

test('a new job of several ids that are all missing exits with status 5, but one missing id with status 0', async () => {
  const tenant = await startTenant(enrollments(['dev_1']));
  const all = await tenant.run([...DELETE, 'dev_8', 'dev_9', '--yes']);
  expect(all.status).toBe(5);
  expect(all.stderr).toContain('Finished: 0 deleted, 2 missing, 0 failed\n');
  expect(all.stderr).toContain('Warning: no item of this run exists');
  expect((await tenant.run([...DELETE, 'dev_8', 'dev_9', '--yes', '--strict'])).status).toBe(5);
  expect((await tenant.run([...DELETE, 'dev_8', '--yes'])).status).toBe(0);
  expect((await tenant.run([...DELETE, 'dev_1', 'dev_9', '--yes'])).status).toBe(0);
});

test('a continued job whose other ids are all missing exits with status 0', async () => {
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
  expect(stderr).toContain('Finished: 1 deleted, 2 missing, 0 failed\n');
});
