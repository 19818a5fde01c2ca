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
  /** The `client_id` that the application sends in token requests. */
  readonly clientId: string;
  /** The secret for `client_secret_post` and `client_secret_basic`. A client without a secret needs a `publicKey`. */
  readonly clientSecret?: string;
  /**
   * The public key for `private_key_jwt` with RS256 or ES256: a JWK or a PEM string (`-----BEGIN PUBLIC KEY-----`).
   */
  readonly publicKey?: PublicJwk | string;
  /**
   * The scopes that the token endpoint can grant to the client.
   * @default every scope that the document declares
   */
  readonly scopes?: readonly Scope[];
  /**
   * Whether the client is global. If it is not, the API rejects the client's tokens with 401.
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
