import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyAssertion } from '../../packages/sandbox/src/token/verify-assertion.ts';

/** Path of the vectors in `C2SP/wycheproof`. */
export const VECTORS = 'testvectors_v1/json_web_signature_test.json';

interface Group {
  readonly public?: Key;
  /** The only key of the group if the key is symmetric. */
  readonly private: Key;
  readonly tests: readonly { readonly jws: string; readonly result: 'valid' | 'invalid' }[];
}
interface Key {
  readonly alg?: string;
}

/** Verifies each vector as the sandbox verifies assertions of `private_key_jwt`. */
export async function scoreAssertions(folder: string): Promise<(string | undefined)[]> {
  // The cast is safe: the vectors have a schema.
  const { testGroups } = JSON.parse(readFileSync(join(folder, VECTORS), 'utf8')) as { testGroups: readonly Group[] };
  const verifications = testGroups.flatMap(({ public: publicKey, private: key, tests }) =>
    tests.map(async ({ jws, result }) => {
      const isAccepted = await isSignatureAccepted(jws, publicKey ?? key);
      if (isAccepted === (result === 'valid')) return undefined;
      if (isAccepted) return 'The sandbox accepts an invalid signature.';
      return ['RS256', 'ES256'].includes((publicKey ?? key).alg ?? '')
        ? 'The sandbox rejects a valid signature.'
        : 'The signature is valid, but its algorithm is not RS256 or ES256. The sandbox accepts only these two.';
    }),
  );
  return Promise.all(verifications);
}

/** Whether the sandbox rejects a vector because of its claims only. The claims are checked after the signature. */
async function isSignatureAccepted(jws: string, key: object): Promise<boolean> {
  try {
    await verifyAssertion(jws, key, {});
    return true;
  } catch (error) {
    return Object(error).code === 'ERR_JWT_INVALID';
  }
}
