import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { audience as documentAudience, tokenUrl as documentTokenUrl, serverUrl } from '../../src/generated/defaults.js';
import { createAccessTokens, refusal } from './access-token.js';
import { type Client, readyClient } from './client.js';
import { createClientAuthentication } from './client-authentication.js';
import {
  exampleEnrollment,
  exampleProfile,
  type OperationId,
  type Profile,
  type SandboxOperation,
  sandboxOperations,
} from './document.js';
import { createFaults, type Fault, faultReply } from './fault.js';
import { checkOptions, type SandboxOptions } from './options.js';
import { createBucket } from './rate-limit.js';
import { KEPT_REQUESTS, type ReceivedRequest, withoutSecretParameters, withoutSecrets } from './received-request.js';
import { apiFailure, type Reply, tokenFailure } from './reply.js';
import { behaviour, type Enrollment, type State } from './state.js';
import { createTokenEndpoint } from './token-endpoint.js';

const HOST = '127.0.0.1';
/** The sixth quick call is refused, as on a small plan of the public service. */
const DEFAULT_RATE_LIMIT = { limit: 5, perSecond: 2 };
/** The burst of the public service's token endpoint. */
const TOKEN_RATE_LIMIT = { limit: 30, perSecond: 30 };
const HTML_PAGE = '<!doctype html><title>Tenant</title><p>This page is no answer of the API.';

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

/** What is answered, and whom. */
interface Answer {
  readonly reply: Reply;
  readonly clientId?: string;
}

type Call = Context<{ Bindings: HttpBindings }>;

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
  const tokens = createAccessTokens(`${origin}/`, audience, clock);
  const authenticate = createClientAuthentication(
    clients,
    namesOf(`${origin}/`).concat(namesOf(origin), namesOf(tokenUrl.href)),
    clock,
  );
  const answerToken = createTokenEndpoint(authenticate, tokens, (asked) =>
    [documentAudience, ...namesOf(audience)].includes(asked ?? ''),
  );

  const reset = () => {
    const { profiles = [exampleProfile()], enrollments = [exampleEnrollment()] } = options;
    refill(state.profiles, profiles);
    refill(state.enrollments, enrollments);
    requests.splice(0);
    faults.clear();
    bucket.fill();
    tokenBucket.fill();
  };
  reset();

  const app = new Hono<{ Bindings: HttpBindings }>();
  for (const operation of sandboxOperations) {
    const route = basePath + operation.path.replaceAll(/\{(\w+)\}/g, ':$1');
    app.on(operation.method, route, (call) => handle(call, operation.id, () => answerOperation(call, operation)));
  }
  for (const path of new Set([tokenUrl.pathname, tokenUrl.pathname.replace(/\/$/, '')])) {
    app.post(path, (call) => handle(call, 'token', () => answerTokenRequest(call)));
  }
  app.get(jwksUrl.pathname, (call) =>
    handle(call, undefined, async () => ({ reply: { status: 200, body: await tokens.jwks() } })),
  );
  app.all('*', (call) =>
    handle(call, undefined, async () => ({
      reply: apiFailure(404, `No such path: ${call.req.method} ${call.req.path}`),
    })),
  );
  // It would put its own Request and Response in the place of the caller's.
  server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }));

  async function answerOperation(call: Call, operation: SandboxOperation): Promise<Answer> {
    const grant = await tokens.check(call.req.header('Authorization'));
    if ('status' in grant) return { reply: grant };
    const { clientId } = grant;
    if (clients.get(clientId)?.global === false)
      return { reply: refusal('Invalid token: the client is not global'), clientId };
    const taken = bucket.take();
    if (!taken.isAllowed) {
      return { reply: apiFailure(429, 'Global limit has been reached', 'too_many_requests', taken.headers), clientId };
    }
    const needed = operation.isScopeAssumed && !assumeScopes ? [] : operation.scopes;
    const missing = needed.filter((scope) => !grant.scopes.includes(scope));
    if (missing.length > 0) {
      const challenge = `Bearer error="insufficient_scope", scope="${needed.join(' ')}"`;
      const message = `Insufficient scope, expected: ${needed.join(', ')}`;
      return { reply: apiFailure(403, message, 'insufficient_scope', { 'WWW-Authenticate': challenge }), clientId };
    }
    const [parameter] = Object.keys(call.req.query());
    if (parameter !== undefined) {
      const message = `Query validation error: '${parameter}' is not allowed: this operation has no query parameter`;
      return { reply: apiFailure(400, message, 'invalid_query_string'), clientId };
    }
    const reply = behaviour[operation.id](state, { id: call.req.param('id') ?? '' });
    return {
      reply: reply.status < 300 ? { ...reply, headers: { ...reply.headers, ...taken.headers } } : reply,
      clientId,
    };
  }

  async function answerTokenRequest({ req }: Call): Promise<Answer> {
    const taken = tokenBucket.take();
    if (!taken.isAllowed) {
      return { reply: tokenFailure(429, 'too_many_requests', 'Global limit has been reached', taken.headers) };
    }
    return answerToken({
      authorization: req.header('Authorization'),
      contentType: req.header('Content-Type'),
      body: await req.text(),
    });
  }

  /** Answers a request, or does to it what was asked for, and keeps a record of it. */
  async function handle(
    call: Call,
    operation: OperationId | 'token' | undefined,
    answer: () => Promise<Answer>,
  ): Promise<Response> {
    const { req, env } = call;
    const begun = performance.now();
    const { pathname, search } = new URL(req.url);
    const received: ReceivedRequest = {
      at: clock(),
      method: req.method,
      path: pathname + withoutSecretParameters(search),
      headers: withoutSecrets(req.raw.headers),
      ...(operation === undefined ? {} : { operation }),
    };
    requests.push(received);
    if (requests.length > KEPT_REQUESTS) requests.shift();
    const fault = operation === undefined ? undefined : faults.take(operation);
    if (fault !== undefined) received.fault = fault;
    // Not for this alone does a process go on whose sandbox was closed meanwhile.
    if (latency > 0) await delay(latency, undefined, { ref: false });
    try {
      if (operation !== undefined && typeof fault === 'number') {
        const headers = fault === 429 ? (operation === 'token' ? tokenBucket : bucket).refusal() : {};
        return respond(faultReply(operation, fault, headers));
      }
      if (fault === 'html') return respond({ status: 200, body: HTML_PAGE, headers: { 'Content-Type': 'text/html' } });
      if (fault === 'stall') return RESPONSE_ALREADY_SENT;
      if (fault === 'reset') {
        env.incoming.socket.resetAndDestroy();
        return RESPONSE_ALREADY_SENT;
      }
      const { reply, clientId } = await answer();
      if (clientId !== undefined) received.clientId = clientId;
      if (fault !== 'truncate') return respond(reply);
      // Fewer bytes than are announced.
      const whole = `HTTP/1.1 ${reply.status}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"`;
      env.incoming.socket.end(reply.body === undefined ? 'HTTP/1.1 ' : whole);
      return RESPONSE_ALREADY_SENT;
    } finally {
      onRequest?.(received, performance.now() - begun);
    }

    function respond({ status, headers, body }: Reply): Response {
      received.status = status;
      // RFC 9110 section 15.4.5: a 304 has no body, and a Response with both cannot be made.
      const isEmpty = body === undefined || status === 304;
      return new Response(isEmpty ? null : typeof body === 'string' ? body : JSON.stringify(body), {
        status,
        // The rate limit's reset is measured against the date, so that both must be of one clock.
        headers: { 'Content-Type': 'application/json', Date: new Date(clock()).toUTCString(), ...headers },
      });
    }
  }

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
