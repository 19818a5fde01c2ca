import { PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): () => Promise<unknown> {
  return async () => {
    const response = await fetch(`${origin}/api/v2/token-exchange-profiles/${encodeURIComponent(PROFILE_ID)}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    return JSON.parse(await response.text());
  };
}
