// Tests the service against a local sandbox: `npm test`.
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

/** @param {import('tenant-management-sandbox').Sandbox} server */
const connect = (server, credentials = server.credentials) =>
  createManagementClient({ baseUrl: server.baseUrl, auth: clientCredentials(credentials) });
const management = connect(sandbox);
/** Status of each attempt; `undefined` if the response was cut off. */
const attemptStatuses = () =>
  sandbox.requests.filter((request) => request.operation === operation).map(({ status }) => status);

test('returns removed and deletes the enrollment', async () => {
  assert.deepEqual(await resetMfa(management, id), { outcome: 'removed' });
  assert.equal(sandbox.enrollments.has(id), false);
});

test('returns not-found for an unknown enrollment id', async () => {
  assert.deepEqual(await resetMfa(management, 'enr_unknown'), { outcome: 'not-found' });
  assert.equal(sandbox.enrollments.has(id), true);
});

test('throws an error that names the missing scope if the tenant returns 403', async () => {
  await assert.rejects(resetMfa(connect(sandbox, reader), id), (error) => {
    assert.ok(error instanceof Error && error.cause instanceof ApiError);
    assert.equal(error.cause.status, 403);
    assert.match(error.message, /^Grant .*delete:guardian_enrollments$/);
    return true;
  });
  assert.equal(sandbox.enrollments.has(id), true);
});

test('returns not-found if the response of the first attempt, which deleted the enrollment, was lost', async () => {
  sandbox.fail({ operation, with: 'truncate' });
  assert.deepEqual(await resetMfa(management, id), { outcome: 'not-found' });
  assert.equal(sandbox.enrollments.has(id), false);
  assert.deepEqual(attemptStatuses(), [undefined, 404]);
});

test('returns not-found for an unknown enrollment id, also after a 429', async () => {
  sandbox.fail({ operation, with: 429, headers: { 'Retry-After': '0' } });
  assert.deepEqual(await resetMfa(management, 'enr_unknown'), { outcome: 'not-found' });
  assert.deepEqual(attemptStatuses(), [429, 404]);
});

test('retries after two 503 responses', async () => {
  sandbox.fail({ operation, with: 503, times: 2 });
  assert.deepEqual(await resetMfa(management, id), { outcome: 'removed' });
  assert.deepEqual(attemptStatuses(), [503, 503, 204]);
});

test('throws the ApiError for any other status, such as 500', async () => {
  sandbox.fail({ operation, with: 500 });
  await assert.rejects(resetMfa(management, id), { name: 'ApiError', status: 500 });
});

test('returns rate-limited with a retry time if the rate limit resets after the timeout of the call', async () => {
  const noon = Date.parse('2026-01-15T12:00:00Z');
  // One call is allowed immediately, and the next call 1,000 seconds later.
  const limited = await startSandbox({
    enrollments: [{ id }],
    rateLimit: { limit: 1, perSecond: 0.001 },
    clock: () => noon,
  });
  after(() => limited.close());
  const service = connect(limited);
  assert.deepEqual(await resetMfa(service, id), { outcome: 'removed' });
  assert.deepEqual(await resetMfa(service, id), { outcome: 'rate-limited', retryAt: new Date('2026-01-15T12:16:41Z') });
});
