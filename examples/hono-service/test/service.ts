import { clientCredentials, createManagementClient, type Fetch } from 'tenant-management-client';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { createApp } from '../src/app.ts';
import type { AuditRecord, WriteAudit } from '../src/audit-log.ts';
import type { Authenticate } from '../src/callers.ts';

export const ENROLLMENT = 'dev_3KfPz8uWn5aXoQ6e';
export const DELETE = 'delete_guardian_enrollments_by_id';
export const VALID_BODY = JSON.stringify({ enrollmentId: ENROLLMENT, ticket: 'HD-1042' });

/** Starts a tenant with one enrollment and a client without the scope to delete it. */
export const startTenant = () =>
  startSandbox({
    enrollments: [{ id: ENROLLMENT }],
    rateLimit: false,
    clients: [{ clientId: 'reader', clientSecret: 'reader-secret', scopes: ['read:token_exchange_profiles'] }],
  });

export interface ServiceOptions {
  readonly credentials?: { clientId: string; clientSecret: string };
  readonly timeout?: number;
  readonly retry?: number;
  readonly fetch?: Fetch;
  readonly authenticate?: Authenticate;
  readonly writeAudit?: WriteAudit;
}

/** Creates the service for a tenant. The returned lists fill while the service runs. */
export function createService(tenant: Sandbox, options: ServiceOptions = {}) {
  const { credentials = tenant.credentials, timeout = 10_000, retry, fetch } = options;
  const audit: AuditRecord[] = [];
  const alerts: { message: string; details: object }[] = [];
  const management = createManagementClient({
    baseUrl: tenant.baseUrl,
    auth: clientCredentials(credentials),
    timeout,
    retry,
    ...(fetch === undefined ? {} : { fetch }),
  });
  const app = createApp({
    management,
    authenticate: options.authenticate ?? (async () => ({ id: 'alice', mayResetMfa: true })),
    writeAudit: options.writeAudit ?? (async (record) => void audit.push(record)),
    alert: (message, details) => alerts.push({ message, details }),
  });
  return { app, audit, alerts };
}

/** Sends a reset to the service. */
export const postReset = (app: ReturnType<typeof createApp>, body = VALID_BODY, headers = {}): Promise<Response> =>
  Promise.resolve(
    app.request('/mfa-resets', { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body }),
  );
