export type {
  CallOptions,
  DocumentedError,
  ErrorInRange,
  Fetch,
  ManagementClient,
  OperationError,
  OtherError,
  Result,
} from './calls.js';
export { createManagementClient, unwrap } from './client.js';
export type { ManagementClientOptions } from './client-options.js';
export { ApiError, NetworkError, TimeoutError } from './errors.js';
export type { components, operations, paths } from './generated/management.js';
export { type ErrorCode, ManagementError } from './management-error.js';
export type { Pacer } from './pacing.js';
export type { RateLimit } from './rate-limit.js';
export { clientCredentials } from './token/client-credentials.js';
export type { ClientCredentialsOptions } from './token/client-credentials-options.js';
export { type PrivateJwk, type PrivateKeyJwtOptions, privateKeyJwt } from './token/private-key-jwt.js';
export { sharedTokenCache, type TokenCache } from './token/shared-token-cache.js';
export { TokenError } from './token/token-error.js';
export type { TokenStore } from './token/token-store.js';
export type { TokenRequest, TokenSource } from './token-source.js';
