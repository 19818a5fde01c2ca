import { createManagementClient } from 'tenant-management-client';
import { type PeerCall, PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): PeerCall {
  const management = createManagementClient({ baseUrl: `${origin}/api/v2`, auth: TOKEN });
  return async (id = PROFILE_ID) => {
    const { data, error } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id } } });
    if (error) throw error;
    return data;
  };
}
