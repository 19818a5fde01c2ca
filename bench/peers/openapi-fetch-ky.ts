import ky from 'ky';
import createClient from 'openapi-fetch';
import type { paths } from '#generated/management.js';
import { type PeerCall, PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): PeerCall {
  const client = createClient<paths>({
    baseUrl: `${origin}/api/v2`,
    headers: { Authorization: `Bearer ${TOKEN}` },
    // `timeout` would limit each attempt, and not the whole call as in the other clients.
    fetch: (request) => ky(request, { throwHttpErrors: false, timeout: false, totalTimeout: 60_000 }),
  });
  return async (id = PROFILE_ID) => {
    const { data, error } = await client.GET('/token-exchange-profiles/{id}', { params: { path: { id } } });
    if (error) throw error;
    return data;
  };
}
