// pnpm lets a program import only its direct dependencies, so its declarations need the type from this package.
export type { ClientAuth } from 'oauth4webapi';
export type { components, operations, paths } from '#generated/management.js';
export type {
  CallOptions,
  DataOf,
  ErrorOf,
  Fetch,
  HeaderFields,
  InitOf,
  ManagementClient,
  PathsWith,
  RequestedOperation,
  Result,
} from './calls.js';
export { createManagementClient, unwrap } from './client.js';
export { ApiError, NetworkError, TimeoutError } from './errors/errors.js';
export { type ErrorCode, ManagementError } from './errors/management-error.js';
export type { DocumentedError, ErrorInRange, OperationError, OtherError } from './errors/operation-error.js';
export { createManagementFetch } from './management-fetch.js';
export type { ManagementClientOptions } from './options/client-options.js';
export type { Pacer } from './rate-limit/pacing.js';
export type { RateLimit } from './rate-limit/rate-limit.js';
export { clientCredentials } from './token/client-credentials.js';
export type { ClientCredentialsOptions } from './token/client-credentials-options.js';
export { type PrivateJwk, type PrivateKeyJwtOptions, privateKeyJwt } from './token/private-key-jwt.js';
export { sharedTokenCache, type TokenCache } from './token/shared-token-cache.js';
export { TokenError } from './token/token-error.js';
export type { TokenStore } from './token/token-store.js';
export type { TokenRequest, TokenSource } from './token-source.js';
