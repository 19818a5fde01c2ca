// A worker: one of several processes that share a token. The worker waits for a message, makes a call and sends the
// result. The test process stops the worker.
import { pathToFileURL } from 'node:url';
import { clientCredentials, createManagementClient, sharedTokenCache, type TokenStore } from 'tenant-management-client';

const [baseUrl = '', storeModule = '', storeOptions = '{}'] = process.argv.slice(2);
const { openStore }: { openStore: (options: object) => Promise<TokenStore> } = await import(
  pathToFileURL(storeModule).href
);
const tokenCache = sharedTokenCache(await openStore(JSON.parse(storeOptions)));
const management = createManagementClient({
  baseUrl,
  auth: clientCredentials({ clientId: 'fleet', clientSecret: 'fleet-secret', tokenCache }),
});

// The listener keeps the process alive: a process that exits early could lose the message that it sent last.
process.on('message', async () => {
  const { error } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
  process.send?.(error === undefined ? 'done' : error.message);
});
process.send?.('ready');
