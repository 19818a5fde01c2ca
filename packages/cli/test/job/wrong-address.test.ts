import { expect, test } from 'vitest';
import { createIds, DELETE, enrollments, OPERATION, startTenant } from '../run-cli.ts';

const NOT_MISSING = "this is not the API's 404 for a missing item: check the address of the tenant, ";

test('an item fails after a 404 from a wrong base URL, and its reason names the base URL', async () => {
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

test('a job with a wrong base URL stops after 16 ids, and deletes nothing', async () => {
  const ids = createIds(40);
  const tenant = await startTenant(enrollments(ids));
  const baseUrl = new URL('/', tenant.sandbox.baseUrl).href;
  const command = [...DELETE, ...ids, '--yes', '--concurrency', '1', '--base-url', baseUrl];
  const { status, stderr } = await tenant.run(command);
  expect(status).toBe(4);
  expect(stderr).toContain('0 deleted, 0 missing, 16 failed, 24 not finished\n');
  expect(tenant.sandbox.enrollments.size).toBe(40);
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
  expect(stderr).toContain('Finished: 1 deleted, 2 missing, 0 failed\n');
});

test('a job whose ids are all missing exits with status 5 after a 429, and does not say that it may have deleted them', async () => {
  const tenant = await startTenant();
  tenant.sandbox.fail({ operation: OPERATION, with: 429, headers: { 'Retry-After': '0' } });
  const { status, stderr } = await tenant.run([...DELETE, ...createIds(30), '--yes']);
  expect(status).toBe(5);
  expect(stderr).toContain('Finished: 0 deleted, 30 missing, 0 failed\n');
  expect(stderr).toContain('Warning: no item of this job exists');
  expect(stderr).not.toContain('may have deleted');
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
  expect(stderr).toContain('Warning: no item of this job exists');
  expect(tenant.sandbox.enrollments.size).toBe(0);
});

test('a job whose token endpoint is another server exits with status 4, and the reason names the address of the tenant', async () => {
  const tenant = await startTenant(enrollments(['dev_1']));
  tenant.sandbox.fail({ operation: 'token', with: 404, body: '<h1>Not Found</h1>', times: 9 });
  const { status, stderr } = await tenant.run([...DELETE, 'dev_1', '--yes']);
  expect(status).toBe(4);
  expect(stderr).toContain(`; the address of the tenant is ${tenant.sandbox.baseUrl})`);
});
