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
  /** `client_id` of its token requests. */
  readonly clientId: string;
  /** For `client_secret_post` and `client_secret_basic`; a client without it needs a `publicKey`. */
  readonly clientSecret?: string;
  /**
   * For `private_key_jwt`: the public key as a JWK or a PEM string (`-----BEGIN PUBLIC KEY-----`), for RS256 or ES256.
   */
  readonly publicKey?: PublicJwk | string;
  /**
   * Scopes that the client can be granted.
   * @default every scope that the document declares
   */
  readonly scopes?: readonly string[];
  /**
   * Whether the client is global. If it is not, the API refuses its tokens with 401.
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
