import { ManagementClient } from 'auth0';
import type * as Client from '../../src/index.ts';
import { clientFile } from '../folders.ts';
import { PROFILE_ID } from '../peers/profile.ts';
import type { Findings } from '../section.ts';
import { startTenant, type Tenant, type TenantOptions } from '../servers/tenant-server.ts';

/** Seconds: long enough for ten calls one after the other, shorter than a careless leeway. */
const SHORT_LIFETIME = 8;
const DAY = 86_400;

type Call = () => Promise<unknown>;

/** A call that reads a profile with a token of the client credentials grant, by client. */
const clients = ({
  clientCredentials,
  createManagementClient,
  unwrap,
}: typeof Client): Record<string, (origin: string) => Call> => ({
  auth0: (origin) => {
    const client = new ManagementClient({
      domain: new URL(origin).host,
      clientId: 'id',
      clientSecret: 'secret',
      // It always calls https; a server on loopback speaks http.
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

interface Situation {
  readonly name: string;
  readonly tenant: TenantOptions;
  readonly calls: number;
  /** Resolves with how many calls succeeded. */
  play(call: Call, calls: number, tenant: Tenant): Promise<number>;
}

const SITUATIONS: readonly Situation[] = [
  { name: '100 concurrent cold calls', tenant: { lifetime: DAY }, calls: 100, play: atOnce },
  {
    name: `10 calls within one lifetime of ${SHORT_LIFETIME} s`,
    tenant: { lifetime: SHORT_LIFETIME },
    calls: 10,
    play: oneByOne,
  },
  {
    name: '200 concurrent calls whose token was revoked, after one that fetched it',
    tenant: { lifetime: DAY },
    calls: 200,
    play: async (call, calls, tenant) => {
      await call();
      tenant.revoke();
      return atOnce(call, calls);
    },
  },
  {
    name: 'one call, and a token endpoint that answers 429 with Retry-After: 1 once',
    tenant: { lifetime: DAY, refusals: 1 },
    calls: 1,
    play: atOnce,
  },
];

/** Token requests of the two clients that get tokens themselves. */
export async function measureTokens(): Promise<Findings> {
  const connections = Object.entries(clients(await import(clientFile)));
  const rows: string[][] = [];
  for (const { name, tenant: options, calls, play } of SITUATIONS) {
    for (const [client, connect] of connections) {
      const tenant = await startTenant(options);
      try {
        const succeeded = await play(connect(tenant.origin), calls, tenant);
        rows.push([name, client, String(tenant.tokenRequests), `${succeeded} of ${calls}`]);
      } finally {
        tenant.close();
      }
    }
  }
  return {
    tables: [
      { title: 'Token requests', columns: ['situation', 'client', 'token requests', 'calls that succeeded'], rows },
    ],
    targets: [],
    charts: [],
    notes: ['Counted at a token endpoint on loopback. The other clients get no tokens themselves.'],
  };
}

async function atOnce(call: Call, calls: number): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: calls }, call));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

async function oneByOne(call: Call, calls: number): Promise<number> {
  let succeeded = 0;
  for (let count = 0; count < calls; count += 1) succeeded += await atOnce(call, 1);
  return succeeded;
}
