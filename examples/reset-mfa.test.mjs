// Tests the service against a local sandbox: `node --test`.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { startSandbox } from 'tenant-management-sandbox';
import { resetMfa } from './reset-mfa.mjs';

test('returns removed and deletes the enrollment', async (context) => {
  const sandbox = await startSandbox({ enrollments: [{ id: 'enr_7Kq2mXw9' }] });
  context.after(() => sandbox.close());
  const auth = clientCredentials(sandbox.credentials);
  const management = createManagementClient({ baseUrl: sandbox.baseUrl, auth });
  assert.deepEqual(await resetMfa(management, 'enr_7Kq2mXw9'), { outcome: 'removed' });
  assert.equal(sandbox.enrollments.has('enr_7Kq2mXw9'), false);
});
