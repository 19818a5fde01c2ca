// Tests which callers and which requests the service accepts, and what the service writes to the audit log.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import type { Sandbox } from 'tenant-management-sandbox';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { AuditRecord } from '../src/audit-log.ts';
import { createService, DELETE, ENROLLMENT, postReset, startTenant, VALID_BODY } from './service.ts';

let tenant: Sandbox;
beforeAll(async () => {
  tenant = await startTenant();
});
beforeEach(() => tenant.reset());
afterAll(() => tenant.close());

const deletes = () => tenant.requests.filter(({ operation }) => operation === DELETE).length;

test.each([
  ['401 to a caller that is not authenticated', undefined, 401, 'unauthenticated'],
  ['403 to a caller that is not allowed to reset MFA', { id: 'bob', mayResetMfa: false }, 403, 'forbidden'],
])('returns %s, and sends nothing to the tenant', async (_title, caller, status, code) => {
  const { app, audit } = createService(tenant, { authenticate: async () => caller });
  const response = await postReset(app);
  expect([response.status, (await response.json()).code]).toEqual([status, code]);
  expect([tenant.requests.length, audit.length]).toEqual([0, 0]);
});

test('returns 500 and alerts if the authentication of the caller fails with an error', async () => {
  const authenticate = () => Promise.reject(new Error('The identity provider did not respond'));
  const { app, alerts } = createService(tenant, { authenticate });
  const response = await postReset(app);
  expect([response.status, alerts.length, tenant.requests.length]).toEqual([500, 1, 0]);
});

test.each([
  ['a body that is not JSON', '{'],
  ['a body that is not an object', 'null'],
  ['a request without enrollmentId', '{"ticket":"HD-1042"}'],
  ['an enrollmentId that is not a string', '{"enrollmentId":1,"ticket":"HD-1042"}'],
  ['an enrollmentId that is a path', '{"enrollmentId":"../users","ticket":"HD-1042"}'],
  ['an enrollmentId that is a dot segment', '{"enrollmentId":"..","ticket":"HD-1042"}'],
  ['a ticket with a line break', JSON.stringify({ enrollmentId: ENROLLMENT, ticket: 'HD-1042\n' })],
])('rejects %s with 400, and sends nothing to the tenant', async (_title, body) => {
  const { app, audit } = createService(tenant);
  const response = await postReset(app, body);
  expect([response.status, (await response.json()).code]).toEqual([400, 'invalid_request']);
  expect([tenant.requests.length, audit.length]).toEqual([0, 0]);
});

test('rejects a form with 415, because other sites can send forms without a CORS preflight', async () => {
  const response = await postReset(createService(tenant).app, VALID_BODY, { 'Content-Type': 'text/plain' });
  expect([response.status, tenant.requests.length]).toEqual([415, 0]);
});

test('rejects a large body with 413', async () => {
  const response = await postReset(createService(tenant).app, ' '.repeat(5000));
  expect([response.status, tenant.requests.length]).toEqual([413, 0]);
});

test('returns 404 for a URL that does not exist', async () => {
  const response = await createService(tenant).app.request('/mfa-reset', { method: 'POST' });
  expect([response.status, (await response.json()).code]).toEqual([404, 'unknown_url']);
});

test('records who asked for what and when, and the outcome', async () => {
  const { app, audit } = createService(tenant);
  const { resetId } = await (await postReset(app)).json();
  const record = { resetId, caller: 'alice', ticket: 'HD-1042', enrollmentId: ENROLLMENT };
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(audit).toEqual([
    { at, event: 'requested', ...record },
    { at, event: 'finished', ...record, enrollment: 'removed' },
  ]);
});

test('stores the first audit record before it calls the tenant', async () => {
  const deletesBefore: number[] = [];
  await postReset(createService(tenant, { writeAudit: async () => void deletesBefore.push(deletes()) }).app);
  expect(deletesBefore).toEqual([0, 1]);
});

test('sends nothing to the tenant and alerts if the audit log is not writable', async () => {
  const writeAudit = () => Promise.reject(new Error('The disk is full'));
  const { app, alerts } = createService(tenant, { writeAudit });
  const response = await postReset(app);
  expect(response.status).toBe(500);
  expect(await response.json()).toMatchObject({ code: 'audit_unavailable', enrollment: 'not-removed' });
  expect([deletes(), alerts.length]).toEqual([0, 1]);
});

test('returns the outcome and alerts if only the second audit record cannot be written', async () => {
  const writeAudit = async ({ event }: AuditRecord) => {
    if (event === 'finished') throw new Error('The disk is full');
  };
  const { app, alerts } = createService(tenant, { writeAudit });
  const response = await postReset(app);
  expect(await response.json()).toMatchObject({ enrollment: 'removed' });
  expect(alerts).toEqual([expect.objectContaining({ details: expect.objectContaining({ enrollment: 'removed' }) })]);
});

test('puts no secret and no access token into responses, audit records and alerts', async () => {
  const credentials = { clientId: 'reader', clientSecret: 'reader-secret' };
  const tokens: string[] = [];
  const fetch = (request: Request, init: RequestInit) => {
    tokens.push(...(request.headers.get('Authorization')?.split(' ').slice(1) ?? []));
    return globalThis.fetch(request, init);
  };
  const refused = createService(tenant, { credentials, fetch });
  const wrong = createService(tenant, { credentials: { ...credentials, clientSecret: 'wrong-secret' }, fetch });
  const responses = [await postReset(refused.app), await postReset(wrong.app)];
  const output = JSON.stringify([
    await Promise.all(responses.map((response) => response.text())),
    [refused, wrong].map(({ audit, alerts }) => [audit, alerts]),
  ]);
  expect([refused.alerts.length, wrong.alerts.length, tokens.length]).toEqual([1, 1, 1]);
  for (const secret of ['reader-secret', 'wrong-secret', ...tokens]) expect(output).not.toContain(secret);
});

test('finishes the call and records its outcome if the caller disconnects', async () => {
  const disconnected = Promise.withResolvers<void>();
  // The tenant gets the DELETE only after the caller has disconnected.
  const fetch = async (request: Request, init: RequestInit) => {
    if (request.method === 'DELETE') await disconnected.promise;
    return globalThis.fetch(request, init);
  };
  const { app, audit } = createService(tenant, { fetch });
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  // The cast is safe: the server listens on a TCP port.
  const { port } = server.address() as AddressInfo;
  const caller = new AbortController();
  const call = globalThis.fetch(`http://127.0.0.1:${port}/mfa-resets`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: VALID_BODY,
    signal: caller.signal,
  });
  await vi.waitFor(() => expect(audit.length).toBe(1));
  caller.abort();
  await expect(call).rejects.toThrow('aborted');
  // The callback of close() runs as soon as the server detects that the connection is closed.
  await new Promise((resolve) => server.close(resolve));
  disconnected.resolve();
  await vi.waitFor(() => expect(audit[1]).toMatchObject({ event: 'finished', enrollment: 'removed' }));
  expect(tenant.enrollments.has(ENROLLMENT)).toBe(false);
});
