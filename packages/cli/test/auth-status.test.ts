import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Scope } from 'tenant-management-sandbox';
import { projectRoot } from 'tools-document/read';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CONTROL, type EndedCommand, HOSTILE, startTenant } from './run-cli.ts';

const STATUS = ['auth', 'status'] as const;
const NOW = '2026-01-31T08:00:00Z';
const HOUR_S = 3600;
const HOUR_LATER = '2026-01-31T09:00:00Z';

/** Sets the time of this process, which the command and the sandbox use. Timers are not replaced. */
function stopTime(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(NOW) });
  onTestFinished(() => void vi.useRealTimers());
}

const SCOPES: Scope[] = ['read:token_exchange_profiles', 'delete:token_exchange_profiles'];

/** Starts a tenant whose client has two scopes and a token that expires after an hour. */
const startHelpDesk = () =>
  startTenant({
    clients: [{ clientId: 'help-desk', clientSecret: 'sesame', scopes: SCOPES, tokenLifetime: HOUR_S }],
  });
const HELP_DESK = { TENANT_CLIENT_ID: 'help-desk', TENANT_CLIENT_SECRET: 'sesame' };

/** Returns a JWT with claims, whose signature is not valid. */
const jwt = (claims: unknown): string =>
  ['{"alg":"none"}', JSON.stringify(claims), 'signature']
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');

/** Runs the command with a token endpoint that sends a body. */
async function runStatus(body: object, ...options: string[]): Promise<EndedCommand> {
  const { sandbox, run } = await startTenant();
  sandbox.fail({ operation: 'token', with: 'pass', body: { token_type: 'Bearer', ...body } });
  return run([...STATUS, ...options]);
}

/** Like {@link runStatus}, but returns the JSON object that the command prints. */
async function statusOf(body: object): Promise<Record<string, unknown>> {
  const { status, stdout } = await runStatus(body, '--json');
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

describe('auth status', () => {
  test('shows the tenant, the client, the granted scopes and the expiry, with exactly one token request', async () => {
    stopTime();
    const { sandbox, run } = await startHelpDesk();
    expect(await run(STATUS, { env: HELP_DESK })).toEqual({
      status: 0,
      stderr: '',
      stdout: [
        `tenant   ${sandbox.baseUrl}`,
        'client   help-desk',
        `expires  ${HOUR_LATER} (1 h 0 min left, from the token response)`,
        'scopes   2 (from the token response)',
        '  read:token_exchange_profiles',
        '  delete:token_exchange_profiles\n',
      ].join('\n'),
    });
    expect(sandbox.requests.map(({ operation }) => operation)).toEqual(['token']);
  });

  test('with --json prints one object with the properties that the README names', async () => {
    stopTime();
    const { sandbox, run } = await startHelpDesk();
    const { status, stdout, stderr } = await run([...STATUS, '--json'], { env: HELP_DESK });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const readme = readFileSync(join(projectRoot, 'packages/cli/README.md'), 'utf8');
    for (const name of Object.keys(JSON.parse(stdout))) expect(readme).toContain(`\`${name}\``);
    expect(JSON.parse(stdout)).toEqual({
      command: 'auth status',
      tenant: sandbox.baseUrl,
      client: 'help-desk',
      exitStatus: 0,
      stopped: null,
      scopes: SCOPES,
      scopesFrom: 'token response',
      expiresAt: HOUR_LATER,
      expiresInSeconds: HOUR_S,
      expiresFrom: 'token response',
    });
  });

  test('shows the scope and exp claims of a JWT if the token response has no scope and no expires_in', async () => {
    stopTime();
    const claims = { scope: 'read:books', exp: Date.parse(NOW) / 1000 + HOUR_S };
    expect(await statusOf({ access_token: jwt(claims) })).toMatchObject({
      scopes: ['read:books'],
      scopesFrom: 'access token',
      expiresAt: HOUR_LATER,
      expiresInSeconds: HOUR_S,
      expiresFrom: 'access token',
    });
  });

  test('prefers scope and expires_in of the token response to the claims of the token', async () => {
    stopTime();
    const access_token = jwt({ scope: 'delete:books', exp: 1 });
    expect(await statusOf({ access_token, scope: '', expires_in: '3600' })).toMatchObject({
      scopes: [],
      scopesFrom: 'token response',
      expiresAt: HOUR_LATER,
      expiresFrom: 'token response',
    });
  });

  test.each([
    { title: 'the token is not a JWT', body: { access_token: 'opaque' } },
    {
      title: 'the values have another type',
      body: { access_token: jwt({ scope: ['read:books'], exp: 'soon' }), scope: 7, expires_in: true },
    },
    { title: 'the times cannot be dates', body: { access_token: jwt({ exp: 1e300 }), expires_in: 1e300 } },
    { title: 'the times are not positive', body: { access_token: jwt({ exp: 0 }), expires_in: -1 } },
  ])('says that scopes and expiry are not stated if $title', async ({ body }) => {
    expect(await statusOf(body)).toMatchObject({
      scopes: null,
      scopesFrom: null,
      expiresAt: null,
      expiresInSeconds: null,
      expiresFrom: null,
    });
    expect((await runStatus(body)).stdout).toContain(
      '\nexpires  not stated by the token endpoint\nscopes   not stated by the token endpoint\n',
    );
  });

  test('says that a token has expired if its exp claim is in the past', async () => {
    const { stdout } = await runStatus({ access_token: jwt({ exp: 1 }) });
    expect(stdout).toContain('\nexpires  1970-01-01T00:00:01Z (expired, from the claims of the access token)\n');
  });

  test('never prints the token or the secret, and escapes control characters in scopes', async () => {
    const token = jwt({});
    for (const options of [[], ['--json']]) {
      const { stdout, stderr } = await runStatus({ access_token: token, scope: HOSTILE }, ...options);
      expect(stdout).toContain('\\u001b[2J');
      expect(stdout + stderr).not.toMatch(CONTROL);
      for (const secret of [token, 'sandbox-secret']) expect(stdout + stderr).not.toContain(secret);
    }
  });

  test('exits with status 3 if the client secret is wrong, and prints the reason', async () => {
    const tenant = await startTenant();
    tenant.sandbox.fail({ operation: 'token', with: 401, times: 2 });
    const text = await tenant.run(STATUS);
    expect(text).toMatchObject({ status: 3, stdout: '' });
    expect(text.stderr).toMatch(/^Stopped \(Token request: 401: .*\)\n$/);
    const json = await tenant.run([...STATUS, '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      exitStatus: 3,
      stopped: expect.stringContaining('Token request: 401'),
      scopes: null,
      expiresAt: null,
    });
  });
});
