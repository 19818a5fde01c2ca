// The contract suite against a live tenant, rehearsed: a sandbox is called as if it were one.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot, runScript } from './project-copy.ts';

const UNSCOPED = { clientId: 'unscoped', clientSecret: 'unscoped-s3cret', scopes: [] };
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

/** A file that tells of the tenant, as a user writes it. */
async function tenantFile({ tokenUrl }: Sandbox, baseUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tenant-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'tenant.env');
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
  await writeFile(
    file,
    Object.entries(variables)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  return file;
}

/** The tenant behind a server that adds a header field which no document has. */
async function withSurprise(sandbox: Sandbox): Promise<string> {
  const { origin } = new URL(sandbox.baseUrl);
  const server = createServer(async ({ method = '', url = '', headers }, response) => {
    const { authorization = '' } = headers;
    const answer = await fetch(origin + url, { method, headers: { authorization } });
    response.writeHead(answer.status, { ...Object.fromEntries(answer.headers), 'X-Surprise': 'yes' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/api/v2`;
}

const archive = () => readFile(join(projectRoot, 'reports/contract-live.har'), 'utf8');
const secrets = /s3cret|eyJ/;
const deletesOf = ({ requests }: Sandbox) => requests.filter(({ method }) => method === 'DELETE');

describe('npm run test:contract -- --target live', () => {
  test('says first what it will do, and deletes nothing unasked', async () => {
    const sandbox = await startTenant();
    const file = await tenantFile(sandbox, sandbox.baseUrl);

    const { status, output } = await runScript('scripts/contract.ts', '--target', 'live', '--tenant', file);

    expect(status, output).toBe(0);
    expect(output).toMatch(
      /^The live tenant http:\/\/127\.0\.0\.1:\d+\/api\/v2 will be called as client operator:\n {2}GET \/token-exchange-profiles\/tep_read: read/,
    );
    expect(output).toContain('DELETE /guardian/enrollments/{id}: not called; --allow-deletes and an id would allow it');
    expect(output).toContain('429 (429): more quick calls than are allowed: skipped: a tenant is not driven into its');
    expect(output).toContain('2XX (2XX): with client credentials: skipped: no id was given that may be deleted');
    expect(deletesOf(sandbox)).toEqual([]);
    expect(sandbox.requests.filter(({ status }) => status === 403)).toHaveLength(1);
    expect(output).not.toMatch(secrets);
    expect(await archive()).not.toMatch(secrets);
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown target', ['--target', 'mars'], /^--target: expected prism, sandbox, live; got mars\n$/],
    [
      'a tenant for the mock',
      ['--tenant', 'x.env'],
      /^--tenant, --allow-deletes, .* expected with --target live alone\n$/,
    ],
    [
      'deletes without ids',
      ['--target', 'live', '--allow-deletes'],
      /^--allow-deletes: expected together with --profile/,
    ],
    ['ids without the flag', ['--target', 'live', '--profile', 'tep_1'], /^--allow-deletes: expected together with/],
    [
      'a file that is not there',
      ['--target', 'live', '--tenant', 'no.env'],
      /^--tenant: no\.env cannot be read: ENOENT\n$/,
    ],
    ['a file without a tenant', ['--target', 'live', '--tenant', 'LICENSE'], /^TENANT_DOMAIN is not set\. /],
  ])('refuses %s before anything is called', async (_what, args, words) => {
    const { status, output } = await runScript('scripts/contract.ts', ...args);
    expect(output).toMatch(words);
    expect(status).toBe(1);
  });
});

describe('npm run verify -- --target live', () => {
  test('deletes what it was told to, and ends with what the document does not say', async () => {
    const sandbox = await startTenant();
    sandbox.profiles.set('tep_read', { ...profile('tep_read'), tier: 'gold' });
    const file = await tenantFile(sandbox, await withSurprise(sandbox));
    const allowed = ['--allow-deletes', '--profile', 'tep_delete', '--enrollment', 'dev_delete'];

    const { status, output } = await runScript('scripts/verify.ts', '--target', 'live', '--tenant', file, ...allowed);

    expect(status, output).toBe(0);
    expect(output).toContain('DELETE /guardian/enrollments/dev_delete: DELETED, and tried with wrong tokens');
    expect([...sandbox.profiles.keys()]).toEqual(['tep_read', 'tep_keep']);
    expect([...sandbox.enrollments.keys()]).toEqual(['dev_keep']);
    const rows = output.split('\n').filter((line) => line.startsWith('| `'));
    expect(rows).toContain('| `GET /token-exchange-profiles/{id}` | 200 | fields | `tier` |');
    expect(rows).toContain('| `GET /token-exchange-profiles/{id}` | 200 | header fields | `x-surprise` |');
    expect(rows).toContain('| `DELETE /guardian/enrollments/{id}` | 204 | status | exactly: it has it as `2XX` |');
    expect(await readFile(join(projectRoot, 'reports/drift.md'), 'utf8')).toContain(rows.join('\n'));
    expect(output).not.toMatch(secrets);
  });

  test('fails where the tenant answers what the document does not have, and still reports it', async () => {
    const sandbox = await startTenant();
    sandbox.fail({ operation: 'get_token-exchange-profiles_by_id', with: 503, times: 100 });
    const file = await tenantFile(sandbox, sandbox.baseUrl);

    const { status, output } = await runScript('scripts/verify.ts', '--target', 'live', '--tenant', file);

    expect(status).toBe(1);
    expect(output).toContain('Unable to match the returned status code with those defined in the document');
    expect(output).toContain('| `GET /token-exchange-profiles/{id}` | 503 | status | not at all |');
  });
});

describe('npm run coverage:document', () => {
  test('names everything in the document that no exchange had', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'archive-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'one.har');
    const baseUrl = 'http://127.0.0.1:4010';
    const entry = {
      _securityScheme: 'bearerAuth',
      request: {
        method: 'GET',
        url: `${baseUrl}/token-exchange-profiles/tep_1`,
        headers: [{ name: 'authorization', value: 'Bearer <redacted>' }],
      },
      response: {
        status: 200,
        headers: [{ name: 'content-type', value: 'application/json' }],
        content: { mimeType: 'application/json', text: '{"id":"tep_1","name":"Partner tokens"}' },
      },
    };
    await writeFile(file, JSON.stringify({ _baseUrl: baseUrl, log: { version: '1.2', entries: [entry] } }));

    const { status, output } = await runScript('scripts/document-coverage.ts', file);

    expect(status).toBe(1);
    expect(output).toContain('| operations | 1 of 3 | 33 % |');
    expect(output).toContain('| properties | 2 of 7 | 28 % |');
    const [, missing = ''] = output.split('Not exercised:\n');
    expect(missing.split('\n')).toEqual(
      expect.arrayContaining([
        'operations: DELETE /guardian/enrollments/{id}',
        'parameters: DELETE /guardian/enrollments/{id} id',
        'properties: GET /token-exchange-profiles/{id} 200 created_at',
        'responses: GET /token-exchange-profiles/{id} 429',
        'response headers: GET /token-exchange-profiles/{id} 429 X-RateLimit-Reset',
        'security schemes: GET /token-exchange-profiles/{id} oAuth2ClientCredentials',
      ]),
    );
  });

  test('says what is missing where there is no archive', async () => {
    const { status, output } = await runScript('scripts/document-coverage.ts', 'no.har');
    expect(output).toContain('no.har cannot be read: run the contract suite first');
    expect(status).toBe(1);
  });
});
