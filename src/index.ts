export type { CallOptions, Fetch, ManagementClient, Result } from './calls.js';
export { createManagementClient, type ManagementClientOptions, unwrap } from './client.js';
export { ApiError, NetworkError, TokenError } from './errors.js';
export type { components, operations, paths } from './generated/management.js';
export { type PrivateJwk, type PrivateKeyJwtOptions, privateKeyJwt } from './private-key-jwt.js';
export type { RateLimit } from './rate-limit.js';
export { sharedTokenCache, type TokenCache } from './shared-token-cache.js';
export { type ClientCredentialsOptions, clientCredentials, type TokenRequest, type TokenSource } from './token.js';
export type { TokenStore } from './token-store.js';
