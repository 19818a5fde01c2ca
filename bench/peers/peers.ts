import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { outputFolder } from '../measuring/folders.ts';
import { type PeerCall, PROFILE } from './fixture.ts';

/** Display name of each compared client, by the name of its file in this folder. */
export const PEERS = {
  'raw-fetch': 'raw fetch',
  'openapi-fetch': 'openapi-fetch',
  'openapi-fetch-deadline': 'openapi-fetch with AbortSignal.timeout',
  'openapi-fetch-ky': 'openapi-fetch with ky',
  'openapi-fetch-this-package': 'openapi-fetch with createManagementFetch',
  auth0: 'auth0',
  'this-package': 'this package',
} as const;

export type PeerName = keyof typeof PEERS;

// The cast is safe, because the keys of PEERS are the names.
export const peerNames = Object.keys(PEERS) as PeerName[];

/** Path of a peer's bundled JavaScript. */
const peerFile = (name: string): string => join(outputFolder, 'peers', `${name}.mjs`);

/**
 * Loads a peer, and checks with one call that the peer returns the profile.
 *
 * @throws Error If the call does not return the profile.
 */
export async function loadPeer(name: string | undefined, origin: string): Promise<PeerCall> {
  // The type is safe, because every peer exports the function createCall.
  const { createCall }: { createCall: (origin: string) => PeerCall } = await import(peerFile(name ?? 'unnamed'));
  const call = createCall(origin);
  if (!isDeepStrictEqual(await call(), PROFILE)) throw new Error(`Peer ${name} did not return the profile`);
  return call;
}
