import { expect, test } from '@jest/globals';
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { startSandbox } from 'tenant-management-sandbox';

test('an ES module test imports both packages', async () => {
  const sandbox = await startSandbox({ enrollments: [{ id: 'dev_1' }] });
  const management = createManagementClient({
    baseUrl: sandbox.baseUrl,
    auth: clientCredentials(sandbox.credentials),
  });
  const remove = () => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
  expect((await remove()).error).toBeUndefined();
  expect(sandbox.enrollments.has('dev_1')).toBe(false);
  await sandbox.close();
  await expect(remove()).rejects.toThrow('ECONNREFUSED');
});
