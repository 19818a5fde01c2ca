// The contract suite against a live tenant: in these tests, a sandbox acts as the live tenant.
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished } from 'vitest';
import { listen } from '../support/loopback.ts';
import { copyTest, type ProjectCopy } from '../support/project-copy.ts';

const UNSCOPED = { clientId: 'unscoped', clientSecret: 'unscoped-s3cret', scopes: [] };
const COOKIE = 'session=cookie-s3cret; Path=/';
const TENANT = { clientId: 'operator', clientSecret: 'operator-s3cret' };
// Ids of the public service's shape.
const READ = 'tep_Read000000000001';
const DELETED = 'tep_Gone000000000001';
const KEPT = 'tep_Kept000000000001';
/** An enrollment by e-mail: its id is percent-encoded in a path. */
const DELETED_ENROLLMENT = 'email|dev_Gone000000000001';
const profile = (id: string) => ({ id, name: 'Partner tokens' });

/** Starts a tenant with two profiles and two enrollments; each test deletes at most one of each. */
async function startTenant(): Promise<Sandbox> {
  const sandbox = await startSandbox({
    clients: [TENANT, UNSCOPED],
    profiles: [profile(READ), profile(DELETED), profile(KEPT)],
    enrollments: [{ id: DELETED_ENROLLMENT }, { id: 'dev_Kept000000000001' }],
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

/** Lets a server listen until its test ends, and returns the base URL of its API. */
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
    const answer = await fetch(origin + url, { method, headers: { authorization: headers.authorization ?? '' } });
    const reply = change(request, {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    });
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

/** The changes of the public service, and header fields that no document has, with a cookie and the token in them. */
const withSurprise = (request: IncomingMessage, reply: Reply): Reply => {
  const { status, headers, body } = asPublicService(request, reply);
  const { authorization = '' } = request.headers;
  return { status, headers: { ...headers, 'x-surprise': 'yes', 'set-cookie': COOKIE, 'x-echo': authorization }, body };
};

const archiveOf = ({ root }: ProjectCopy) => readFile(join(root, 'reports/contract-live.har'), 'utf8');
const secrets = /s3cret|eyJ/;
/** Runs a command against the tenant that `writeVariables` configured. */
const runLive = (project: ProjectCopy, script: string, ...args: string[]) =>
  project.run(script, '--target', 'live', '--tenant', 'tenant.env', ...args);

describe('npm run test:contract -- --target live', () => {
  copyTest('passes on a tenant like the public service, prints its plan, and deletes nothing', async ({ project }) => {
    const sandbox = await startTenant();
    // The suite must wait for the rate limit.
    sandbox.fail({ operation: 'get_token-exchange-profiles_by_id', with: 429 });
    const statuses: number[] = [];
    const baseUrl = await serveBehind(sandbox, (request, reply) => {
      const changed = asPublicService(request, reply);
      statuses.push(changed.status);
      return changed;
    });
    await writeVariables(sandbox, baseUrl, project);

    const { status, output } = await runLive(project, 'scripts/contract.ts');

    expect(status, output).toBe(0);
    expect(output).toMatch(
      /^Calls the live tenant http:\/\/127\.0\.0\.1:\d+\/api\/v2 as client operator,\nwith tokens of http:\/\/127\.0\.0\.1:\d+\/oauth\/token\/ for the audience \/api\/v2\/:\n {2}GET \/token-exchange-profiles\/tep_Read000000000001: read/,
    );
    expect(output).toContain(
      'DELETE /guardian/enrollments/{id}: not called; to allow it, pass --allow-deletes and an id',
    );
    expect(output).toContain('returns 429 for a call above the rate limit: skipped: the suite does not exhaust');
    expect(output).toContain('returns 2XX for client credentials: skipped: no id to delete was passed');
    expect(statuses).toEqual(expect.arrayContaining([200, 400, 401, 403, 404, 429]));
    expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(output).not.toMatch(secrets);
    expect(await archiveOf(project)).not.toMatch(secrets);
  });
});

/** Starts a tenant that redirects every call of its API to another server. */
async function startRedirecting(target: string): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(307, { Location: new URL(target).origin + url, 'Content-Type': 'application/json' }).end('{}');
  });
  return serve(server);
}

describe('a tenant that redirects', () => {
  copyTest('is an error: the suite does not call the target of the redirect', async ({ project }) => {
    const sandbox = await startTenant();
    await writeVariables(sandbox, await startRedirecting(sandbox.baseUrl), project);

    const allowed = ['--allow-deletes', '--enrollment', DELETED_ENROLLMENT];
    const { status, output } = await runLive(project, 'scripts/contract.ts', ...allowed);

    expect(status, output).toBe(1);
    expect(output).toContain('307');
    expect(sandbox.requests.filter(({ operation }) => operation !== 'token')).toEqual([]);
    expect(sandbox.enrollments.has(DELETED_ENROLLMENT)).toBe(true);
  });
});

describe('a tenant that echoes the token in an unexpected response', () => {
  copyTest('does not make the suite print the token or write it to the archive', async ({ project }) => {
    const sandbox = await startTenant();
    const echo = createServer(({ headers: { authorization = '' } }, response) => {
      response.writeHead(400, { 'Content-Type': 'application/json', 'X-Echo': authorization });
      response.end(JSON.stringify({ message: authorization }));
    });
    await writeVariables(sandbox, await serve(echo), project);

    const { status, output } = await runLive(project, 'scripts/verify.ts');

    expect(status).toBe(1);
    expect(output).toContain('<redacted>');
    expect(output).not.toMatch(secrets);
    expect(await archiveOf(project)).not.toMatch(secrets);
  });
});

describe('npm run verify -- --target live', () => {
  copyTest('deletes only the ids of --profile and --enrollment, and reports the drift', async ({ project }) => {
    const sandbox = await startTenant();
    sandbox.profiles.set(READ, { ...profile(READ), tier: 'gold' });
    await writeVariables(sandbox, await serveBehind(sandbox, withSurprise), project);

    const allowed = ['--allow-deletes', '--profile', DELETED, '--enrollment', DELETED_ENROLLMENT];
    const { status, output } = await runLive(project, 'scripts/verify.ts', ...allowed);

    expect(status, output).toBe(0);
    expect(output).toContain(`DELETE /guardian/enrollments/${DELETED_ENROLLMENT}: DELETED, after attempts with wrong`);
    expect([...sandbox.profiles.keys()]).toEqual([READ, KEPT]);
    expect([...sandbox.enrollments.keys()]).toEqual(['dev_Kept000000000001']);
    const sent = sandbox.requests.filter(({ operation }) => operation === 'delete_guardian_enrollments_by_id');
    expect(new Set(sent.map(({ path }) => path))).toEqual(
      new Set(['/api/v2/guardian/enrollments/email%7Cdev_Gone000000000001']),
    );
    const rows = output.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toContain('| `GET /token-exchange-profiles/{id}` | 200 | undocumented fields | `tier` |');
    expect(output).toContain(
      'Every response has header fields that the document does not declare for it: `set-cookie`, `x-echo`, `x-surprise`.',
    );
    expect(rows).toContain('| `DELETE /guardian/enrollments/{id}` | 204 | status | documented only as `2XX` |');
    expect(await readFile(join(project.root, 'reports/drift.md'), 'utf8')).toContain(rows.join('\n'));
    expect(output).not.toMatch(secrets);
    expect(await archiveOf(project)).not.toMatch(secrets);
  });

  copyTest(
    'fails if the tenant sends a status that the document does not have, and reports it',
    async ({ project }) => {
      const sandbox = await startTenant();
      sandbox.fail({ operation: 'get_token-exchange-profiles_by_id', with: 500, times: 100 });
      await writeVariables(sandbox, sandbox.baseUrl, project);

      const { status, output } = await runLive(project, 'scripts/verify.ts');

      expect(status).toBe(1);
      expect(output).toContain('Unable to match the returned status code with those defined in the document');
      expect(output).toContain('| `GET /token-exchange-profiles/{id}` | 500 | status | not documented |');
    },
  );
});
