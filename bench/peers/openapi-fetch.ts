import createClient from 'openapi-fetch';
import type { paths } from '#generated/management.js';
import { type PeerCall, PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): PeerCall {
  const client = createClient<paths>({ baseUrl: `${origin}/api/v2`, headers: { Authorization: `Bearer ${TOKEN}` } });
  return async (id = PROFILE_ID) => {
    const { data, response } = await client.GET('/token-exchange-profiles/{id}', { params: { path: { id } } });
    if (!response.ok) throw new Error(String(response.status));
    return data;
  };
}
