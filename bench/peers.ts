import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { madeFolder } from './folders.ts';
import { PROFILE } from './peers/profile.ts';

/** Where a call goes: a tenant that a stub plays, or a server on loopback. */
export interface Target {
  /** Without a path, for example `https://acme.example.com`. */
  readonly origin: string;
}

/** What is compared, by the name of its file in `peers/`. */
export const PEERS = {
  'raw-fetch': 'raw fetch',
  'openapi-fetch': 'openapi-fetch',
  'openapi-fetch-deadline': 'openapi-fetch with AbortSignal.timeout',
  'openapi-fetch-ky': 'openapi-fetch with ky',
  'hey-api': '@hey-api/openapi-ts',
  auth0: 'auth0',
  'this-package': 'this package',
} as const;

export type PeerName = keyof typeof PEERS;

// Object.keys forgets that the keys are known.
export const peerNames = Object.keys(PEERS) as PeerName[];

/** The JavaScript of a peer's program. */
export const peerFile = (name: string): string => join(madeFolder, 'peers', `${name}.mjs`);

/** Loads a peer's program, and proves by one call that it reads the profile. */
export async function loadPeer(name: string | undefined, origin: string): Promise<() => Promise<unknown>> {
  // Every program in `peers/` exports the same function.
  const { createCall }: { createCall: (target: Target) => () => Promise<unknown> } = await import(
    peerFile(name ?? 'unnamed')
  );
  const call = createCall({ origin });
  if (!isDeepStrictEqual(await call(), PROFILE)) throw new Error(`${name} did not read the profile`);
  return call;
}
