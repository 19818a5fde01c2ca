import { describe, expect, test } from 'vitest';
import { createJournal, createPacer } from '../../src/bulk/index.ts';
import { clientCredentials, createManagementClient } from '../../src/index.ts';
import { thrownBy } from '../support/expected-errors.ts';

const journal = createJournal({ read: async function* () {}, append: async () => undefined });

describe('an opaque object', () => {
  test('of another version of the package is rejected, and the message names the remedy', () => {
    const pacer = { [Symbol.for('tenant-management-client Pacer 0')]: {} };
    const error = thrownBy(() =>
      createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', pacer: pacer as never }),
    );
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe(
      'pacer must be the result of createPacer() from the same version of tenant-management-client',
    );
  });

  test('of another copy of the same version of the package is accepted', () => {
    const enter = () => () => undefined;
    const pacer = { [Symbol.for('tenant-management-client Pacer 2')]: { resendsRefused: false, enter } };
    expect(() =>
      createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', pacer: pacer as never }),
    ).not.toThrow();
  });

  test.each([
    [
      'pacer',
      'a journal',
      () => createManagementClient({ baseUrl: 'https://a.example', auth: 't', pacer: journal as never }),
      'pacer must be the result of createPacer() from the same version of tenant-management-client',
    ],
    [
      'tokenCache',
      'a pacer',
      () => clientCredentials({ clientId: 'a', clientSecret: 'b', tokenCache: createPacer() as never }),
      'tokenCache must be the result of sharedTokenCache(store) from the same version of tenant-management-client',
    ],
  ])('of another kind is rejected: the option %s does not accept %s', (_option, _value, create, message) => {
    expect(thrownBy(create).message).toBe(message);
  });
});
