import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DELETE, enrollments, runCli, startTenant, type TestTenant } from './run-cli.ts';

/** Permissions of files exist only on POSIX. */
const onPosix = test.skipIf(process.platform === 'win32');

const ENROLLMENT = { enrollments: [{ id: 'dev_1' }] };
const ONE = [...DELETE, 'dev_1', '--yes'];

/** Writes a file that only its owner can read. */
function secretFile(folder: string, name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

/** Runs a command without the variables of the tenant. */
const runWithout = ({ folder }: TestTenant, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCli(args, { env: { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder, ...env } });

/** Starts a tenant with two enrollments and a client with a private key. */
async function startKeyTenant() {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = keys.publicKey.export({ format: 'jwk' });
  const tenant = await startTenant({
    ...enrollments(['dev_1', 'dev_2']),
    clients: [{ clientId: 'key-client', publicKey }],
  });
  return { tenant, privateKey: keys.privateKey };
}

test('--base-url, --token-url and --audience replace the token URL and the audience from the environment variables', async () => {
  const tenant = await startTenant(ENROLLMENT);
  const other = await startTenant();
  const env = { ...tenant.env, TENANT_TOKEN_URL: other.sandbox.tokenUrl, TENANT_AUDIENCE: 'other' };
  const { status, stderr } = await runCli([...ONE, '--base-url', tenant.sandbox.baseUrl], { env });
  expect(status).toBe(0);
  expect(stderr).toContain('Ignored because of --base-url: TENANT_TOKEN_URL, TENANT_AUDIENCE. They can belong to');
  expect(other.sandbox.requests).toEqual([]);
  const options = ['--token-url', other.sandbox.tokenUrl, '--audience', `${other.sandbox.baseUrl}/`];
  const ended = await runCli(['auth', 'status', '--base-url', tenant.sandbox.baseUrl, ...options], { env });
  expect({ ...ended, requests: other.sandbox.requests }).toMatchObject({ status: 0, stderr: '', requests: [{}] });
});

describe('the credentials', () => {
  test('can come from a file, whose trailing line end is not part of the secret', async () => {
    const tenant = await startTenant(ENROLLMENT);
    const file = secretFile(tenant.folder, 'client.secret', '\uFEFFsandbox-secret\r\n');
    const options = ['--base-url', tenant.sandbox.baseUrl, '--client-id', 'sandbox-client', '--secret-file', file];
    const { status, stderr } = await runWithout(tenant, [...ONE, ...options]);
    expect(status).toBe(0);
    expect(stderr).not.toContain('Warning');
  });

  onPosix('cause a warning if other users can read their file', async () => {
    const { run, folder } = await startTenant(ENROLLMENT);
    const file = secretFile(folder, 'client.secret', 'sandbox-secret');
    chmodSync(file, 0o644);
    const stderr = `Warning: other users of this machine can access ${file}. To prevent this: chmod 600 ${file}\n`;
    const ended = await run([...ONE, '--secret-file', file]);
    expect(ended).toMatchObject({ status: 0, stderr: expect.stringContaining(stderr) });
  });

  test('can be an EC private key in a PEM file or as a JSON Web Key', async () => {
    const { tenant, privateKey } = await startKeyTenant();
    const env = { TENANT_CLIENT_ID: 'key-client' };
    const pem = String(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const jwk = JSON.stringify(privateKey.export({ format: 'jwk' }));
    for (const [id, text] of Object.entries({ dev_1: pem, dev_2: jwk })) {
      const file = secretFile(tenant.folder, `${id}.key`, text);
      const ended = await tenant.run([...DELETE, id, '--yes', '--key-file', file], { env });
      expect(ended).toMatchObject({ status: 0, stderr: expect.stringContaining('Finished: 1 deleted') });
    }
  });

  const SECRET_FILE = /^--secret-file or TENANT_CLIENT_SECRET_FILE must be a file that can be read; .* ENOENT$/m;
  const KEY_FILE = 'packages/cli/package.json';
  test.each<[title: string, options: string[], message: string | RegExp]>([
    ['a folder', ['--key-file', 'packages'], /^--key-file or TENANT_PRIVATE_KEY_FILE must be a file .* with EISDIR$/m],
    ...['Zk3-s3cret_Qx', 'packages/s3cret', 'Passw0rd.2024', './hunter2', '/Zk3'].map(
      (secret) => [`the secret ${secret} instead of a file`, ['--secret-file', secret], SECRET_FILE] as never,
    ),
    ['a key file without a key', ['--key-file', KEY_FILE], `${KEY_FILE}: key must be a private key for RS256 or ES256`],
    ['a base URL with http', ['--base-url', 'http://a.example'], '; for http://, pass --allow-http\n'],
    ['a domain with a scheme', ['--domain', 'https://a.example'], 'tenantDomain must be a host name such as acme.'],
  ])('cause exit status 2 and no request if the options contain %s', async (_title, options, message) => {
    const tenant = await startTenant(ENROLLMENT);
    const { status, stderr } = await tenant.run([...ONE, ...options]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(tenant.sandbox.requests).toEqual([]);
  });

  const SECRET = { TENANT_CLIENT_SECRET_FILE: 's3cret', TENANT_KEY_ID: 's3cret' };
  test.each<[env: Record<string, string>, options: string[], message: string]>([
    [{ TENANT_BASE_URL: '' }, [], 'the host name of the tenant is missing: pass --domain or --tenant, or set TENANT_'],
    [{ TENANT_CLIENT_ID: '' }, [], 'the client id is missing: pass --client-id or --tenant, or set TENANT_CLIENT_ID'],
    [{ TENANT_CLIENT_SECRET: '' }, [], 'the client secret is missing: set TENANT_CLIENT_SECRET, pass --secret-file'],
    [{ TENANT_DOMAIN: 's3cret' }, [], 'set only one of TENANT_DOMAIN and TENANT_BASE_URL\n'],
    [SECRET, [], 'set only one of TENANT_CLIENT_SECRET and TENANT_CLIENT_SECRET_FILE\n'],
    [{ TENANT_CLIENT_ID: '' }, ['--domain', 'a'], 'Ignored because of --domain: TENANT_BASE_URL. They can belong'],
    [{ TENANT_CLIENT_SECRET: 's3cret' }, ['--audience', ''], 'audience must be a non-empty string'],
    [SECRET, ['--secret-file', 'a'], 'Ignored because of --secret-file: TENANT_CLIENT_SECRET, TENANT_KEY_ID. The '],
    [
      SECRET,
      ['--key-file', 'a'],
      'because of --key-file: TENANT_CLIENT_SECRET, TENANT_CLIENT_SECRET_FILE, TENANT_KEY_ID. ',
    ],
  ])('cause exit status 2 with the variables %o and the options %j: %s', async (env, options, message) => {
    const { run } = await startTenant();
    const { status, stdout, stderr } = await run(['auth', 'status', ...options, '--json'], { env });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).not.toContain('s3cret');
  });
});

describe('a tenants file', () => {
  /** Writes a tenants file with the tenants acme and beta into the default folder. `more` adds settings of acme. */
  function writeTenants({ folder, sandbox }: TestTenant, more: object = {}): string {
    mkdirSync(join(folder, 'tenant-management'), { recursive: true });
    const acme = { baseUrl: sandbox.baseUrl, clientId: 'sandbox-client', clientSecretFile: 'acme.secret', ...more };
    secretFile(join(folder, 'tenant-management'), 'acme.secret', 'sandbox-secret\n');
    const other = { tenantDomain: 'beta.example.com', clientId: 'other', clientSecret: 'hunter2' };
    return secretFile(join(folder, 'tenant-management'), 'tenants.json', JSON.stringify({ acme, beta: other }));
  }

  test('has the settings of several tenants, of which --tenant chooses one; the environment variables have no effect', async () => {
    const tenant = await startTenant(ENROLLMENT);
    writeTenants(tenant);
    const env = { TENANT_DOMAIN: 'wrong.example.com', TENANT_CLIENT_SECRET: 'wrong', TENANT_AUDIENCE: 'wrong' };
    const { status, stderr } = await runWithout(tenant, [...ONE, '--tenant', 'acme'], env);
    expect(status).toBe(0);
    expect(stderr).toContain(`  tenant  ${tenant.sandbox.baseUrl}\n  client  sandbox-client\n`);
    expect(stderr).toMatch(/^Ignored because of --tenant: TENANT_DOMAIN, TENANT_CLIENT_SECRET, TENANT_AUDIENCE\. /);
  });

  test('that TENANTS_FILE names can name the file of a private key, relative to its folder', async () => {
    const { tenant, privateKey } = await startKeyTenant();
    secretFile(tenant.folder, 'acme.jwk', JSON.stringify(privateKey.export({ format: 'jwk' })));
    const acme = { baseUrl: tenant.sandbox.baseUrl, clientId: 'key-client', privateKeyFile: 'acme.jwk' };
    const file = secretFile(tenant.folder, 'keys.json', JSON.stringify({ acme }));
    const { status, stderr } = await runWithout(tenant, [...ONE, '--tenant', 'acme'], { TENANTS_FILE: file });
    expect(stderr).not.toContain('acme.jwk');
    expect(status).toBe(0);
  });

  onPosix('causes a warning if other users can read its secret or, without a secret, can change it', async () => {
    const tenant = await startTenant(ENROLLMENT);
    const file = writeTenants(tenant);
    chmodSync(file, 0o640);
    const { stderr } = await runWithout(tenant, [...ONE, '--tenant', 'acme']);
    const warning = `Warning: other users of this machine can access ${file}.`;
    expect(stderr).toContain(warning);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"clientSecret":', '"clientSecretFile":'));
    expect((await runWithout(tenant, [...ONE, '--tenant', 'acme'])).stderr).not.toContain('Warning: other users');
    chmodSync(file, 0o660);
    expect((await runWithout(tenant, [...ONE, '--tenant', 'acme'])).stderr).toContain(warning);
  });

  const NOT_READABLE =
    /^clientSecretFile of tenant "acme" in \S+tenants\.json must be a file that can be read; .* ENOENT$/m;
  test.each<[title: string, tenantName: string, more: object, message: string | RegExp]>([
    ['the tenant is unknown', 'acmee', {}, 'did you mean "acme"? Valid names: acme, beta\n'],
    ['no tenant is similar', 'x', {}, 'tenants.json. Valid names: acme, beta\n'],
    ['a key is unknown', 'acme', { clientSecretfile: 'x' }, 'an unknown key; did you mean "clientSecretFile"?'],
    ['a value is not a string', 'acme', { clientId: 7 }, 'each tenant must be an object whose values are strings'],
    ['it has two secrets', 'acme', { clientSecret: 'hunter2' }, 'of clientSecret and clientSecretFile of tenant'],
    ['the secret is missing', 'acme', { clientSecretFile: undefined }, 'is missing: add clientSecretFile to the'],
    ['a value is a secret instead of a file', 'acme', { clientSecretFile: 'hunter2' }, NOT_READABLE],
  ])('is rejected if %s, without printing a value', async (_title, tenantName, more, message) => {
    const tenant = await startTenant(ENROLLMENT);
    writeTenants(tenant, more);
    const { status, stderr } = await runWithout(tenant, [...ONE, '--tenant', tenantName]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(stderr).not.toContain('hunter2');
  });

  test('is rejected without quoting its text if it is not JSON', async () => {
    const tenant = await startTenant(ENROLLMENT);
    const file = secretFile(tenant.folder, 'tenants.json', '{ "acme": { "clientSecret": "hunter2", } }');
    const ended = await runWithout(tenant, [...ONE, '--tenant', 'acme'], { TENANTS_FILE: file });
    expect(ended).toMatchObject({ status: 2, stderr: `${file} must be valid JSON\n` });
  });
});
