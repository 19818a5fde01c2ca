import { expect, onTestFinished, test } from 'vitest';
import { bulk } from '../../../src/bulk/index.ts';
import { clientCredentials, createManagementClient } from '../../../src/index.ts';
import { createResponse } from '../../support/scripted-fetch.ts';

test('an enumerable property on Object.prototype, which a library may add, does not break a client', async () => {
  const descriptor = { value: () => 1, enumerable: true, configurable: true, writable: true };
  Object.defineProperty(Object.prototype, 'addedByLibrary', descriptor);
  onTestFinished(() => void Reflect.deleteProperty(Object.prototype, 'addedByLibrary'));
  const fetch = async () => createResponse(204);
  const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });
  const { error } = await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
  expect(error).toBeUndefined();
  expect(() => clientCredentials({ clientId: 'a', clientSecret: 'b' })).not.toThrow();
  expect(() => bulk([], () => undefined, { concurrency: 1 })).not.toThrow();
});
