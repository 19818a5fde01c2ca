import type { Scope } from '#generated/resources.js';
import { unknownOption } from '../../../../common/closest-name.js';
import { behavior, declaredScopes } from '../document.js';
import type { AccessTokens } from './access-token.js';
import { listProblem, scopeProblem } from './client-map.js';
import { type Client, defaultClient } from './oauth-client.js';
import type { SigningKeys } from './signing-keys.js';

/** Options of `sandbox.issueToken`. With an `audience`, any `scopes` are valid: another API has other scopes. */
export type IssueTokenOptions = {
  /**
   * Id of a client of the sandbox.
   * @default the default client
   */
  readonly clientId?: string;
  /**
   * Time until the token expires, in seconds. With 0 or less, the token has already expired.
   * @default the token lifetime of the client
   */
  readonly expiresIn?: number;
  /**
   * `aud` of the token. The API rejects a token for another audience.
   * @default the audience of the API
   */
  readonly audience?: string;
} & (
  | {
      /**
       * Scopes of the document. They need not be scopes of the client.
       * @default all scopes of the client
       */
      readonly scopes?: readonly Scope[];
    }
  | { readonly scopes: readonly string[]; readonly audience: string }
);

/** The functions of a sandbox that control its access tokens. `reset()` does not undo their effects. */
export interface TokenControl {
  /**
   * Issues an access token without a token request.
   *
   * @throws TypeError If an option is not valid.
   */
  issueToken(options?: IssueTokenOptions): Promise<string>;
  /** Revokes the existing access tokens: the API rejects them with 401. */
  revokeTokens(): void;
  /**
   * Replaces the key that signs new access tokens, and adds it to the JSON Web Key Set. Previous tokens stay valid.
   *
   * @returns The `kid` of the new key.
   */
  rotateKey(): Promise<string>;
}

export function createTokenControl(
  tokens: AccessTokens,
  keys: SigningKeys,
  clients: ReadonlyMap<string, Client>,
): TokenControl {
  return {
    issueToken: async (options = {}) => {
      checkNames(options, ['clientId', 'scopes', 'expiresIn', 'audience']);
      const { clientId = defaultClient.clientId, audience } = options;
      const client = clients.get(clientId);
      if (client === undefined) throw new TypeError('clientId must be the id of a client of the sandbox');
      const { scopes = client.scopes ?? declaredScopes } = options;
      if (audience !== undefined && typeof audience !== 'string') throw new TypeError('audience must be a string');
      const problem = audience === undefined ? scopeProblem(scopes) : listProblem(scopes);
      if (problem !== undefined) throw new TypeError(`scopes ${problem}`);
      const { expiresIn = client.tokenLifetime ?? behavior.tokenEndpoint.lifetime.seconds } = options;
      if (!Number.isInteger(expiresIn)) throw new TypeError('expiresIn must be an integer, in seconds');
      return await tokens.issue({ clientId, scopes }, expiresIn, audience);
    },
    revokeTokens: tokens.revoke,
    rotateKey: keys.rotate,
  };
}

function checkNames(options: object, valid: readonly string[]): void {
  if (Object(options) !== options || Array.isArray(options)) {
    throw new TypeError(`the options must be an object with ${valid.join(', ')}`);
  }
  const unknown = Object.keys(options).find((name) => !valid.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownOption(unknown, valid));
}
