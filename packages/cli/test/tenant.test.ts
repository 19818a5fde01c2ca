import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createIds, DELETE, enrollments, OPERATION, runCli, startTenant, type TestTenant } from './run-cli.ts';

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

describe('the address of the tenant', () => {
  test('in --base-url also replaces the token URL and the audience from the environment variables', async () => {
    const tenant = await startTenant(ENROLLMENT);
    const other = await startTenant();
    const env = { ...tenant.env, TENANT_TOKEN_URL: other.sandbox.tokenUrl, TENANT_AUDIENCE: 'other' };
    const { status } = await runCli([...ONE, '--base-url', tenant.sandbox.baseUrl], { env });
    expect(status).toBe(0);
    expect(other.sandbox.requests).toEqual([]);
  });
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
    const tenant = await startTenant(ENROLLMENT);
    const file = secretFile(tenant.folder, 'client.secret', 'sandbox-secret');
    chmodSync(file, 0o644);
    const { status, stderr } = await tenant.run([...ONE, '--secret-file', file]);
    expect(status).toBe(0);
    expect(stderr).toContain(
      `Warning: other users of this machine can access ${file}. To prevent this: chmod 600 ${file}\n`,
    );
  });

  test('can be a private key in a PEM file or as a JSON Web Key', async () => {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const publicKey = await crypto.subtle.exportKey('jwk', keys.publicKey);
    const tenant = await startTenant({
      enrollments: [{ id: 'dev_1' }, { id: 'dev_2' }],
      clients: [{ clientId: 'key-client', publicKey }],
    });
    const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
    const pem = secretFile(
      tenant.folder,
      'key.pem',
      `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`,
    );
    const jwk = secretFile(
      tenant.folder,
      'key.json',
      JSON.stringify(await crypto.subtle.exportKey('jwk', keys.privateKey)),
    );
    const env = { TENANT_CLIENT_ID: 'key-client', TENANT_KEY_ALGORITHM: 'ES256' };
    for (const [id, file] of [
      ['dev_1', pem],
      ['dev_2', jwk],
    ] as const) {
      const { status, stderr } = await tenant.run([...DELETE, id, '--yes', '--key-file', file], { env });
      expect(stderr).toContain('Finished: 1 deleted');
      expect(status).toBe(0);
    }
  });

  test.each([
    {
      title: 'a folder instead of a key file',
      options: ['--key-file', 'packages'],
      message: '--key-file or TENANT_PRIVATE_KEY_FILE must be a file that can be read; reading it failed with EISDIR',
    },
    ...['Zk3-s3cret_Qx', 'packages/s3cret', 'Passw0rd.2024', './hunter2', '/Zk3'].map((secret) => ({
      title: `the secret ${secret} instead of a file`,
      options: ['--secret-file', secret],
      message: /^--secret-file or TENANT_CLIENT_SECRET_FILE must be a file that can be read; .* ENOENT$/m,
    })),
    {
      title: 'a key file without a key',
      options: ['--key-file', 'packages/cli/package.json'],
      message: 'the key file packages/cli/package.json: key must be a private key for RS256 or ES256',
    },
    { title: '--tenants without --tenant', options: ['--tenants', 'a'], message: '--tenants needs --tenant <name>' },
    {
      title: 'a base URL with http',
      options: ['--base-url', 'http://acme.example.com'],
      message: 'baseUrl must start with https://; for http://, pass --allow-http\n',
    },
    {
      title: 'a host name with a scheme',
      options: ['--domain', 'https://acme.example.com'],
      message: 'tenantDomain must be a host name such as acme.example.com',
    },
  ])('cause exit status 2 and no request if the options contain $title', async ({ options, message }) => {
    const tenant = await startTenant(ENROLLMENT);
    const { status, stderr } = await tenant.run([...ONE, ...options]);
    expect(stderr).toMatch(message);
    expect(status).toBe(2);
    expect(tenant.sandbox.requests).toEqual([]);
  });

  test.each([
    {
      missing: 'TENANT_BASE_URL',
      message: 'the host name of the tenant is missing: pass --domain or --tenant, or set TENANT_DOMAIN',
    },
    {
      missing: 'TENANT_CLIENT_ID',
      message: 'the client id is missing: pass --client-id or --tenant, or set TENANT_CLIENT_ID',
    },
    {
      missing: 'TENANT_CLIENT_SECRET',
      message: 'the client secret is missing: set TENANT_CLIENT_SECRET, pass --secret-file',
    },
  ])('cause exit status 2 if $missing is not set and the command cannot ask', async ({ missing, message }) => {
    const tenant = await startTenant(ENROLLMENT);
    const { status, stderr } = await tenant.run(ONE, { env: { [missing]: '' } });
    expect(status).toBe(2);
    expect(stderr).toContain(message);
  });

  test('are neither in the output nor in the journal', async () => {
    const tenant = await startTenant(enrollments(['dev_1', 'dev_2']));
    tenant.sandbox.fail({ id: 'dev_2', with: 409 });
    const { stdout, stderr } = await tenant.run([...DELETE, 'dev_1', 'dev_2', '--yes', '--json']);
    const folder = join(tenant.folder, 'tenant-management');
    const journals = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(journals).toHaveLength(1);
    const isSecret = (text: string) => /sandbox-secret|eyJ/.test(text);
    expect([stdout, stderr, ...journals].filter(isSecret)).toEqual([]);
  });

  test('are not in the output, even if the token endpoint returns the secret in an error', async () => {
    const tenant = await startTenant(ENROLLMENT);
    const body = { error: 'invalid_client', error_description: 'the secret sandbox-secret is wrong' };
    tenant.sandbox.fail({ operation: 'token', with: 401, body });
    const { status, stdout, stderr } = await tenant.run(ONE);
    expect(status).toBe(3);
    expect(stderr).toContain('invalid_client');
    expect(stdout + stderr).not.toContain('sandbox-secret');
  });
});

describe('a tenants file', () => {
  test('that lacks the secret causes a message that names the missing setting if the command cannot ask', async () => {
    const tenant = await startTenant(ENROLLMENT);
    const file = join(tenant.folder, 'tenants.json');
    writeFileSync(file, JSON.stringify({ acme: { baseUrl: tenant.sandbox.baseUrl, clientId: 'help-desk' } }));
    const { status, stderr } = await tenant.run([...ONE, '--tenant', 'acme', '--tenants', file]);
    expect(stderr).toContain('the client secret is missing: add clientSecretFile to the tenant in the tenants file\n');
    expect(status).toBe(2);
  });

  /** Writes a tenants file with the tenants acme and beta into the default folder. `more` adds settings of acme. */
  function writeTenants({ folder, sandbox }: TestTenant, more: object = {}, name = 'tenants.json'): string {
    mkdirSync(join(folder, 'tenant-management'), { recursive: true });
    const acme = { baseUrl: sandbox.baseUrl, clientId: 'sandbox-client', clientSecretFile: 'acme.secret', ...more };
    secretFile(join(folder, 'tenant-management'), 'acme.secret', 'sandbox-secret\n');
    const other = { tenantDomain: 'beta.example.com', clientId: 'other', clientSecret: 'hunter2' };
    return secretFile(join(folder, 'tenant-management'), name, JSON.stringify({ acme, beta: other }));
  }

  test('has the settings of several tenants, of which --tenant chooses one; the environment variables have no effect', async () => {
    const tenant = await startTenant(ENROLLMENT);
    writeTenants(tenant);
    const env = { TENANT_DOMAIN: 'wrong.example.com', TENANT_CLIENT_SECRET: 'wrong', TENANT_AUDIENCE: 'wrong' };
    const { status, stderr } = await runWithout(tenant, [...ONE, '--tenant', 'acme'], env);
    expect(status).toBe(0);
    expect(stderr).toContain(`  tenant  ${tenant.sandbox.baseUrl}\n  client  sandbox-client\n`);
  });

  test.each(['--tenants', 'TENANTS_FILE'])('can be in another folder, which %s names', async (place) => {
    const tenant = await startTenant(ENROLLMENT);
    const file = writeTenants(tenant, {}, 'other.json');
    const option = place === '--tenants' ? ['--tenants', file] : [];
    const { status } = await runWithout(tenant, [...ONE, '--tenant', 'acme', ...option], { TENANTS_FILE: file });
    expect(status).toBe(0);
  });

  test('can name the file of a private key, relative to its folder', async () => {
    const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
    const publicKey = await crypto.subtle.exportKey('jwk', keys.publicKey);
    const tenant = await startTenant({ ...ENROLLMENT, clients: [{ clientId: 'key-client', publicKey }] });
    const jwk = await crypto.subtle.exportKey('jwk', keys.privateKey);
    secretFile(tenant.folder, 'acme.jwk', JSON.stringify(jwk));
    const acme = { baseUrl: tenant.sandbox.baseUrl, clientId: 'key-client', privateKeyFile: 'acme.jwk' };
    const file = secretFile(tenant.folder, 'keys.json', JSON.stringify({ acme }));
    const { status, stderr } = await runWithout(tenant, [...ONE, '--tenant', 'acme', '--tenants', file]);
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

  test.each([
    {
      title: 'the tenant is unknown',
      tenantName: 'acmee',
      more: {},
      message: 'did you mean "acme"? Valid names: acme, beta\n',
    },
    { title: 'no tenant is similar', tenantName: 'x', more: {}, message: 'tenants.json. Valid names: acme, beta\n' },
    {
      title: 'a key is unknown',
      tenantName: 'acme',
      more: { clientSecretfile: 'x' },
      message: 'the tenant has an unknown key; did you mean "clientSecretFile"?',
    },
    {
      title: 'a value is not a string',
      tenantName: 'acme',
      more: { clientId: 7 },
      message: 'each tenant must be an object whose values are strings',
    },
    {
      title: 'two settings contradict each other',
      tenantName: 'acme',
      more: { clientSecret: 'hunter2' },
      message: 'set only one of client secret, client secret file and private key file',
    },
    {
      title: 'a value is a secret instead of a file',
      tenantName: 'acme',
      more: { clientSecretFile: 'hunter2' },
      message: /^clientSecretFile of tenant "acme" in \S+tenants\.json must be a file that can be read; .* ENOENT$/m,
    },
  ])('is rejected if $title, without printing a value', async ({ tenantName, more, message }) => {
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
    const { status, stderr } = await runWithout(tenant, [...ONE, '--tenant', 'acme', '--tenants', file]);
    expect(status).toBe(2);
    expect(stderr).toBe(`${file} must be valid JSON\n`);
  });
});

describe('a tenant that sends no usable response', () => {
  test('causes exit status 4 for a single call, and the message contains the error code, such as ECONNREFUSED', async () => {
    const tenant = await startTenant(ENROLLMENT);
    await tenant.sandbox.close();
    const { status, stdout } = await tenant.run(ONE);
    expect(status).toBe(4);
    expect(stdout).toMatch(
      /^dev_1\tfailed\tDELETE .*: the token request failed.*: ECONNREFUSED; the address of the tenant is \S+\n$/,
    );
  });

  test('causes exit status 4 if it sends HTML with status 200', async () => {
    const tenant = await startTenant(ENROLLMENT);
    tenant.sandbox.fail({ operation: OPERATION, with: 'html' });
    expect((await tenant.run(ONE)).status).toBe(4);
  });

  test('causes exit status 1 if some calls get a 500 and the other calls succeed', async () => {
    const ids = createIds(5);
    const tenant = await startTenant(enrollments(ids));
    tenant.sandbox.fail({ id: ids[2] ?? '', with: 500, times: 10 });
    expect((await tenant.run([...DELETE, ...ids, '--yes'])).status).toBe(1);
  });
});
