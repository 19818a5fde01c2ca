import { ManagementClient } from 'auth0';
import { type PeerCall, PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): PeerCall {
  const { host, protocol } = new URL(origin);
  const client = new ManagementClient({
    domain: host,
    token: TOKEN,
    // The client always uses https, but the server on loopback serves http.
    ...(protocol === 'http:' && {
      fetch: (input: URL | RequestInfo, init?: RequestInit) => fetch(String(input).replace('https:', 'http:'), init),
    }),
  });
  return (id = PROFILE_ID) => client.tokenExchangeProfiles.get(id);
}
