// Tests the options and variables that follow from the aliases of a behavior file.
import { deriveOperations } from 'tools-document/operations';
import { expect, test } from 'vitest';
import { aliasOptions } from '../src/live/alias-options.ts';

const id = { name: 'id', in: 'path', required: true } as const;
const operations = deriveOperations({
  info: { title: 'Devices', version: '1' },
  paths: {
    '/devices/{id}': { parameters: [id], get: { operationId: 'readDevice' }, delete: { operationId: 'deleteDevice' } },
    '/devices/{device}/keys/{id}': {
      parameters: [id, { ...id, name: 'device' }],
      delete: { operationId: 'deleteKey' },
    },
    '/names/{id}': { parameters: [id], get: { operationId: 'readName' } },
  },
});
/** Returns the option and the variable of an alias. */
const namesOf = (alias: string, resource = 'devices') =>
  aliasOptions(operations, { [alias]: resource }).map(({ option, variable }) => [option, variable]);

test.each([
  ['devices', 'device', 'TENANT_DEVICE_ID'],
  ['mfaDeviceTokens', 'mfa-device-token', 'TENANT_MFA_DEVICE_TOKEN_ID'],
])('aliasOptions() derives from the alias %s the option %s and the variable %s', (alias, option, variable) => {
  expect(namesOf(alias)).toEqual([[option, variable]]);
});

test('aliasOptions() derives no option without a DELETE, and nothing for a nested resource', () => {
  expect(namesOf('names', 'names')).toEqual([[undefined, 'TENANT_NAME_ID']]);
  expect(namesOf('keys', 'devices/keys')).toEqual([[undefined, undefined]]);
});

test.each(['targets', 'tenants', 'ids', 'disposables', 'failOns'])(
  'aliasOptions() ignores the alias %s, because another option has its name',
  (alias) => {
    expect(namesOf(alias)).toEqual([]);
  },
);
