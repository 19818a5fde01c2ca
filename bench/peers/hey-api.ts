import { client } from 'hey-api/client';
import { getTokenExchangeProfilesById } from 'hey-api/sdk';
import { PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): () => Promise<unknown> {
  client.setConfig({ baseUrl: `${origin}/api/v2`, auth: TOKEN });
  return async () => {
    const { data } = await getTokenExchangeProfilesById({ path: { id: PROFILE_ID } });
    return data;
  };
}
