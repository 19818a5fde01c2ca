import type { Target } from '../peers.ts';
import { PROFILE_ID, TOKEN } from './profile.ts';

export function createCall({ origin }: Target): () => Promise<unknown> {
  return async () => {
    const response = await fetch(`${origin}/api/v2/token-exchange-profiles/${encodeURIComponent(PROFILE_ID)}`, {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    return JSON.parse(await response.text());
  };
}
