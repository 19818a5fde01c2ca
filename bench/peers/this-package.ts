import { createManagementClient } from 'tenant-management-client';
import { PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): () => Promise<unknown> {
  const management = createManagementClient({ baseUrl: `${origin}/api/v2`, auth: TOKEN });
  return async () => {
    const { data } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: PROFILE_ID } } });
    return data;
  };
}
