// Tests what a caller and the operator read after each outcome of a DELETE.
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { type Fault, startSandbox } from 'tenant-management-sandbox';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { type EnrollmentState, removeEnrollment } from '../src/removal.ts';

const tenant = await startSandbox({ enrollments: [{ id: 'dev_1' }], rateLimit: false });
beforeEach(() => tenant.reset());
afterAll(() => tenant.close());
// A backoff is a random part of a maximum, so every backoff is now zero.
vi.spyOn(Math, 'random').mockReturnValue(0);

const NOW = { 'Retry-After': '0' };
/** A delay that exceeds the timeout of the call, so that the client returns the 429 immediately. */
const LATER = { 'Retry-After': '120' };
const noSecondToken: Fault = { operation: 'token', with: ['pass', 401] };
const removedBefore = 'it was removed before, or the id is wrong';
const removedByCall = 'this call or an earlier one removed it, or the id is wrong';
const alerted = 'Its operator was alerted';

test.each<[what: string, enrollment: EnrollmentState, status: number, message: string, ...faults: Fault[]]>([
  ['a 204', 'removed', 200, 'was removed'],
  ['a 404', 'not-found', 409, removedBefore, { with: 404 }],
  ['a 429 and a 404', 'not-found', 409, removedBefore, { with: [429, 404], headers: NOW }],
  ['a lost response and a 404', 'not-found', 409, removedByCall, { with: 'truncate' }],
  ['a 401 for each token', 'not-removed', 500, alerted, { with: 401, times: Infinity }],
  ['a 503 and a 403', 'unknown', 500, alerted, { with: [503, 403], headers: NOW }],
  ['a 429', 'not-removed', 503, 'Try again later', { with: 429, headers: LATER }],
  ['a lost response and a 429', 'unknown', 503, 'Try again later', { with: ['truncate', 429], headers: LATER }],
  ['a 400', 'not-removed', 502, 'unexpected response', { with: 400 }],
  ['a 500', 'unknown', 502, 'unexpected response', { with: 500 }],
  ['no response before the timeout', 'unknown', 504, 'did not respond in time', { with: 'stall' }],
  ['connections that are reset', 'unknown', 502, 'did not respond', { with: 'reset', times: Infinity }],
  ['no token', 'not-removed', 502, alerted, { operation: 'token', with: 401 }],
  ['reset token requests', 'not-removed', 502, alerted, { operation: 'token', with: 'reset', times: Infinity }],
  ['a 503, a 401 and no new token', 'unknown', 502, alerted, { with: [503, 401] }, noSecondToken],
])('after %s, the enrollment is "%s" and the status is %i', async (_what, enrollment, status, message, ...faults) => {
  for (const fault of faults) tenant.fail(fault);
  const auth = clientCredentials(tenant.credentials);
  const management = createManagementClient({ baseUrl: tenant.baseUrl, auth, timeout: 2_000 });
  const removal = await removeEnrollment(management, 'dev_1');
  expect(removal).toMatchObject({ enrollment, status, message: expect.stringContaining(message) });
  expect(removal.alert ?? false).toBe(message === alerted);
});

test('if the host of the tenant is unknown, the enrollment is "not-removed"', async () => {
  const cause = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' });
  const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
  const management = createManagementClient({ baseUrl: tenant.baseUrl, auth: 't0ken', fetch, retry: 0 });
  expect(await removeEnrollment(management, 'dev_1')).toMatchObject({ enrollment: 'not-removed', status: 502 });
});
