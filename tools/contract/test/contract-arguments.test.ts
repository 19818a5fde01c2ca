// Tests the arguments of `npm run test:contract` and `npm run verify`, which decide which ids the suite reads and
// deletes.

import { join } from 'node:path';
import { readBehavior } from 'tools-document/behavior';
import { readDocument } from 'tools-document/read';
import { describe, expect, test } from 'vitest';
import { rejectionOf, thrownBy } from '../../../test/support/expected-errors.ts';
import { FIXTURE } from '../../../test/support/fixture.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { readArguments } from '../src/contract-arguments.ts';
import { isLongExpired, readTenant } from '../src/live/tenant.ts';

const READ = 'tep_Read000000000001';
const VARIABLES = {
  TENANT_DOMAIN: 'acme.example.com',
  TENANT_CLIENT_ID: 'operator',
  TENANT_CLIENT_SECRET: 's3cret',
  TENANT_PROFILE_ID: READ,
};
const LIVE = ['--target', 'live'];
const PROFILE = ['--profile', 'tep_Gone000000000001'];
const ENROLLMENT = ['--enrollment', 'dev_Gone000000000001'];

const { file } = FIXTURE;
const document = await readDocument(file);
/** The fixture, with aliases that define `--profile`, `--enrollment` and `TENANT_PROFILE_ID`. */
const CONTRACT = { document, aliases: (await readBehavior(file, document)).aliases };

/** Returns the ids that the suite may delete, by operation id. */
async function deletableIds(...args: string[]): Promise<Readonly<Record<string, string>>> {
  const { tenant } = await readArguments([...LIVE, ...args], VARIABLES, CONTRACT);
  const { 'get_token-exchange-profiles_by_id': _read, ...deletable } = tenant?.ids ?? {};
  return Object.fromEntries(Object.entries(deletable).map(([id, given]) => [id, given?.values['id'] ?? '']));
}

test.each<[string[], string]>([
  [
    ['--operation', 'get_token-exchange-profile_by_id'],
    '--operation must be the operationId of an operation of the document; did you mean "get_token-exchange-profiles_by_id"?',
  ],
  [['--operation', ''], '--operation must be the operationId of an operation of the document'],
  [['--junit='], '--junit must be the path of a file'],
])('readArguments() rejects %j', async (args, message) => {
  await expect(readArguments(args, {}, CONTRACT)).rejects.toThrow(new Error(message));
});

test('--operation can be repeated, also with another target', async () => {
  const args = ['--operation', 'get_token-exchange-profiles_by_id', '--operation', 'delete_guardian_enrollments_by_id'];
  const operations = ['get_token-exchange-profiles_by_id', 'delete_guardian_enrollments_by_id'];
  for (const target of [[], ['--target', 'sandbox'], LIVE])
    expect(await readArguments([...target, ...args], VARIABLES, CONTRACT)).toMatchObject({ operations });
  await expect(readArguments([...LIVE, ...args.slice(2)], VARIABLES, CONTRACT)).rejects.toThrow(
    /at least one selected operation/,
  );
});

describe('--allow-deletes', () => {
  test('must be set to delete an item: without this option, the suite deletes no item', async () => {
    expect(Object.values(await deletableIds())).toEqual([]);
  });

  test.each([PROFILE, ENROLLMENT])('is required by %s', async (option = '', id = '') => {
    await expect(deletableIds(option, id)).rejects.toThrow(
      /^--profile and --enrollment must not be passed without --allow-deletes: add --allow-deletes, or omit the ids$/,
    );
  });

  test('allows the suite to delete only the ids of --profile and --enrollment', async () => {
    const profile = { 'delete_token-exchange-profiles_by_id': 'tep_Gone000000000001' };
    const enrollment = { delete_guardian_enrollments_by_id: 'dev_Gone000000000001' };
    expect(await deletableIds('--allow-deletes', ...PROFILE)).toEqual(profile);
    expect(await deletableIds('--allow-deletes', ...PROFILE, ...ENROLLMENT)).toEqual({ ...profile, ...enrollment });
  });

  test('is rejected without --profile or --enrollment', async () => {
    await expect(deletableIds('--allow-deletes')).rejects.toThrow(/^--allow-deletes needs the id to delete: /);
  });

  test('is rejected if --profile and TENANT_PROFILE_ID contain the same id', async () => {
    await expect(deletableIds('--allow-deletes', '--profile', READ)).rejects.toThrow(
      /^--profile must differ from TENANT_PROFILE_ID, which the tests read$/,
    );
  });
});

describe.each(['--profile', '--enrollment'])('%s', (option) => {
  test.each(['dev_1', 'email|dev_1', 'a.b~c-d'])('accepts the id %s', async (id) => {
    expect(Object.values(await deletableIds('--allow-deletes', option, id))).toContain(id);
  });

  test.each([
    ['an empty id', ''],
    ['a list of ids', 'dev_1,dev_2'],
    ['a list of ids with spaces', 'dev_1 dev_2'],
    ['an id that ends with a line break', 'dev_1\n'],
    ['a path', 'dev_1/authenticators'],
    ['a path with backslashes', 'dev_1\\authenticators'],
    ['the path segment "."', '.'],
    ['the path segment ".."', '..'],
    ['an id with ".."', 'dev_1..dev_2'],
    ['an id without a letter or digit', '|'],
    ['a percent-encoded id', 'email%7Cdev_1'],
    ['an id with a query', 'dev_1?all'],
  ])('rejects %s', async (_what, id) => {
    const { message } = await rejectionOf(deletableIds('--allow-deletes', option, id));
    expect(message).toBe(`${option} must be one id of letters, digits, "_", "-", "~", "|" and single dots`);
  });

  test('is rejected if it is passed twice', async () => {
    const given = deletableIds('--allow-deletes', option, 'dev_1', option, 'dev_2');
    await expect(given).rejects.toThrow(new RegExp(`^${option} must be passed only once, with one id$`));
  });
});

describe('--target', () => {
  test('defaults to prism, the mock', async () => {
    expect(await readArguments([], VARIABLES, CONTRACT)).toEqual({ target: 'prism' });
  });

  test.each<[string, string[], RegExp]>([
    ['an unknown target', ['--target', 'mars'], /^--target must be prism, sandbox or live$/],
    ['--tenant for the mock', ['--tenant', 'x.env'], / need --target live$/],
    ['--allow-deletes for the sandbox', ['--target', 'sandbox', '--allow-deletes'], / need --target live$/],
    ['--profile for the mock', PROFILE, / need --target live$/],
    ['--disposable for the sandbox', ['--target', 'sandbox', '--disposable'], / need --target live$/],
    ['--enrollment for the mock', ENROLLMENT, / need --target live$/],
    ['--expect-behavior for the mock', ['--expect-behavior'], / need --target live$/],
    ['--call-timeout for the mock', ['--call-timeout', '9'], / need --target live$/],
    ['a --call-timeout of 0 seconds', [...LIVE, '--call-timeout', '0'], /^--call-timeout must be a whole number/],
  ])('rejects %s', async (_what, args, message) => {
    await expect(readArguments(args, VARIABLES, CONTRACT)).rejects.toThrow(message);
  });
});

test('--call-timeout is a number of seconds, and --expect-behavior is a flag', async () => {
  const { tenant } = await readArguments([...LIVE, '--call-timeout', '90', '--expect-behavior'], VARIABLES, CONTRACT);
  expect(tenant).toMatchObject({ callTimeout: 90_000, expectsBehavior: true });
});

describe('--disposable', () => {
  const read = (variables: object, ...args: string[]) =>
    readArguments([...LIVE, ...args], { ...VARIABLES, ...variables }, CONTRACT);

  test.each(['http://127.0.0.1:8080/api/v2', 'http://localhost:8080'])('is accepted for %s', async (url) => {
    const { tenant } = await read({ TENANT_BASE_URL: url }, '--disposable');
    expect(tenant?.isDisposable).toBe(true);
  });

  test.each([{}, { TENANT_BASE_URL: 'https://acme.example.com' }])(
    'is rejected for a server that is not on loopback: %j',
    async (variables) => {
      await expect(read(variables, '--disposable')).rejects.toThrow(/^--disposable needs a server on loopback: /);
    },
  );

  test('must be passed to send calls that could change items', async () => {
    const { tenant } = await read({ TENANT_BASE_URL: 'http://127.0.0.1:8080' });
    expect(tenant?.isDisposable).toBe(false);
  });
});

describe('--tenant', () => {
  /** Writes a file of variables, with a byte order mark. */
  function fileOf(variables: Readonly<Record<string, string>>): string {
    const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
    return join(temporaryFolder({ 'tenant.env': `\uFEFF${lines.join('')}` }), 'tenant.env');
  }

  test('configures the tenant from a file and ignores the environment variables', async () => {
    const file = fileOf(VARIABLES);
    const environment = { TENANT_BASE_URL: 'https://other.example.com/api/v2', TENANT_UNSCOPED_CLIENT_ID: 'other' };
    const { tenant } = await readArguments([...LIVE, '--tenant', file], environment, CONTRACT);
    expect(tenant?.baseUrl).toBe('https://acme.example.com/api/v2');
    expect(tenant?.withoutScopes).toBeUndefined();
  });

  test('rejects a file that does not exist', async () => {
    const read = readArguments([...LIVE, '--tenant', 'no.env'], VARIABLES, CONTRACT);
    await expect(read).rejects.toThrow(/^--tenant must name a file that can be read; reading it failed with ENOENT$/);
  });

  test('rejects an empty file with an error that lists the variables', async () => {
    const read = readArguments([...LIVE, '--tenant', fileOf({})], VARIABLES, CONTRACT);
    await expect(read).rejects.toThrow(/^TENANT_DOMAIN is not set\. Configure the tenant with environment variables/);
  });
});

describe('readTenant()', () => {
  test('uses the URLs and the audience of the document as defaults', () => {
    expect(readTenant({ ...VARIABLES, TENANT_TOKEN_URL: '', TENANT_AUDIENCE: '' }, document, {})).toEqual({
      baseUrl: 'https://acme.example.com/api/v2',
      tokenUrl: 'https://acme.example.com/oauth/token/',
      audience: 'https://acme.example.com/api/v2/',
      client: { clientId: 'operator', clientSecret: 's3cret' },
      ids: {},
    });
  });

  const tokenUntil = (exp: unknown) => `e30.${Buffer.from(JSON.stringify({ exp })).toString('base64url')}.s3cret`;

  test.each(['opaque', tokenUntil(1_700_000_000), tokenUntil('never'), 'e30.bm9uZQ.e30'])(
    'accepts the token %s in TENANT_EXPIRED_TOKEN',
    (token) => {
      expect(readTenant({ ...VARIABLES, TENANT_EXPIRED_TOKEN: token }, document, {}).expiredToken).toBe(token);
    },
  );

  test.each<[string, object, RegExp]>([
    [
      'a token that has not expired in TENANT_EXPIRED_TOKEN',
      { TENANT_EXPIRED_TOKEN: tokenUntil(32_503_680_000) },
      /^TENANT_EXPIRED_TOKEN must be a token that has expired: /,
    ],
    [
      'a user name and a password in TENANT_DOMAIN',
      { TENANT_DOMAIN: 'u:s3cret@acme.example.com' },
      /^TENANT_DOMAIN must be a host name/,
    ],
    ['a path in TENANT_DOMAIN', { TENANT_DOMAIN: 'acme.example.com/x?' }, /^TENANT_DOMAIN must be a host name/],
    ['a TENANT_BASE_URL without TLS', { TENANT_BASE_URL: 'http://acme.example.com/s3cret' }, /^TENANT_BASE_URL\b/],
    ['a TENANT_TOKEN_URL without TLS', { TENANT_TOKEN_URL: 'http://acme.example.com/s3cret' }, /^TENANT_TOKEN_URL\b/],
    ['a missing secret', { TENANT_CLIENT_SECRET: '' }, /^TENANT_CLIENT_SECRET is not set\./],
    [
      'a second client without a secret',
      { TENANT_UNSCOPED_CLIENT_ID: 'x' },
      /^TENANT_UNSCOPED_CLIENT_SECRET is not set\./,
    ],
  ])('rejects %s, with an error that does not contain the value', (_what, variables, words) => {
    const { message } = thrownBy(() => readTenant({ ...VARIABLES, ...variables }, document, {}));
    expect(message).toMatch(words);
    expect(message).not.toContain('s3cret');
  });
});

test.each([
  ['expired an hour ago', { exp: Date.now() / 1000 - 3600 }, true],
  ['expired a minute ago', { exp: Date.now() / 1000 - 60 }, false],
  ['does not show when it expires', {}, false],
])('isLongExpired() for a JWT that %s', (_what, claims, expected) => {
  expect(isLongExpired(`e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`)).toBe(expected);
});
