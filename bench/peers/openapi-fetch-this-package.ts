import createClient from 'openapi-fetch';
import { createManagementFetch, type paths } from 'tenant-management-client';
import { PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): () => Promise<unknown> {
  const fetch = createManagementFetch({ baseUrl: `${origin}/api/v2`, auth: TOKEN });
  const client = createClient<paths>({ baseUrl: `${origin}/api/v2`, fetch });
  return async () => {
    const { data } = await client.GET('/token-exchange-profiles/{id}', { params: { path: { id: PROFILE_ID } } });
    return data;
  };
}
