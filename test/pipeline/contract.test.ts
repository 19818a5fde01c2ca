// The contract suite against a live tenant, rehearsed: a sandbox is called as if it were one.

import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { runContract } from '../../scripts/contract-run.ts';
import { readTenant } from '../../scripts/tenant.ts';
import { listen } from '../loopback.ts';
import { thrownBy } from '../unit/tenant.js';
import { copyTest, type ProjectCopy } from './project-copy.ts';

const UNSCOPED = { clientId: 'unscoped', clientSecret: 'unscoped-s3cret', scopes: [] };
const COOKIE = 'session=cookie-s3cret; Path=/';
const TENANT = { clientId: 'operator', clientSecret: 'operator-s3cret' };
const profile = (id: string) => ({ id, name: 'Partner tokens' });

/** A tenant with profiles and enrollments of which not all may go. */
async function startTenant(): Promise<Sandbox> {
  const sandbox = await startSandbox({
    clients: [TENANT, UNSCOPED],
    profiles: [profile('tep_read'), profile('tep_delete'), profile('tep_keep')],
    enrollments: [{ id: 'dev_delete' }, { id: 'dev_keep' }],
    rateLimit: false,
  });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

/** Writes the file that tells of the tenant, as a user does. */
async function tellOf({ tokenUrl }: Sandbox, baseUrl: string, { root }: ProjectCopy): Promise<void> {
  const variables = {
    TENANT_BASE_URL: baseUrl,
    TENANT_TOKEN_URL: tokenUrl,
    TENANT_AUDIENCE: '/api/v2/',
    TENANT_CLIENT_ID: TENANT.clientId,
    TENANT_CLIENT_SECRET: TENANT.clientSecret,
    TENANT_UNSCOPED_CLIENT_ID: UNSCOPED.clientId,
    TENANT_UNSCOPED_CLIENT_SECRET: UNSCOPED.clientSecret,
    TENANT_PROFILE_ID: 'tep_read',
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(root, 'tenant.env'), lines.join(''));
}

/** Lets a server listen until its test ends; gives the URL of its API. */
const serve = async (server: Server): Promise<string> => `${await listen(server)}/api/v2`;

/** The tenant behind a server that adds header fields which no document has, with a cookie and the token in them. */
async function withSurprise(sandbox: Sandbox): Promise<string> {
  const { origin } = new URL(sandbox.baseUrl);
  const server = createServer(async ({ method = '', url = '', headers }, response) => {
    const { authorization = '' } = headers;
    const answer = await fetch(origin + url, { method, headers: { authorization } });
    response.writeHead(answer.status, {
      ...Object.fromEntries(answer.headers),
      'X-Surprise': 'yes',
      'Set-Cookie': COOKIE,
      'X-Echo': authorization,
    });
    response.end(await answer.text());
  });
  return serve(server);
}

const archiveOf = ({ root }: ProjectCopy) => readFile(join(root, 'reports/contract-live.har'), 'utf8');
const secrets = /s3cret|eyJ/;

describe('npm run test:contract -- --target live', () => {
  copyTest('says first what it will do, waits out the rate limit, and deletes nothing unasked', async ({ project }) => {
    const sandbox = await startTenant();
    sandbox.fail({ operation: 'get_token-exchange-profiles_by_id', with: 429 });
    await tellOf(sandbox, sandbox.baseUrl, project);

    const { status, output } = await project.run('scripts/contract.ts', '--target', 'live', '--tenant', 'tenant.env');

    expect(status, output).toBe(0);
    expect(output).toMatch(
      /^The live tenant http:\/\/127\.0\.0\.1:\d+\/api\/v2 will be called as client operator,\nwith tokens of http:\/\/127\.0\.0\.1:\d+\/oauth\/token\/ for the audience \/api\/v2\/:\n {2}GET \/token-exchange-profiles\/tep_read: read/,
    );
    expect(output).toContain('DELETE /guardian/enrollments/{id}: not called; --allow-deletes and an id would allow it');
    expect(output).toContain('429 (429): more quick calls than are allowed: skipped: a tenant is not driven into its');
    expect(output).toContain('2XX (2XX): with client credentials: skipped: no id was given that may be deleted');
    expect(sandbox.requests.map(({ status }) => status)).toEqual(
      expect.arrayContaining([200, 400, 401, 403, 404, 429]),
    );
    expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
    expect(output).not.toMatch(secrets);
    expect(await archiveOf(project)).not.toMatch(secrets);
  });

  copyTest('calls the tenant of the file, whatever variables are set beside it', async ({ project }) => {
    const sandbox = await startTenant();
    const other = await startTenant();
    await tellOf(sandbox, sandbox.baseUrl, project);
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv('TENANT_BASE_URL', other.baseUrl);
    vi.stubEnv('TENANT_UNSCOPED_CLIENT_ID', 'other');

    const { status, output } = await project.run('scripts/contract.ts', '--target', 'live', '--tenant', 'tenant.env');

    expect(status, output).toBe(0);
    expect(sandbox.requests.length).toBeGreaterThan(0);
    expect(other.requests).toEqual([]);
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown target', ['--target', 'mars'], /^--target: expected prism, sandbox, live; got mars$/],
    [
      'a tenant for the mock',
      ['--tenant', 'x.env'],
      /^--tenant, --allow-deletes, .* expected with --target live alone$/,
    ],
    ['deletes without ids', ['--target', 'live', '--allow-deletes'], /^--allow-deletes: expected together with/],
    ['ids without the flag', ['--target', 'live', '--profile', 'tep_1'], /^--allow-deletes: expected together with/],
    [
      'an empty id',
      ['--target', 'live', '--allow-deletes', '--profile', ''],
      /^--profile: expected one id .* got none$/,
    ],
    [
      'two ids',
      ['--target', 'live', '--allow-deletes', '--profile', 'a', '--profile', 'b'],
      /^--profile: .* got a and b$/,
    ],
    ['a list of ids', ['--target', 'live', '--allow-deletes', '--enrollment', 'a,b'], /^--enrollment: .* got a,b$/],
    [
      'a path',
      ['--target', 'live', '--allow-deletes', '--enrollment', '..'],
      /^--enrollment: expected one id .* got \.\.$/,
    ],
    [
      'a file that is not there',
      ['--target', 'live', '--tenant', 'no.env'],
      /^--tenant: no\.env cannot be read: ENOENT$/,
    ],
    ['a file without a tenant', ['--target', 'live', '--tenant', 'LICENSE'], /^TENANT_DOMAIN is not set\. /],
  ])('refuses %s before anything is called', async (_what, args, words) => {
    await expect(runContract(args)).rejects.toThrow(words);
  });
});

describe('a live tenant', () => {
  const VARIABLES = {
    TENANT_DOMAIN: 'acme.example.com',
    TENANT_CLIENT_ID: 'operator',
    TENANT_CLIENT_SECRET: 's3cret',
    TENANT_PROFILE_ID: 'tep_1',
  };

  copyTest('is not called where the profile to delete is the one to read', async ({ project }) => {
    const sandbox = await startTenant();
    await tellOf(sandbox, sandbox.baseUrl, project);
    const args = ['--tenant', join(project.root, 'tenant.env'), '--allow-deletes', '--profile', 'tep_read'];
    const words = '--profile: expected another profile than TENANT_PROFILE_ID, which is read';
    await expect(runContract(['--target', 'live', ...args])).rejects.toThrow(words);
    expect(sandbox.requests).toEqual([]);
  });

  test('is told by its domain, and else by the document', () => {
    expect(readTenant({ ...VARIABLES, TENANT_TOKEN_URL: '', TENANT_AUDIENCE: '' }, {})).toEqual({
      baseUrl: 'https://acme.example.com/api/v2',
      tokenUrl: 'https://acme.example.com/oauth/token/',
      audience: 'https://acme.example.com/api/v2/',
      client: { clientId: 'operator', clientSecret: 's3cret' },
      ids: { 'get_token-exchange-profiles_by_id': 'tep_1' },
    });
  });

  test.each<[string, object, RegExp]>([
    ['a user in its domain', { TENANT_DOMAIN: 'u:s3cret@acme.example.com' }, /^TENANT_DOMAIN: expected a host/],
    ['a path in its domain', { TENANT_DOMAIN: 'acme.example.com/x?' }, /^TENANT_DOMAIN: expected a host/],
    [
      'an API in clear',
      { TENANT_BASE_URL: 'http://acme.example.com/api/v2' },
      /^TENANT_BASE_URL must start with https:/,
    ],
    ['a token endpoint in clear', { TENANT_TOKEN_URL: 'http://acme.example.com/' }, /^TENANT_TOKEN_URL must /],
    ['no secret', { TENANT_CLIENT_SECRET: '' }, /^TENANT_CLIENT_SECRET is not set\./],
    ['half a second client', { TENANT_UNSCOPED_CLIENT_ID: 'x' }, /^TENANT_UNSCOPED_CLIENT_SECRET is not set\./],
  ])('with %s is refused, and no value is printed', (_what, variables, words) => {
    const { message } = thrownBy(() => readTenant({ ...VARIABLES, ...variables }, {}));
    expect(message).toMatch(words);
    expect(message).not.toMatch(secrets);
  });
});

/** A tenant that sends every call of its API on to another server. */
async function startRedirecting(target: string): Promise<string> {
  const server = createServer(({ url = '' }, response) => {
    response.writeHead(307, { Location: new URL(target).origin + url, 'Content-Type': 'application/json' }).end('{}');
  });
  return serve(server);
}

describe('a tenant that redirects', () => {
  copyTest('is not followed: nothing is called that was not said', async ({ project }) => {
    const sandbox = await startTenant();
    await tellOf(sandbox, await startRedirecting(sandbox.baseUrl), project);
    const allowed = ['--allow-deletes', '--enrollment', 'dev_delete'];

    const { status, output } = await project.run(
      'scripts/contract.ts',
      '--target',
      'live',
      '--tenant',
      'tenant.env',
      ...allowed,
    );

    expect(status, output).toBe(1);
    expect(output).toContain('307');
    expect(sandbox.requests.filter(({ operation }) => operation !== 'token')).toEqual([]);
    expect(sandbox.enrollments.has('dev_delete')).toBe(true);
  });
});

describe('a tenant that echoes the token where no test expects it', () => {
  copyTest('gets it printed and written nowhere', async ({ project }) => {
    const sandbox = await startTenant();
    const echo = createServer(({ headers: { authorization = '' } }, response) => {
      response.writeHead(400, { 'Content-Type': 'application/json', 'X-Echo': authorization });
      response.end(JSON.stringify({ message: authorization }));
    });
    await tellOf(sandbox, await serve(echo), project);

    const { status, output } = await project.run('scripts/verify.ts', '--target', 'live', '--tenant', 'tenant.env');

    expect(status).toBe(1);
    expect(output).toContain('<redacted>');
    expect(output).not.toMatch(secrets);
    expect(await archiveOf(project)).not.toMatch(secrets);
  });
});

describe('npm run verify -- --target live', () => {
  copyTest('deletes what it was told to, and ends with the differences from the document', async ({ project }) => {
    const sandbox = await startTenant();
    sandbox.profiles.set('tep_read', { ...profile('tep_read'), tier: 'gold' });
    await tellOf(sandbox, await withSurprise(sandbox), project);
    const allowed = ['--allow-deletes', '--profile', 'tep_delete', '--enrollment', 'dev_delete'];

    const { status, output } = await project.run(
      'scripts/verify.ts',
      '--target',
      'live',
      '--tenant',
      'tenant.env',
      ...allowed,
    );

    expect(status, output).toBe(0);
    expect(output).toContain('DELETE /guardian/enrollments/dev_delete: DELETED, and tried with wrong tokens');
    expect([...sandbox.profiles.keys()]).toEqual(['tep_read', 'tep_keep']);
    expect([...sandbox.enrollments.keys()]).toEqual(['dev_keep']);
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
    'fails where the tenant answers what the document does not have, and still reports it',
    async ({ project }) => {
      const sandbox = await startTenant();
      sandbox.fail({ operation: 'get_token-exchange-profiles_by_id', with: 500, times: 100 });
      await tellOf(sandbox, sandbox.baseUrl, project);

      const { status, output } = await project.run('scripts/verify.ts', '--target', 'live', '--tenant', 'tenant.env');

      expect(status).toBe(1);
      expect(output).toContain('Unable to match the returned status code with those defined in the document');
      expect(output).toContain('| `GET /token-exchange-profiles/{id}` | 500 | status | not documented |');
    },
  );
});
