import type { Scope } from '#generated/resources.js';

/** A public key as a JSON Web Key: RFC 7517, RFC 7518 section 6. */
export interface PublicJwk {
  readonly kty?: string;
  readonly n?: string;
  readonly e?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
  readonly kid?: string;
  readonly alg?: string;
  readonly use?: string;
}

/** An application that can request tokens from the sandbox. */
export interface Client {
  /** `client_id` of the application. */
  readonly clientId: string;
  /** The secret. Without it, `publicKey` is required. */
  readonly clientSecret?: string;
  /** The public key for `private_key_jwt` with RS256 or ES256: a JWK or a PEM string. */
  readonly publicKey?: PublicJwk | string;
  /**
   * The scopes that the token endpoint can grant.
   * @default every scope of the document
   */
  readonly scopes?: readonly Scope[];
  /**
   * Whether the client is global. The API rejects the tokens of other clients with 401.
   * @default true
   */
  readonly global?: boolean;
  /**
   * `expires_in` of the client's tokens, in seconds.
   * @default 86400
   */
  readonly tokenLifetime?: number;
}

/** The client that every sandbox has. Its credentials are public. */
export const defaultClient = { clientId: 'sandbox-client', clientSecret: 'sandbox-secret' } as const;
