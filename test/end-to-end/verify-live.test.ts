// Tests `npm run verify` and `npm run test:contract` with a live tenant, which is a sandbox behind a server that changes
// its responses.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startSandbox } from 'tenant-management-sandbox';
import { expect, onTestFinished } from 'vitest';
import { copyTest } from '../support/copy-test.ts';
import type { ProjectCopy } from '../support/project-copy.ts';
import { type FaultyServer, READ_ID, type Serve, startFaultyServer } from './faulty-servers/faulty-server.ts';

const KEPT_ID = 'tep_Gone000000000001';
/** Id of an enrollment by email. The `|` must be percent-encoded in a path. */
const ENROLLMENT_ID = 'email|dev_Deleted000000001';
const SECRETS = /-secret|eyJ/;

/** Starts a tenant, and writes the file of variables with which a user configures it. */
async function startTenant({ root }: ProjectCopy, serve: Serve): Promise<FaultyServer> {
  const server = await startFaultyServer();
  onTestFinished(() => server.close());
  server.serveWith(serve);
  server.sandbox.enrollments.set(ENROLLMENT_ID, { id: ENROLLMENT_ID });
  const { baseUrl, tokenUrl, audience, client, withoutScopes } = server.tenant;
  const variables = {
    TENANT_BASE_URL: baseUrl,
    TENANT_TOKEN_URL: tokenUrl,
    TENANT_AUDIENCE: audience,
    TENANT_CLIENT_ID: client.clientId,
    TENANT_CLIENT_SECRET: client.clientSecret,
    TENANT_UNSCOPED_CLIENT_ID: withoutScopes?.clientId,
    TENANT_UNSCOPED_CLIENT_SECRET: withoutScopes?.clientSecret,
    TENANT_PROFILE_ID: READ_ID,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(root, 'tenant.env'), lines.join(''));
  return server;
}

const runLive = (project: ProjectCopy, script: string, ...args: string[]) =>
  project.run(script, '--target', 'live', '--tenant', 'tenant.env', ...args);

const contractReportOf = ({ root }: ProjectCopy) => readFile(join(root, 'reports/contract-live.json'), 'utf8');

copyTest('npm run test:contract -- --target live sends no DELETE without --allow-deletes', async ({ project }) => {
  const { sandbox } = await startTenant(project, (request, { send }) => send(request));

  const { status, output } = await runLive(project, 'scripts/contract.ts');

  expect(status, output).toBe(0);
  expect(sandbox.requests.map(({ method }) => method)).toContain('GET');
  expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

copyTest(
  'npm run verify passes on a live tenant, deletes only the ids that were passed, and reports the differences',
  async ({ project }) => {
    const statuses: number[] = [];
    const { sandbox } = await startTenant(project, async (request, { send }) => {
      const response = await send(request);
      if (request.url.includes('/oauth/')) return response;
      statuses.push(response.status);
      const fields = { 'x-surprise': 'yes', 'set-cookie': 'session=cookie-secret; Path=/' };
      const echo = { 'x-echo': request.headers.get('authorization') ?? '' };
      const headers = { ...Object.fromEntries(response.headers), ...fields, ...echo };
      return new Response(response.body, { status: response.status, headers });
    });
    Object.assign(sandbox.profiles.get(READ_ID) ?? {}, { tier: 'gold' });
    // One read gets a 429 response, so the suite must retry it.
    sandbox.fail({ operation: 'get_token-exchange-profiles_by_id', with: 429 });
    const enrollments = [...sandbox.enrollments.keys()];
    const profiles = [...sandbox.profiles.keys()];

    const ids = ['--enrollment', ENROLLMENT_ID];
    const { status, output } = await runLive(project, 'scripts/verify.ts', '--allow-deletes', ...ids);

    expect(status, output).toBe(0);
    // The suite prints the calls before it makes them.
    expect(output).toMatch(
      /^Calls the live tenant http:\/\/127\.0\.0\.1:\d+\/api\/v2 as client sandbox-client,\nwith tokens of http:\/\/127\.0\.0\.1:\d+\/oauth\/token\/ for the audience \/api\/v2\/:\n {2}GET \/token-exchange-profiles\/tep_Read000000000001: read/,
    );
    expect(output).toContain(
      'DELETE /token-exchange-profiles/{id}: not called: no id to delete was passed; to delete an item, pass --allow-deletes',
    );
    expect(output).toContain(
      `DELETE /guardian/enrollments/${ENROLLMENT_ID}: DELETES THE ITEM, after calls with invalid`,
    );
    // The suite prints the reason for each skipped test.
    expect(output).toContain('returns 429 for a call above the rate limit: skipped: the suite does not exhaust');
    expect(output).toContain('4XX or 501, for a token without scopes: skipped: no id to delete was passed');
    // The suite deletes only the enrollment whose id was passed.
    expect(statuses).toEqual(expect.arrayContaining([200, 204, 400, 401, 403, 404, 429]));
    const deletes = sandbox.requests.filter(({ method }) => method === 'DELETE');
    expect(new Set(deletes.map(({ path }) => path))).toEqual(
      new Set(['/api/v2/guardian/enrollments/email%7Cdev_Deleted000000001']),
    );
    expect([...sandbox.enrollments.keys()]).toEqual(enrollments.filter((id) => id !== ENROLLMENT_ID));
    expect([...sandbox.profiles.keys()]).toEqual(profiles);
    // The report lists the differences between the responses and the document.
    const rows = output.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toContain('| `GET /token-exchange-profiles/{id}` | 200 | undocumented fields | `tier` |');
    expect(rows).toContain('| `DELETE /guardian/enrollments/{id}` | 204 | status | documented only as `2XX` |');
    expect(output).toMatch(/does not declare for every response: .*`set-cookie`.*`x-echo`, `x-surprise`/);
    const report = await readFile(join(project.root, 'reports/drift.md'), 'utf8');
    expect(report.split('\n')).toEqual(expect.arrayContaining(rows));
    expect(output).not.toMatch(SECRETS);
    expect(await contractReportOf(project)).not.toMatch(SECRETS);
  },
);

copyTest(
  'npm run verify exits with status 1 for undocumented statuses, follows no redirect, and does not print a token that a response contains',
  async ({ project }) => {
    const redirectTarget = await startSandbox();
    onTestFinished(() => redirectTarget.close());
    const deleted = new Set<string>();
    await startTenant(project, (request, { send }) => {
      const { pathname } = new URL(request.url);
      // The profile to delete must exist.
      const isKept = request.method === 'GET' && pathname.endsWith(KEPT_ID);
      if (pathname.startsWith('/oauth/') || isKept) return send(request);
      if (request.method !== 'DELETE') return Response.json({}, { status: 500 });
      deleted.add(pathname);
      const token = request.headers.get('authorization') ?? '';
      if (pathname.includes('/token-exchange-profiles/'))
        return Response.json({ message: token }, { status: 400, headers: { 'x-echo': token } });
      return Response.json({}, { status: 307, headers: { location: redirectTarget.address + pathname } });
    });

    const ids = ['--profile', KEPT_ID, '--enrollment', ENROLLMENT_ID];
    const { status, output } = await runLive(project, 'scripts/verify.ts', '--allow-deletes', ...ids);

    expect(status, output).toBe(1);
    expect(deleted).toEqual(
      new Set([
        `/api/v2/token-exchange-profiles/${KEPT_ID}`,
        '/api/v2/guardian/enrollments/email%7Cdev_Deleted000000001',
      ]),
    );
    expect(output).toContain('| `GET /token-exchange-profiles/{id}` | 500 | status | not documented |');
    expect(output).toContain('307');
    expect(redirectTarget.requests).toEqual([]);
    expect(output).toContain('[access token]');
    expect(output).not.toMatch(SECRETS);
    expect(await contractReportOf(project)).not.toMatch(SECRETS);
  },
);
