import { ManagementClient } from 'auth0';
import type * as Client from '../../src/index.ts';
import { clientFile } from '../measuring/folders.ts';
import { PROFILE_ID } from '../peers/fixture.ts';
import { startTenantServer, type TenantServer, type TenantServerOptions } from '../servers/tenant-server.ts';
import type { Findings } from './section.ts';

/**
 * Lifetime of a token in seconds. Ten sequential calls take less time, so they need only one token. A client with a
 * longer fixed leeway requests a token for every call.
 */
const SHORT_LIFETIME = 8;
const DAY = 86_400;

type ReadProfile = () => Promise<unknown>;

/** Returns a function for each client. The function takes an origin and returns a function that reads a profile. */
const clients = ({
  clientCredentials,
  createManagementClient,
  unwrap,
}: typeof Client): Record<string, (origin: string) => ReadProfile> => ({
  auth0: (origin) => {
    const client = new ManagementClient({
      domain: new URL(origin).host,
      clientId: 'id',
      clientSecret: 'secret',
      // The client always uses https, but the server on loopback serves http.
      fetch: (input: URL | RequestInfo, init?: RequestInit) => fetch(String(input).replace('https:', 'http:'), init),
    });
    return () => client.tokenExchangeProfiles.get(PROFILE_ID);
  },
  'this package': (origin) => {
    const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret' });
    const management = createManagementClient({ baseUrl: `${origin}/api/v2`, auth });
    return () => unwrap(management.GET('/token-exchange-profiles/{id}', { params: { path: { id: PROFILE_ID } } }));
  },
});

interface TokenScenario {
  readonly name: string;
  readonly server: TenantServerOptions;
  readonly calls: number;
  /** Resolves with the number of calls that succeeded. */
  run(call: ReadProfile, calls: number, server: TenantServer): Promise<number>;
}

const SCENARIOS: readonly TokenScenario[] = [
  { name: '100 concurrent calls without a cached token', server: { lifetime: DAY }, calls: 100, run: runConcurrently },
  {
    name: `10 sequential calls within a token lifetime of ${SHORT_LIFETIME} s`,
    server: { lifetime: SHORT_LIFETIME },
    calls: 10,
    run: runSequentially,
  },
  {
    name: '200 concurrent calls after the cached token was revoked',
    server: { lifetime: DAY },
    calls: 200,
    run: async (call, calls, server) => {
      await call();
      server.revoke();
      return runConcurrently(call, calls);
    },
  },
  {
    name: 'one call if the token endpoint first returns 429 with Retry-After: 1',
    server: { lifetime: DAY, rateLimitedRequests: 1 },
    calls: 1,
    run: runConcurrently,
  },
];

/** Counts the token requests of the two clients that request tokens themselves. */
export async function measureTokens(): Promise<Findings> {
  const connections = Object.entries(clients(await import(clientFile)));
  const rows: string[][] = [];
  for (const { name, server: options, calls, run } of SCENARIOS) {
    for (const [client, connect] of connections) {
      const server = await startTenantServer(options);
      try {
        const succeeded = await run(connect(server.origin), calls, server);
        rows.push([name, client, String(server.tokenRequests), `${succeeded} of ${calls}`]);
      } finally {
        server.close();
      }
    }
  }
  return {
    tables: [
      { title: 'Token requests', columns: ['scenario', 'client', 'token requests', 'calls that succeeded'], rows },
    ],
    targets: [],
    charts: [],
    notes: ['Counted by a token endpoint on loopback. The other clients cannot request tokens.'],
  };
}

async function runConcurrently(call: ReadProfile, calls: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: calls }, call));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

async function runSequentially(call: ReadProfile, calls: number): Promise<number> {
  let succeeded = 0;
  for (let count = 0; count < calls; count += 1) succeeded += await runConcurrently(call, 1);
  return succeeded;
}
