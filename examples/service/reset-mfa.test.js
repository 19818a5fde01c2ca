// The tests of a service, against a tenant on loopback: `npm test`.
import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { ApiError, clientCredentials, createManagementClient } from 'tenant-management-client';
import { startSandbox } from 'tenant-management-sandbox';
import { resetMfa } from './reset-mfa.js';

const id = 'enr_7Kq2mXw9';
const operation = 'delete_guardian_enrollments_by_id';
const reader = { clientId: 'reader', clientSecret: 'reader-secret' };

const sandbox = await startSandbox({
  clients: [{ ...reader, scopes: ['read:token_exchange_profiles'] }],
  enrollments: [{ id }],
});
after(() => sandbox.close());
beforeEach(() => sandbox.reset());

/** @param {import('tenant-management-sandbox').Sandbox} tenant */
const clientOf = (tenant, credentials = tenant.credentials) =>
  createManagementClient({ baseUrl: tenant.baseUrl, auth: clientCredentials(credentials) });
const management = clientOf(sandbox);
/** The status of each attempt; `undefined` where the answer was lost. */
const attempts = () =>
  sandbox.requests.filter((request) => request.operation === operation).map(({ status }) => status);

test('the enrollment is removed', async () => {
  assert.deepEqual(await resetMfa(management, id), { outcome: 'removed' });
  assert.equal(sandbox.enrollments.has(id), false);
});

test('there is none with this id', async () => {
  assert.deepEqual(await resetMfa(management, 'enr_unknown'), { outcome: 'none' });
  assert.equal(sandbox.enrollments.has(id), true);
});

test('the operator is told which scope is missing', async () => {
  await assert.rejects(resetMfa(clientOf(sandbox, reader), id), (error) => {
    assert.ok(error instanceof Error && error.cause instanceof ApiError);
    assert.equal(error.cause.status, 403);
    assert.match(error.message, /^Grant .*delete:guardian_enrollments$/);
    return true;
  });
  assert.equal(sandbox.enrollments.has(id), true);
});

test('the connection breaks after the deed', async () => {
  sandbox.fail({ operation, with: 'truncate' });
  assert.deepEqual(await resetMfa(management, id), { outcome: 'gone' });
  assert.equal(sandbox.enrollments.has(id), false);
  assert.deepEqual(attempts(), [undefined, 404]);
});

test('the tenant is away for two attempts', async () => {
  sandbox.fail({ operation, with: 503, times: 2 });
  assert.deepEqual(await resetMfa(management, id), { outcome: 'removed' });
  assert.deepEqual(attempts(), [503, 503, 204]);
});

test('a failure that has no answer of its own is thrown as it is', async () => {
  sandbox.fail({ operation, with: 500 });
  await assert.rejects(resetMfa(management, id), { name: 'ApiError', status: 500 });
});

test('the rate limit is met, and its reset is further off than the client waits', async () => {
  const noon = Date.parse('2026-01-15T12:00:00Z');
  // One call at once, and the next after a thousand seconds.
  const busy = await startSandbox({
    enrollments: [{ id }],
    rateLimit: { limit: 1, perSecond: 0.001 },
    clock: () => noon,
  });
  after(() => busy.close());
  const service = clientOf(busy);
  assert.deepEqual(await resetMfa(service, id), { outcome: 'removed' });
  assert.deepEqual(await resetMfa(service, id), { outcome: 'later', at: new Date('2026-01-15T12:16:40Z') });
});
