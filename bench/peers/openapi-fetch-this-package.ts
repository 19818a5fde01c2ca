import createClient from 'openapi-fetch';
import { createManagementFetch, type paths } from 'tenant-management-client';
import { type PeerCall, PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): PeerCall {
  const fetch = createManagementFetch({ baseUrl: `${origin}/api/v2`, auth: TOKEN });
  const client = createClient<paths>({ baseUrl: `${origin}/api/v2`, fetch });
  return async (id = PROFILE_ID) => {
    const { data, error } = await client.GET('/token-exchange-profiles/{id}', { params: { path: { id } } });
    if (error) throw error;
    return data;
  };
}
