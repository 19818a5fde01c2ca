export type { Client, PublicJwk } from './client.js';
export type { ClientMap } from './client-map.js';
export type { Deprecation, Deprecations } from './deprecation.js';
export type { InjectedFault } from './fault.js';
export type { FaultKind } from './fault-kind.js';
export type { Fault } from './fault-options.js';
// These types are generated from the document and the behavior file.
export type * from './generated/resources.js';
export type { SandboxOptions } from './options.js';
export type { RateLimitOptions } from './rate-limit.js';
export type { ReceivedRequest } from './received-request.js';
export type { ReceivedRequests, RequestFilter, WaitOptions } from './request-log.js';
export { type Sandbox, startSandbox } from './sandbox.js';
export type { Seed } from './seed.js';
export { readSeedFile } from './seed-file.js';
export type { AliasMaps, ResourceMaps, ResourceSeeds, SeedItems } from './state.js';
export type { IssueTokenOptions, RevokeTokensOptions, RotateKeyOptions, TokenControl } from './token-control.js';
