import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { audience as documentAudience, tokenUrl as documentTokenUrl, serverUrl } from '../../src/generated/defaults.js';
import { createAccessTokens } from './access-token.js';
import { createApi } from './api.js';
import { type Client, readyClient } from './client.js';
import { createClientAuthentication } from './client-authentication.js';
import { exampleEnrollment, exampleProfile, type Profile } from './document.js';
import { createExchange } from './exchange.js';
import { createFaults, type Fault } from './fault.js';
import { checkOptions, type SandboxOptions } from './options.js';
import { createBucket } from './rate-limit.js';
import type { ReceivedRequest } from './received-request.js';
import { createRoutes } from './routes.js';
import type { Enrollment, State } from './state.js';
import { createTokenEndpoint } from './token-endpoint.js';

const HOST = '127.0.0.1';
/** The sixth quick call is refused, as on a small plan of the public service. */
const DEFAULT_RATE_LIMIT = { limit: 5, perSecond: 2 };
/** The burst of the public service's token endpoint. */
const TOKEN_RATE_LIMIT = { limit: 30, perSecond: 30 };

/** A tenant on loopback. */
export interface Sandbox extends AsyncDisposable {
  /** URL of the API, for `baseUrl` of a client: `http://127.0.0.1:4020/api/v2`. */
  readonly baseUrl: string;
  /** URL of the token endpoint, which also answers without the last slash. */
  readonly tokenUrl: string;
  /** URL of the public key that tokens are signed for, a JSON Web Key Set. */
  readonly jwksUrl: string;
  /** A client with every scope that the document declares. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  /** The profiles that the tenant holds now, to look at and to change. */
  readonly profiles: Map<string, Profile>;
  /** The enrollments that the tenant holds now, to look at and to change. */
  readonly enrollments: Map<string, Enrollment>;
  /** The last thousand requests that arrived, oldest first. */
  readonly requests: readonly ReceivedRequest[];
  /**
   * Makes requests go wrong, the next ones that it concerns.
   *
   * @throws TypeError When an option is wrong; the message names it.
   */
  fail(fault: Fault): void;
  /** Puts back what the tenant began with: profiles, enrollments, a full rate limit, no faults, no requests. */
  reset(): void;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts a tenant on loopback.
 *
 * @example
 * ```ts
 * await using sandbox = await startSandbox();
 * const management = createManagementClient({
 *   baseUrl: sandbox.baseUrl,
 *   auth: clientCredentials(sandbox.credentials),
 * });
 * ```
 * @throws TypeError When an option is wrong; the message names it.
 * @throws Error When the port is taken.
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options);
  const { clock = Date.now, latency = 0, rateLimit = DEFAULT_RATE_LIMIT, assumeScopes = true, onRequest } = options;

  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  // It listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  const origin = `http://${HOST}:${port}`;
  const basePath = new URL(serverUrl ?? '').pathname;
  const tokenUrl = new URL(documentTokenUrl ?? '', origin);
  const audience = new URL(documentAudience ?? '', origin).href;
  const jwksUrl = new URL('/.well-known/jwks.json', origin);

  const clients = new Map([readyClient, ...(options.clients ?? [])].map((client: Client) => [client.clientId, client]));
  const state: State = { profiles: new Map(), enrollments: new Map() };
  const requests: ReceivedRequest[] = [];
  const faults = createFaults();
  const bucket = createBucket(rateLimit, clock);
  const tokenBucket = createBucket(rateLimit && TOKEN_RATE_LIMIT, clock);
  const usedAssertions = new Set<string>();
  const tokens = createAccessTokens(`${origin}/`, audience, clock);
  const authenticate = createClientAuthentication(
    clients,
    [origin, `${origin}/`, tokenUrl.href, tokenUrl.href.replace(/\/$/, '')].flatMap(namesOf),
    usedAssertions,
  );
  const audiences = [...namesOf(audience), ...(documentAudience === undefined ? [] : [documentAudience])];
  const answerTokenRequest = createTokenEndpoint({ authenticate, tokens, audiences, bucket: tokenBucket });
  const answerCall = createApi({ tokens, clients, bucket, state, assumeScopes });

  const { profiles = [exampleProfile()], enrollments = [exampleEnrollment()] } = options;
  // A copy, so that what the caller does to its own objects later is not done to the tenant.
  const begun = structuredClone({ profiles, enrollments });
  const reset = () => {
    refill(state.profiles, begun.profiles);
    refill(state.enrollments, begun.enrollments);
    requests.splice(0);
    faults.clear();
    usedAssertions.clear();
    bucket.fill();
    tokenBucket.fill();
  };
  reset();

  const exchange = createExchange({
    clock,
    latency,
    faults,
    requests,
    bucketOf: (operation) => (operation === 'token' ? tokenBucket : bucket),
    onRequest,
  });
  const routes = createRoutes({
    exchange,
    answerCall,
    answerTokenRequest,
    tokens,
    basePath,
    tokenPath: tokenUrl.pathname,
    jwksPath: jwksUrl.pathname,
  });
  // It would put its own Request and Response in the place of the caller's.
  server.on('request', getRequestListener(routes.fetch, { overrideGlobalObjects: false }));

  const close = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  };
  return {
    baseUrl: origin + basePath,
    tokenUrl: tokenUrl.href,
    jwksUrl: jwksUrl.href,
    credentials: readyClient,
    ...state,
    requests,
    fail: (fault) => faults.add(fault),
    reset,
    close,
    [Symbol.asyncDispose]: close,
  };
}

function refill<T extends { id: string }>(map: Map<string, T>, items: readonly T[]): void {
  map.clear();
  // Copies, so that what a test changes in the tenant is not changed in its seed.
  for (const item of items) map.set(item.id, structuredClone(item));
}

/** The names under which a URL of this machine may be meant; some clients know tenants by https alone. */
const namesOf = (url: string): string[] =>
  ['http://', 'https://'].flatMap((scheme) =>
    [HOST, 'localhost'].map((host) => url.replace(`http://${HOST}`, scheme + host)),
  );
