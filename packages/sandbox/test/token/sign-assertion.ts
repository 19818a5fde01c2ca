import { type CryptoKey, SignJWT } from 'jose';

export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/** Parameters that omit `client_id` and `client_secret` from a token request. */
export const NO_CLIENT = { client_id: undefined, client_secret: undefined };

/** Signs a client assertion of the client `my-service`, which is valid for one minute. `claims` replaces its claims. */
export function signAssertion(
  claims: Readonly<Record<string, unknown>>,
  key: CryptoKey | Uint8Array,
  alg = 'ES256',
): Promise<string> {
  const exp = Math.floor(Date.now() / 1000) + 60;
  return new SignJWT({ iss: 'my-service', sub: 'my-service', jti: 'a1', exp, ...claims })
    .setProtectedHeader({ alg })
    .sign(key);
}

/** Returns the parameters of a token request with a client assertion. */
export const withAssertion = (client_assertion: string) => ({
  ...NO_CLIENT,
  client_assertion_type: ASSERTION_TYPE,
  client_assertion,
});
