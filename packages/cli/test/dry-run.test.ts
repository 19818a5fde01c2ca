import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DELETE, enrollments, startTenant, type TestTenant } from './run-cli.ts';

const ACCEPTED = '  check   credentials accepted by the token endpoint\n';

/** Starts a tenant with two enrollments, and returns a function that runs a dry run of their deletion. */
async function startDryRun() {
  const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
  const dryRun = (options: readonly string[] = [], more: Parameters<TestTenant['run']>[1] = {}) =>
    tenant.run([...DELETE, 'dev_1', 'dev_2', '--dry-run', ...options], more);
  return { tenant, dryRun };
}

const requestsOf = ({ sandbox }: TestTenant) => sandbox.requests.map(({ operation }) => operation);

describe('--dry-run', () => {
  test('checks the credentials with one token request, and the plan says that the token endpoint accepted them', async () => {
    const { tenant, dryRun } = await startDryRun();
    const { status, stderr } = await dryRun();
    expect(status).toBe(0);
    expect(stderr).toContain(`${ACCEPTED}  scopes  of the token: `);
    expect(stderr).toContain("exist: the API's description shows no operation that reads them.\n");
    expect(requestsOf(tenant)).toEqual(['token']);
    expect(tenant.sandbox.enrollments.size).toBe(2);
  });

  test.each([
    { title: '3 if the client secret is wrong', kind: 401, expected: 3, reason: 'Token request: 401' },
    { title: '4 if the token endpoint sends HTML', kind: 'html', expected: 4, reason: 'Token request: 200' },
  ] as const)('exits with status $title, and does not say that the credentials were accepted', async (failure) => {
    const { tenant, dryRun } = await startDryRun();
    tenant.sandbox.fail({ operation: 'token', with: failure.kind });
    const { status, stdout, stderr } = await dryRun();
    expect({ status, stdout }).toEqual({ status: failure.expected, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^Stopped \\(${failure.reason}: .*: 0 exist, .*, 2 not finished$`, 'm'));
    expect(stderr).toContain('Nothing was changed (--dry-run).\n');
    expect(stderr).not.toMatch(/accepted|scopes|unknown whether|Finished/);
  });

  test('exits with status 3 if the token lacks a documented scope, and names the scope', async () => {
    const tenant = await startTenant({ clients: [{ clientId: 'writer', clientSecret: 'x', scopes: [] }] });
    const env = { TENANT_CLIENT_ID: 'writer', TENANT_CLIENT_SECRET: 'x' };
    const { status, stderr } = await tenant.run(['token-exchange-profiles', 'delete', 'tep_1', '--dry-run'], { env });
    expect(status).toBe(3);
    expect(stderr).toContain('Stopped (the token lacks the scope read:token_exchange_profiles): ');
    expect((await tenant.run([...DELETE, '--help'])).stdout).toMatch(/^ {2}3 .* with --dry-run, a missing scope$/m);
    expect(requestsOf(tenant)).toEqual(['token']);
  });

  test.each([
    ['has no private key', '-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n'],
    ['cannot be imported', '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'],
  ])('exits with status 2 and sends nothing if the key file %s', async (_title, key) => {
    const { tenant, dryRun } = await startDryRun();
    const file = join(tenant.folder, 'key.pem');
    writeFileSync(file, key, { mode: 0o600 });
    const ended = await dryRun(['--key-file', file]);
    expect(ended).toMatchObject({ status: 2, stderr: expect.stringContaining(`the key file ${file}: key must be `) });
    expect(tenant.sandbox.requests).toEqual([]);
  });
});
