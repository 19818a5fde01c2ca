// The contract suite against a live tenant: in these tests, a sandbox acts as the live tenant. Each run takes seconds, so
// the tests share two runs: one in which the suite passes, and one in which it fails.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { expect, onTestFinished } from 'vitest';
import { listen } from '../support/loopback.ts';
import { copyTest, type ProjectCopy } from '../support/project-copy.ts';

const UNSCOPED = { clientId: 'unscoped', clientSecret: 'unscoped-s3cret', scopes: [] };
const COOKIE = 'session=cookie-s3cret; Path=/';
const TENANT = { clientId: 'operator', clientSecret: 'operator-s3cret' };
// Ids of the public service's shape.
const READ = 'tep_Read000000000001';
const KEPT = 'tep_Kept000000000001';
/** An enrollment by e-mail: its id is percent-encoded in a path. */
const DELETED_ENROLLMENT = 'email|dev_Deleted000000001';
const KEPT_ENROLLMENT = 'dev_Kept000000000001';
const profile = (id: string) => ({ id, name: 'Partner tokens' });

/** Starts a tenant with two profiles and two enrollments. */
async function startTenant(): Promise<Sandbox> {
  const sandbox = await startSandbox({
    clients: [TENANT, UNSCOPED],
    profiles: [profile(READ), profile(KEPT)],
    enrollments: [{ id: DELETED_ENROLLMENT }, { id: KEPT_ENROLLMENT }],
    rateLimit: false,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Writes the file of variables that configures the tenant, as a user does. */
async function writeVariables({ tokenUrl }: Sandbox, baseUrl: string, { root }: ProjectCopy): Promise<void> {
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

/** Starts a server until its test ends, and returns the base URL of its API. */
const serve = async (server: Server): Promise<string> => `${await listen(server)}/api/v2`;

/** A response of a tenant. */
interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Serves a sandbox behind a server that changes its responses, and returns the base URL of its API. */
function serveBehind(sandbox: Sandbox, change: (request: IncomingMessage, reply: Reply) => Reply): Promise<string> {
  const { origin } = new URL(sandbox.baseUrl);
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const original = await fetch(origin + url, { method, headers: { authorization: headers.authorization ?? '' } });
    const { status, headers: fields } = original;
    const reply = change(request, { status, headers: Object.fromEntries(fields), body: await original.text() });
    response.writeHead(reply.status, reply.headers).end(reply.body);
  });
  return serve(server);
}

/** A failure with the fields of the public service. */
const failure = (statusCode: number, error: string, message: string, more: object = {}): Reply => ({
  status: statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ statusCode, error, message, ...more }),
});

/** Responds as recorded traffic of the public service does, and to a profile id of another shape with 400. */
function asPublicService({ url = '', headers }: IncomingMessage, reply: Reply): Reply {
  const [, token = ''] = headers.authorization?.split(' ') ?? [];
  if (token.split('.').length !== 3) return failure(400, 'Bad Request', 'Bad HTTP authentication header format');
  const { 'content-type': _type, ...fields } = reply.headers;
  if (reply.status === 204) return { ...reply, headers: fields };
  if (reply.status === 401) return failure(401, 'Unauthorized', 'Invalid token');
  if (!/\/(tep_\w{16}|[\w|%]*dev_\w{16})(\?|$)/.test(url)) return failure(400, 'Bad Request', 'Path validation error');
  if (reply.status === 403) return failure(403, 'Forbidden', 'Insufficient scope, expected any of: read:x');
  if (reply.status === 404) return failure(404, 'Not Found', 'Token exchange profile not found.');
  return { ...reply, headers: { ...fields, 'content-type': 'application/json; charset=utf-8' } };
}

/** Also sends header fields that the document does not have, with a cookie and the token in them. */
const withUndocumentedFields = (request: IncomingMessage, reply: Reply): Reply => {
  const { status, headers, body } = asPublicService(request, reply);
  const { authorization = '' } = request.headers;
  return { status, headers: { ...headers, 'x-surprise': 'yes', 'set-cookie': COOKIE, 'x-echo': authorization }, body };
};

/** Violates the document in three ways: the read fails with 500, one delete echoes the token, the other one redirects. */
const breakEveryOperation =
  (redirectTarget: string) =>
  ({ method, url = '', headers: { authorization = '' } }: IncomingMessage): Reply => {
    const json = { 'content-type': 'application/json' };
    if (method === 'GET') return { status: 500, headers: json, body: '{}' };
    if (url.includes('/token-exchange-profiles/')) {
      return {
        status: 400,
        headers: { ...json, 'x-echo': authorization },
        body: JSON.stringify({ message: authorization }),
      };
    }
    return { status: 307, headers: { ...json, location: new URL(redirectTarget).origin + url }, body: '{}' };
  };

const archiveOf = ({ root }: ProjectCopy) => readFile(join(root, 'reports/contract-live.har'), 'utf8');
const secrets = /s3cret|eyJ/;
/** Runs `npm run verify` against the tenant that `writeVariables` configured. */
const verifyLive = (project: ProjectCopy, ...args: string[]) =>
  project.run('scripts/verify.ts', '--target', 'live', '--tenant', 'tenant.env', ...args);

copyTest(
  'npm run verify passes on a live tenant, deletes only the ids that were passed, and reports the drift',
  async ({ project }) => {
    const sandbox = await startTenant();
    sandbox.profiles.set(READ, { ...profile(READ), tier: 'gold' });
    // The suite must wait for the rate limit.
    sandbox.fail({ operation: 'get_token-exchange-profiles_by_id', with: 429 });
    const statuses: number[] = [];
    const baseUrl = await serveBehind(sandbox, (request, reply) => {
      const changed = withUndocumentedFields(request, reply);
      statuses.push(changed.status);
      return changed;
    });
    await writeVariables(sandbox, baseUrl, project);

    const { status, output } = await verifyLive(project, '--allow-deletes', '--enrollment', DELETED_ENROLLMENT);

    expect(status, output).toBe(0);
    // The plan.
    expect(output).toMatch(
      /^Calls the live tenant http:\/\/127\.0\.0\.1:\d+\/api\/v2 as client operator,\nwith tokens of http:\/\/127\.0\.0\.1:\d+\/oauth\/token\/ for the audience \/api\/v2\/:\n {2}GET \/token-exchange-profiles\/tep_Read000000000001: read/,
    );
    expect(output).toContain(
      'DELETE /token-exchange-profiles/{id}: not called; to allow it, pass --allow-deletes and an id',
    );
    expect(output).toContain(
      `DELETE /guardian/enrollments/${DELETED_ENROLLMENT}: DELETED, after attempts with invalid`,
    );
    // The skipped situations.
    expect(output).toContain('returns 429 for a call above the rate limit: skipped: the suite does not exhaust');
    expect(output).toContain('returns 2XX for client credentials: skipped: no id to delete was passed');
    // The calls.
    expect(statuses).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 429]));
    const deletes = sandbox.requests.filter(({ method }) => method === 'DELETE');
    expect(new Set(deletes.map(({ path }) => path))).toEqual(
      new Set(['/api/v2/guardian/enrollments/email%7Cdev_Deleted000000001']),
    );
    expect([...sandbox.enrollments.keys()]).toEqual([KEPT_ENROLLMENT]);
    expect([...sandbox.profiles.keys()]).toEqual([READ, KEPT]);
    // The report.
    const rows = output.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toContain('| `GET /token-exchange-profiles/{id}` | 200 | undocumented fields | `tier` |');
    expect(rows).toContain('| `DELETE /guardian/enrollments/{id}` | 204 | status | documented only as `2XX` |');
    expect(output).toContain(
      'Every response has header fields that the document does not declare for it: `set-cookie`, `x-echo`, `x-surprise`.',
    );
    expect(await readFile(join(project.root, 'reports/drift.md'), 'utf8')).toContain(rows.join('\n'));
    expect(output).not.toMatch(secrets);
    expect(await archiveOf(project)).not.toMatch(secrets);
  },
);

copyTest(
  'npm run verify fails on undocumented statuses, follows no redirect, and prints no echoed token',
  async ({ project }) => {
    const sandbox = await startTenant();
    const redirectTarget = await startTenant();
    const respond = breakEveryOperation(redirectTarget.baseUrl);
    const deleted = new Set<string>();
    const baseUrl = await serveBehind(sandbox, (request) => {
      if (request.method === 'DELETE') deleted.add(request.url ?? '');
      return respond(request);
    });
    await writeVariables(sandbox, baseUrl, project);

    const ids = ['--profile', KEPT, '--enrollment', DELETED_ENROLLMENT];
    const { status, output } = await verifyLive(project, '--allow-deletes', ...ids);

    expect(status, output).toBe(1);
    expect(deleted).toEqual(
      new Set([`/api/v2/token-exchange-profiles/${KEPT}`, '/api/v2/guardian/enrollments/email%7Cdev_Deleted000000001']),
    );
    expect(output).toContain('Unable to match the returned status code with those defined in the document');
    expect(output).toContain('| `GET /token-exchange-profiles/{id}` | 500 | status | not documented |');
    expect(output).toContain('307');
    expect(redirectTarget.requests).toEqual([]);
    expect(output).toContain('<redacted>');
    expect(output).not.toMatch(secrets);
    expect(await archiveOf(project)).not.toMatch(secrets);
  },
);
