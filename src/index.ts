export type { CallOptions, Fetch, ManagementClient, Result } from './calls.js';
export { createManagementClient, type ManagementClientOptions, unwrap } from './client.js';
export { ApiError, TokenError } from './errors.js';
export type { components, operations, paths } from './generated/management.js';
export { type PrivateJwk, type PrivateKeyJwtOptions, privateKeyJwt } from './private-key-jwt.js';
export type { RateLimit } from './rate-limit.js';
export { type ClientCredentialsOptions, clientCredentials, type TokenRequest, type TokenSource } from './token.js';
export type { TokenCache } from './token-cache.js';
