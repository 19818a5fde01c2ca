// These types are generated from the document and the behavior file.
export type * from '#generated/resources.js';
export type { InjectedFault } from './fault/fault.js';
export type { Fault } from './fault/fault-options.js';
export type { Deprecation, Deprecations } from './http/header-fields.js';
export type { FaultKind, ReceivedRequest, ReceivedRequests, RequestFilter, WaitOptions } from './http/request-log.js';
export type { RateLimitOptions } from './http/token-bucket.js';
export type { SandboxOptions } from './options.js';
export { type Sandbox, startSandbox } from './sandbox.js';
export type { Seed } from './seed/seed.js';
export { readSeedFile } from './seed/seed.js';
export type { AliasMaps, ResourceMaps, ResourceSeeds, SeedItems } from './seed/state.js';
export type { ClientMap } from './token/client-map.js';
export type { Client, PublicJwk } from './token/oauth-client.js';
export type { IssueTokenOptions, TokenControl } from './token/token-control.js';
