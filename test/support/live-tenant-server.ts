import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { onTestFinished } from 'vitest';
import { listen } from './loopback.ts';
import type { ProjectCopy } from './project-copy.ts';

const UNSCOPED = { clientId: 'unscoped', clientSecret: 'unscoped-s3cret', scopes: [] };
const COOKIE = 'session=cookie-s3cret; Path=/';
const TENANT = { clientId: 'operator', clientSecret: 'operator-s3cret' };
// These ids have the same format as the ids of the public service with this API (see packages/sandbox/README.md).
export const READ = 'tep_Read000000000001';
export const KEPT = 'tep_Kept000000000001';
/** Id of an enrollment by email. The `|` must be percent-encoded in a path. */
export const DELETED_ENROLLMENT = 'email|dev_Deleted000000001';
export const KEPT_ENROLLMENT = 'dev_Kept000000000001';
export const profile = (id: string) => ({ id, name: 'Partner tokens' });

/** Starts a tenant with two profiles and two enrollments. */
export async function startTenant(): Promise<Sandbox> {
  const sandbox = await startSandbox({
    clients: [TENANT, UNSCOPED],
    profiles: [profile(READ), profile(KEPT)],
    enrollments: [{ id: DELETED_ENROLLMENT }, { id: KEPT_ENROLLMENT }],
    rateLimit: false,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Writes the file of variables with which a user configures the tenant. */
export async function writeVariables({ tokenUrl }: Sandbox, baseUrl: string, { root }: ProjectCopy): Promise<void> {
  const variables = {
    TENANT_BASE_URL: baseUrl,
    TENANT_TOKEN_URL: tokenUrl,
    TENANT_AUDIENCE: '/api/v2/',
    TENANT_CLIENT_ID: TENANT.clientId,
    TENANT_CLIENT_SECRET: TENANT.clientSecret,
    TENANT_UNSCOPED_CLIENT_ID: UNSCOPED.clientId,
    TENANT_UNSCOPED_CLIENT_SECRET: UNSCOPED.clientSecret,
    TENANT_PROFILE_ID: READ,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(root, 'tenant.env'), lines.join(''));
}

/** A response of a tenant. */
export interface TenantResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Starts a server that forwards requests to a sandbox and changes the responses; returns the base URL of its API. */
export async function serveBehind(
  sandbox: Sandbox,
  change: (request: IncomingMessage, original: TenantResponse) => TenantResponse,
): Promise<string> {
  const { origin } = new URL(sandbox.baseUrl);
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const original = await fetch(origin + url, { method, headers: { authorization: headers.authorization ?? '' } });
    const fields = Object.fromEntries(original.headers);
    const changed = change(request, { status: original.status, headers: fields, body: await original.text() });
    response.writeHead(changed.status, changed.headers).end(changed.body);
  });
  return `${await listen(server)}/api/v2`;
}

/** Creates an error response with the fields that the public service sends. */
const failure = (statusCode: number, error: string, message: string, more: object = {}): TenantResponse => ({
  status: statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ statusCode, error, message, ...more }),
});

/** Changes a response of the sandbox into the response of the public service. An invalid id gets 400. */
export function asPublicService({ url = '', headers }: IncomingMessage, original: TenantResponse): TenantResponse {
  if (headers.authorization === undefined) return failure(401, 'Unauthorized', 'Missing authentication');
  const [, token = ''] = headers.authorization.split(' ');
  if (token.split('.').length !== 3) return failure(400, 'Bad Request', 'Bad HTTP authentication header format');
  const { 'content-type': _type, ...fields } = original.headers;
  if (original.status === 204) return { ...original, headers: fields };
  if (original.status === 401) return failure(401, 'Unauthorized', 'Invalid token');
  if (!/\/(tep_\w{16}|[\w|%]*dev_\w{16})(\?|$)/.test(url)) return failure(400, 'Bad Request', 'Path validation error');
  if (original.status === 403) return failure(403, 'Forbidden', 'Insufficient scope, expected any of: read:x');
  if (original.status === 404) return failure(404, 'Not Found', 'Token exchange profile not found.');
  return { ...original, headers: { ...fields, 'content-type': 'application/json; charset=utf-8' } };
}

/**
 * Changes a response as `asPublicService` does, and adds undocumented header fields. One of these fields contains a
 * cookie, and another one contains the token.
 */
export const withUndocumentedFields = (request: IncomingMessage, original: TenantResponse): TenantResponse => {
  const { status, headers, body } = asPublicService(request, original);
  const { authorization = '' } = request.headers;
  return { status, headers: { ...headers, 'x-surprise': 'yes', 'set-cookie': COOKIE, 'x-echo': authorization }, body };
};

export const contractReportOf = ({ root }: ProjectCopy) => readFile(join(root, 'reports/contract-live.json'), 'utf8');
export const secrets = /s3cret|eyJ/;
/** Runs a script with `--target live` against the tenant that `writeVariables` configured. */
export const runLive = (project: ProjectCopy, script: string, ...args: string[]) =>
  project.run(script, '--target', 'live', '--tenant', 'tenant.env', ...args);
