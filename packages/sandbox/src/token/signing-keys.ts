import { randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWK } from 'jose';

/** Algorithm of all access tokens. */
export const ALGORITHM = 'RS256';

/** A key pair that signs and verifies access tokens. */
export interface SigningKey {
  /** `kid` of the key in the JSON Web Key Set and in tokens. */
  readonly kid: string;
  readonly pair: Awaited<ReturnType<typeof generateKeyPair>>;
}

export interface SigningKeys {
  /** Resolves with the key that signs new tokens. */
  current(): Promise<SigningKey>;
  /** Resolves with the key that has this `kid`. If no key has it, resolves with the current key. */
  find(kid: string | undefined): Promise<SigningKey>;
  /** Adds a key, which then signs new tokens, and resolves with its `kid`. */
  rotate(): Promise<string>;
  /** Resolves with the public keys as a JSON Web Key Set (RFC 7517 section 5), the current key first. */
  jwks(): Promise<{ keys: JWK[] }>;
}

const newKey = async (kid: string): Promise<SigningKey> => ({ kid, pair: await generateKeyPair(ALGORITHM) });

/** The first key. All sandboxes of this process share it, because generating a key can take a quarter of a second. */
let firstKey: Promise<SigningKey> | undefined;
/** Resolves with the first key, and generates it in the first call. */
const first = (): Promise<SigningKey> => {
  firstKey ??= newKey('sandbox');
  return firstKey;
};

/** Creates the keys of a sandbox. Initially, there is only the key that all sandboxes of the process share. */
export function createSigningKeys(): SigningKeys {
  /** The keys that `rotate` has added, newest first. */
  const rotated: SigningKey[] = [];
  const all = async () => [...rotated, await first()];
  const current = async () => rotated[0] ?? (await first());
  return {
    current,
    find: async (kid) => (await all()).find((key) => key.kid === kid) ?? (await current()),
    rotate: async () => {
      const key = await newKey(randomUUID());
      rotated.unshift(key);
      return key.kid;
    },
    jwks: async () => ({
      keys: await Promise.all(
        (await all()).map(async ({ kid, pair }) => ({
          ...(await exportJWK(pair.publicKey)),
          kid,
          use: 'sig',
          alg: ALGORITHM,
        })),
      ),
    }),
  };
}
