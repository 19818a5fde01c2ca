import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { CONTROL_PATH, createControlApi, isControlUrl } from './control/control-api.js';
import { aliases, notSimulated } from './document.js';
import type { InjectedFault } from './fault/fault.js';
import type { Fault } from './fault/fault-options.js';
import { isLoopback, LOOPBACK, originOf } from './http/origin.js';
import type { ReceivedRequests } from './http/request-log.js';
import { readSandboxOptions, type SandboxOptions } from './options.js';
import { type AliasMaps, createState, type ResourceMaps } from './seed/state.js';
import { createTenant } from './tenant.js';
import { type ClientMap, createClientMap } from './token/client-map.js';
import { defaultClient } from './token/oauth-client.js';
import type { TokenControl } from './token/token-control.js';

/** A local tenant. `await using` closes it at the end of the block. */
export interface Sandbox extends AsyncDisposable, AliasMaps, TokenControl {
  /** URL on which the sandbox listens, such as `http://127.0.0.1:4020`. */
  readonly address: string;
  /** URL of the API, such as `http://127.0.0.1:4020/api/v2`. */
  readonly baseUrl: string;
  /** URL of the token endpoint, with or without the trailing slash. */
  readonly tokenUrl: string;
  /** URL of the JSON Web Key Set that verifies tokens. */
  readonly jwksUrl: string;
  /** URL of the control API; `undefined` if the option `control` is off. */
  readonly controlUrl: string | undefined;
  /** `clientId` and `clientSecret` of the default client, which has every scope of the document. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** The clients by id, with the default client. Changes take effect immediately. */
  readonly clients: ClientMap;
  /**
   * The items of each resource by its key, such as `users/roles`; an alias of the behavior file is a property with the
   * same items. Changes take effect immediately.
   */
  readonly resources: ResourceMaps;
  /** The operations without state, which return the sample of the document, such as `POST /jobs`. */
  readonly notSimulated: readonly string[];
  /** The last 1,000 requests, oldest first. */
  readonly requests: ReceivedRequests;
  /**
   * Injects a fault into the next requests.
   * @throws TypeError If an option is not valid.
   */
  fail(fault: Fault): InjectedFault;
  /** Restores the initial items and clients and the rate limits; clears all faults, requests and used assertions. */
  reset(): void;
  /** Closes every connection and frees the port. Can be called twice. */
  close(): Promise<void>;
}

/**
 * Starts a local tenant for tests. By default, other machines cannot reach this tenant.
 *
 * @throws TypeError If an option is not valid.
 * @throws Error If the port is in use, with the code `EADDRINUSE`.
 * @example
 * ```ts
 * import { clientCredentials, createManagementClient } from 'tenant-management-client';
 * import { startSandbox } from 'tenant-management-sandbox';
 *
 * await using sandbox = await startSandbox();
 * const management = createManagementClient({
 *   baseUrl: sandbox.baseUrl,
 *   auth: clientCredentials(sandbox.credentials),
 * });
 * ```
 */
export async function startSandbox(given: SandboxOptions = {}): Promise<Sandbox> {
  const options = await readSandboxOptions(given);
  const { host = LOOPBACK, port = 0, assume = true } = options;
  // Check the clients and the items before the server listens, because an error after that would leave the port in use.
  const { clients, reset: resetClients } = createClientMap(options.clients ?? []);
  const { state, reset: resetState } = createState(options, assume);

  // Keep idle connections: a client that is busy for seconds would send its next request on a connection that the server
  // has just closed.
  const server = createServer({ keepAliveTimeout: 0 });
  const address = await listen(server, host, port);
  const { origin, hostname } = new URL(options.origin ?? address);
  const tenant = createTenant(options, origin, clients, state);
  const { log, faults, tokenControl } = tenant;
  const reset = () => {
    resetClients();
    resetState();
    tenant.reset();
  };
  const urls = { address, ...tenant.urls, credentials: defaultClient, notSimulated };
  const description = { ...urls, audience: tenant.audience };
  const hasControl = options.control ?? (isLoopback(host) && isLoopback(hostname));
  const handleControl =
    hasControl && createControlApi({ hostname, description, state, log, faults, clients, reset, ...tokenControl });
  const listener = getRequestListener(
    (request, env) =>
      handleControl && isControlUrl(env.incoming.url) ? handleControl(request) : tenant.routes.fetch(request, env),
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
    controlUrl: hasControl ? origin + CONTROL_PATH : undefined,
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

/** Listens on a port, and resolves with the origin of the server. */
async function listen(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // The cast is safe: the address of a server that listens on a port is an object.
  return originOf(host, (server.address() as AddressInfo).port);
}
