import ky from 'ky';
import createClient from 'openapi-fetch';
import type { paths } from '#generated/management.js';
import { PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): () => Promise<unknown> {
  const client = createClient<paths>({
    baseUrl: `${origin}/api/v2`,
    headers: { Authorization: `Bearer ${TOKEN}` },
    // `timeout` would limit each attempt, and not the whole call as in the other clients.
    fetch: (request) => ky(request, { throwHttpErrors: false, timeout: false, totalTimeout: 60_000 }),
  });
  return async () => {
    const { data } = await client.GET('/token-exchange-profiles/{id}', { params: { path: { id: PROFILE_ID } } });
    return data;
  };
}
