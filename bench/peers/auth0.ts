import { ManagementClient } from 'auth0';
import type { Target } from '../peers.ts';
import { PROFILE_ID, TOKEN } from './profile.ts';

export function createCall({ origin }: Target): () => Promise<unknown> {
  const { host, protocol } = new URL(origin);
  const client = new ManagementClient({
    domain: host,
    token: TOKEN,
    // It always calls https; a server on loopback speaks http.
    ...(protocol === 'http:' && {
      fetch: (input: URL | RequestInfo, init?: RequestInit) => fetch(String(input).replace('https:', 'http:'), init),
    }),
  });
  return () => client.tokenExchangeProfiles.get(PROFILE_ID);
}
