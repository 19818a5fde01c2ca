import { client } from 'hey-api/client';
import { getTokenExchangeProfilesById } from 'hey-api/sdk';
import type { Target } from '../peers.ts';
import { PROFILE_ID, TOKEN } from './profile.ts';

export function createCall({ origin }: Target): () => Promise<unknown> {
  client.setConfig({ baseUrl: `${origin}/api/v2`, auth: TOKEN });
  return async () => {
    const { data } = await getTokenExchangeProfilesById({ path: { id: PROFILE_ID } });
    return data;
  };
}
