// One of many processes that share a token: it waits for the start, makes a call, and says how it ended. Who started it
// ends it, so that no word is lost on the way.
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

// A listener that stays keeps the process: one that ended by itself could be gone before its word is read.
process.on('message', async () => {
  const { error } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
  process.send?.(error === undefined ? 'done' : error.message);
});
process.send?.('ready');
