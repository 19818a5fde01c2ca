// Tests the response, the audit records and the alerts of the service for each outcome of a call to the tenant.
import type { Sandbox } from 'tenant-management-sandbox';
import { startSandbox } from 'tenant-management-sandbox';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createService, DELETE, ENROLLMENT, postReset, type ServiceOptions, startTenant } from './service.ts';

let tenant: Sandbox;
beforeAll(async () => {
  tenant = await startTenant();
});
beforeEach(() => tenant.reset());
afterAll(() => tenant.close());

interface Outcome {
  readonly title: string;
  /** Prepares the tenant. */
  readonly given?: () => void;
  readonly options?: ServiceOptions;
  readonly status: number;
  readonly enrollment: string;
  readonly code?: string;
  /** Part of the message. */
  readonly message?: string;
  readonly alerted?: boolean;
}
/** A delay that exceeds the timeout of the call, so that the client returns the 429 immediately. */
const RETRY_AFTER = { 'Retry-After': '120' };

test.each<Outcome>([
  { title: 'the tenant returns 204', status: 200, enrollment: 'removed' },
  {
    title: 'the tenant returns 404 to a retry, because the response of the first attempt was lost',
    given: () => tenant.fail({ operation: DELETE, with: 'truncate' }),
    status: 409,
    enrollment: 'not-found',
    code: 'enrollment_not_found',
    message: 'this call or an earlier one removed it',
  },
  {
    title: 'the tenant returns 404 to a retry, because the first attempt got a 429 and the id is wrong',
    given: () => {
      tenant.enrollments.clear();
      tenant.fail({ operation: DELETE, with: 429, headers: { 'Retry-After': '0' } });
    },
    status: 409,
    enrollment: 'not-found',
    code: 'enrollment_not_found',
    message: 'it was removed before',
  },
  {
    title: 'the tenant returns 404 to the first attempt',
    given: () => tenant.enrollments.clear(),
    status: 409,
    enrollment: 'not-found',
    code: 'enrollment_not_found',
  },
  {
    title: 'the tenant returns 401, also after a new token',
    given: () => tenant.fail({ operation: DELETE, with: 401, times: Number.POSITIVE_INFINITY }),
    status: 500,
    enrollment: 'not-removed',
    code: 'service_misconfigured',
    alerted: true,
  },
  {
    title: 'the tenant returns 403, because the service has no scope to delete enrollments',
    options: { credentials: { clientId: 'reader', clientSecret: 'reader-secret' } },
    status: 500,
    enrollment: 'not-removed',
    code: 'service_misconfigured',
    alerted: true,
  },
  {
    title: 'the tenant returns 429',
    given: () => tenant.fail({ operation: DELETE, with: 429, headers: RETRY_AFTER }),
    status: 503,
    enrollment: 'not-removed',
    code: 'tenant_busy',
  },
  {
    title: 'the tenant returns 429 to a retry, and the response of the first attempt was lost',
    given: () => {
      tenant.fail({ operation: DELETE, with: 'truncate' });
      tenant.fail({ operation: DELETE, with: 429, headers: RETRY_AFTER });
    },
    status: 503,
    enrollment: 'unknown',
    code: 'tenant_busy',
  },
  {
    title: 'the tenant returns 400 to a retry, and the first attempt got a 429',
    given: () => {
      tenant.fail({ operation: DELETE, with: 429, headers: { 'Retry-After': '0' } });
      tenant.fail({ operation: DELETE, with: 400 });
    },
    status: 502,
    enrollment: 'not-removed',
    code: 'tenant_error',
  },
  {
    title: 'the tenant returns 503 and then 401, and the token endpoint gives no new token',
    given: () => {
      tenant.fail({ operation: DELETE, with: 503, headers: { 'Retry-After': '0' } });
      tenant.fail({ operation: DELETE, with: 401 });
      tenant.fail({
        operation: 'token',
        with: 401,
        match: () => tenant.requests.some(({ method }) => method === 'DELETE'),
      });
    },
    status: 502,
    enrollment: 'unknown',
    code: 'token_unavailable',
    alerted: true,
  },
  {
    title: 'the tenant returns 400',
    given: () => tenant.fail({ operation: DELETE, with: 400 }),
    status: 502,
    enrollment: 'not-removed',
    code: 'tenant_error',
  },
  {
    title: 'the tenant returns 500',
    given: () => tenant.fail({ operation: DELETE, with: 500 }),
    status: 502,
    enrollment: 'unknown',
    code: 'tenant_error',
  },
  {
    title: 'the tenant returns an HTML page with 200',
    given: () => tenant.fail({ operation: DELETE, with: 'html' }),
    status: 502,
    enrollment: 'unknown',
    code: 'tenant_error',
  },
  {
    title: 'the tenant does not respond before the timeout',
    given: () => tenant.fail({ operation: DELETE, with: 'stall' }),
    options: { timeout: 100 },
    status: 504,
    enrollment: 'unknown',
    code: 'tenant_timeout',
  },
  {
    title: 'the connection to the tenant is reset',
    given: () => tenant.fail({ operation: DELETE, with: 'reset' }),
    options: { retry: 0 },
    status: 502,
    enrollment: 'unknown',
    code: 'tenant_unreachable',
  },
  {
    title: 'the token endpoint does not accept the client secret',
    options: { credentials: { clientId: 'reader', clientSecret: 'wrong-secret' } },
    status: 502,
    enrollment: 'not-removed',
    code: 'token_unavailable',
    alerted: true,
  },
  {
    title: 'the connections to the token endpoint are reset',
    given: () => tenant.fail({ operation: 'token', with: 'reset', times: Number.POSITIVE_INFINITY }),
    status: 502,
    enrollment: 'not-removed',
    code: 'token_unavailable',
    alerted: true,
  },
])(
  'returns $status and records "$enrollment" if $title',
  async ({ given, options, status, enrollment, code, message = '', alerted = false }) => {
    given?.();
    const { app, audit, alerts } = createService(tenant, options);
    const response = await postReset(app);
    const body = await response.json();
    expect(response.status).toBe(status);
    expect([body.enrollment, body.code]).toEqual([enrollment, code]);
    expect(body.message).toContain(message);
    expect(audit.map((record) => record.event)).toEqual(['requested', 'finished']);
    expect(audit[1]).toMatchObject({ resetId: body.resetId, caller: 'alice', enrollmentId: ENROLLMENT, enrollment });
    expect(alerts.map(({ details }) => details)).toEqual(
      alerted ? [expect.objectContaining({ resetId: body.resetId, code })] : [],
    );
  },
);

test('sends the Retry-After of the tenant to the caller', async () => {
  tenant.fail({ operation: DELETE, with: 429, headers: RETRY_AFTER });
  const response = await postReset(createService(tenant).app);
  expect(response.headers.get('Retry-After')).toBe('120');
});

test('sends the seconds until the rate limit resets in Retry-After if the tenant sends only X-RateLimit-Reset', async () => {
  // One call is allowed immediately, and the next call 1,000 seconds later.
  const noon = Date.parse('2026-01-15T12:00:00Z');
  const limited = await startSandbox({ rateLimit: { limit: 1, perSecond: 0.001 }, clock: () => noon });
  const { app } = createService(limited);
  await postReset(app);
  const response = await postReset(app);
  await limited.close();
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '1001']);
});

test('sends a default Retry-After if the response of the tenant has no Retry-After and no X-RateLimit-Reset', async () => {
  const withoutTime = async () => new Response('{}', { status: 429 });
  const fetch = (request: Request) => (request.method === 'DELETE' ? withoutTime() : globalThis.fetch(request));
  const response = await postReset(createService(tenant, { fetch, retry: 0 }).app);
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '30']);
});
