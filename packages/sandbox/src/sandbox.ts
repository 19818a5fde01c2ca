import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { behavior } from './bundled-behavior.js';
import { CONTROL_PATH, createControlApi, isControlUrl } from './control/control-api.js';
import {
  aliases,
  basePath,
  audience as documentAudience,
  notSimulated,
  resources,
  sandboxOperations,
  tokenPath,
} from './document-facts.js';
import { createEngine } from './engine/engine.js';
import { createFaults, type InjectedFault } from './fault/fault.js';
import type { Fault } from './fault/fault-options.js';
import { createApi } from './http/api.js';
import { deprecationHeaders } from './http/deprecation.js';
import { isLoopback, LOOPBACK, originOf, spellingsOf } from './http/origin.js';
import { createRequestHandler } from './http/request-handler.js';
import { createRequestLog, type ReceivedRequests } from './http/request-log.js';
import { createRoutes } from './http/routes.js';
import { createBucket } from './http/token-bucket.js';
import { checkOptions, type SandboxOptions } from './options.js';
import { type AliasMaps, initialItems, type ResourceMaps } from './seed/state.js';
import { createAccessTokens } from './token/access-token.js';
import { createClientAuthentication } from './token/client-authentication.js';
import { type ClientMap, createClientMap } from './token/client-map.js';
import { defaultClient } from './token/oauth-client.js';
import { createSigningKeys } from './token/signing-keys.js';
import { createTokenControl, type TokenControl } from './token/token-control.js';
import { createTokenEndpoint } from './token/token-endpoint.js';
import { createUsedAssertions } from './token/used-assertions.js';

/** A local tenant. `await using` closes it at the end of the block. */
export interface Sandbox extends AsyncDisposable, AliasMaps, TokenControl {
  /** URL of the address on which the sandbox listens, such as `http://127.0.0.1:4020`. */
  readonly address: string;
  /** URL of the API, for `baseUrl` of a client, such as `http://127.0.0.1:4020/api/v2`. */
  readonly baseUrl: string;
  /** URL of the token endpoint, for `tokenUrl` of a client. The URL also works without the trailing slash. */
  readonly tokenUrl: string;
  /** URL of the JSON Web Key Set with the public key that verifies tokens. */
  readonly jwksUrl: string;
  /** URL of the control API, such as `http://127.0.0.1:4020/_sandbox`; `undefined` if the option `control` is off. */
  readonly controlUrl: string | undefined;
  /** The credentials of the default client, which has every scope that the document declares. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** The clients by id, with the default client. A test can read and change them; changes take effect immediately. */
  readonly clients: ClientMap;
  /**
   * The items of each resource by the key of the resource, such as `users/roles`. A test can read and change the
   * items; changes take effect immediately. Some resources have an alias in the behavior file. For each
   * alias, the sandbox has a property with the same map.
   */
  readonly resources: ResourceMaps;
  /** The operations that have no state and return the sample of the document, such as `POST /jobs`. */
  readonly notSimulated: readonly string[];
  /** The last 1,000 requests, oldest first. */
  readonly requests: ReceivedRequests;
  /**
   * Injects a fault into the next requests to an operation or to the token endpoint.
   *
   * @returns The number of requests that the fault will still affect, and a function that removes the fault.
   * @throws TypeError If an option is not valid. The message names the option.
   */
  fail(fault: Fault): InjectedFault;
  /**
   * Restores the initial items and clients, resets the rate limits, and clears all faults, requests and used
   * assertions.
   */
  reset(): void;
  /** Closes every connection and frees the port. A second call has no effect. */
  close(): Promise<void>;
}

/**
 * Starts a local tenant for tests. By default, other machines cannot reach this tenant.
 *
 * @example
 * ```ts
 * await using sandbox = await startSandbox();
 * const management = createManagementClient({
 *   baseUrl: sandbox.baseUrl,
 *   auth: clientCredentials(sandbox.credentials),
 * });
 * ```
 * @throws TypeError If an option is not valid. The message names the option.
 * @throws Error With the code `EADDRINUSE` if the port is in use.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  await checkOptions(options);
  const { host = LOOPBACK, clock = Date.now, latency = 0, rateLimit = behavior.api.rateLimit, onRequest } = options;
  const { assume = true, assumeScopes = true, deprecations = {} } = options;

  // Check the clients before the server listens, because an error after that would leave the port in use.
  const { clients, reset: resetClients } = createClientMap(options.clients ?? []);
  const initial = structuredClone(initialItems(options, assume));
  const state = Object.fromEntries(Object.keys(initial).map((key) => [key, new Map<string, unknown>()]));

  // Keep idle connections: a client that is busy for seconds would send its next request on a connection that the server
  // has just closed.
  const server = createServer({ keepAliveTimeout: 0 });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  // The cast is safe: the address of a server that listens on a port is an object.
  const { port } = server.address() as AddressInfo;
  const address = originOf(host, port);
  const { origin, hostname } = new URL(options.origin ?? address);
  const hasControl = options.control ?? (isLoopback(host) && isLoopback(hostname));
  const tokenUrl = new URL(tokenPath, origin);
  const audience = new URL(documentAudience ?? `${basePath}/`, origin).href;
  const jwksUrl = new URL('/.well-known/jwks.json', origin);

  const { conflict } = behavior.api.failures;
  const perform = createEngine({ resources, state, conflict, clock, isAssumed: assume });
  const log = createRequestLog();
  const faults = createFaults();
  const bucket = createBucket(rateLimit, clock);
  const tokenBucket = createBucket(rateLimit && behavior.tokenEndpoint.rateLimit, clock);
  const usedAssertions = createUsedAssertions(() => Date.now());
  const keys = createSigningKeys();
  // Start to generate the key now, so that the first token request takes less time. An API without tokens needs no key.
  if (sandboxOperations.some(({ needsToken }) => needsToken)) void keys.current();
  const tokens = createAccessTokens(keys, `${origin}/`, audience, clock);
  const authenticate = createClientAuthentication(
    clients,
    [origin, `${origin}/`, tokenUrl.href, tokenUrl.href.replace(/\/$/, '')].flatMap(spellingsOf),
    usedAssertions,
  );
  const audiences = [
    ...spellingsOf(audience),
    ...(documentAudience === undefined ? spellingsOf(audience.replace(/\/$/, '')) : [documentAudience]),
  ];
  const handleTokenRequest = createTokenEndpoint({ authenticate, tokens, audiences, bucket: tokenBucket });
  const admitCall = createApi({ tokens, clients, bucket, perform, assume, assumeScopes });

  const reset = () => {
    resetClients();
    for (const [key, items] of Object.entries(initial)) refill(state[key], items);
    log.clear();
    faults.clear();
    usedAssertions.clear();
    bucket.fill();
    tokenBucket.fill();
  };
  reset();

  const handleRequest = createRequestHandler({
    clock,
    latency,
    faults,
    log,
    bucketOf: (operation) => (operation === 'token' ? tokenBucket : bucket),
    operationHeaders: deprecationHeaders(deprecations, assume),
    onRequest,
  });
  const routes = createRoutes({
    handleRequest,
    admitCall,
    handleTokenRequest,
    tokens,
    basePath,
    tokenPath: tokenUrl.pathname,
    jwksPath: jwksUrl.pathname,
  });
  const tokenControl = createTokenControl(tokens, keys, clients);
  const urls = {
    address,
    baseUrl: origin + basePath,
    tokenUrl: tokenUrl.href,
    jwksUrl: jwksUrl.href,
    credentials: defaultClient,
    notSimulated,
  };
  const handleControl =
    hasControl &&
    createControlApi({
      hostname,
      description: { ...urls, audience },
      state,
      log,
      faults,
      clients,
      reset,
      ...tokenControl,
    });
  const listener = getRequestListener(
    (request, env) =>
      handleControl && isControlUrl(env.incoming.url) ? handleControl(request) : routes.fetch(request, env),
    // By default, getRequestListener replaces the global Request and Response of the process.
    { overrideGlobalObjects: false },
  );
  server.on('request', listener);

  const close = async () => {
    log.close();
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  return {
    ...urls,
    controlUrl: hasControl ? address + CONTROL_PATH : undefined,
    clients,
    // The casts are safe, because the types are generated from the same document as `state` and `aliases`.
    resources: state as unknown as ResourceMaps,
    ...(Object.fromEntries(Object.entries(aliases).map(([alias, key]) => [alias, state[key]])) as unknown as AliasMaps),
    requests: log.requests,
    fail: (fault) => faults.add(fault),
    ...tokenControl,
    reset,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function refill(map: Map<string, unknown> | undefined, items: Readonly<Record<string, unknown>>): void {
  map?.clear();
  // Copy the items, so that a test that changes an item does not change the initial state.
  for (const [key, item] of Object.entries(items)) map?.set(key, structuredClone(item));
}
