// Exports values without type annotations, so that TypeScript must name their types in the declarations of this file.
import * as client from 'tenant-management-client';
import { bulk, createJournal, createPacer, pacerState } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';
import { catalogue } from 'tenant-management-client/catalogue';
import { observeDeprecation } from 'tenant-management-client/deprecation';
import { driftReport, observeDrift } from 'tenant-management-client/drift';
import * as checks from 'tenant-management-client/drift/checks';
import { readSeedFile, startSandbox } from 'tenant-management-sandbox';

export const clientAuthentication = client.privateKeyJwt({ key: 'pem' });
export const tokenCache = client.sharedTokenCache(new Map());
export const auth = client.clientCredentials({ clientId: 'id', clientAuthentication, tokenCache });
export const pacer = createPacer();
export const management = client.createManagementClient({ tenantDomain: 'acme.example.com', auth, pacer });
export const remove = () => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
export const journal = createJournal(Object());
export const job = bulk(['dev_1'], remove, { journal: fileJournal('remove.journal') });
export const observed = [
  observeDeprecation(management, console.warn),
  observeDrift(management, 'throw', { operations: Object.values(checks) }),
];
export const others = [pacerState(pacer), client.unwrap(remove()), catalogue, driftReport([])];
export const sandbox = await startSandbox(await readSeedFile('seed.json'));
export const members = { ...sandbox, fault: sandbox.fail(Object()), request: sandbox.requests.waitFor({}) };
export const { key } = Object() as client.PrivateKeyJwtOptions;
export const { clientAuthentication: method, tokenCache: cache } = Object() as client.ClientCredentialsOptions;
