import { type PeerCall, PROFILE_ID, TOKEN } from './fixture.ts';

export function createCall(origin: string): PeerCall {
  return async (id = PROFILE_ID) => {
    const response = await fetch(`${origin}/api/v2/token-exchange-profiles/${encodeURIComponent(id)}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    if (!response.ok) throw new Error(String(response.status));
    return JSON.parse(await response.text());
  };
}
