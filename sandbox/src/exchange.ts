import { finished } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { behavior } from './behavior.js';
import { CORS_HEADERS } from './cors.js';
import type { OperationId } from './document.js';
import { type Fault, type Faults, faultReply } from './fault.js';
import type { Bucket } from './rate-limit.js';
import { KEPT_REQUESTS, type ReceivedRequest, receivedRequest } from './received-request.js';
import { apiFailure, type Reply, type SandboxResponse } from './reply.js';

const { contentType } = behavior.api.body;

/** A request as the HTTP framework passes it. */
export type SandboxContext = Context<{ Bindings: HttpBindings }>;

/** The answer to a request that is refused before any fault can happen, or a function that answers the request. */
export type Admission =
  | SandboxResponse
  | { readonly clientId?: string; readonly answer: () => Promise<SandboxResponse> };

/** Options of all exchanges of a sandbox. */
export interface ExchangeOptions {
  readonly clock: () => number;
  readonly latency: number;
  readonly faults: Faults;
  readonly requests: ReceivedRequest[];
  /** The rate limit of an operation or of the token endpoint. */
  readonly bucketOf: (operation: OperationId | 'token') => Bucket;
  readonly onRequest: ((request: ReceivedRequest, tookMs: number) => void) | undefined;
}

/** Creates the request handler: records the request, admits it, and answers it or applies a fault. */
export function createExchange({ clock, latency, faults, requests, bucketOf, onRequest }: ExchangeOptions) {
  return async (
    { req, env: { incoming, outgoing } }: SandboxContext,
    operation: OperationId | 'token' | undefined,
    admit: (url: URL) => Promise<Admission>,
  ): Promise<Response> => {
    const startedAt = performance.now();
    const url = new URL(req.url);
    const received = receivedRequest(req.raw, url, operation, clock());
    requests.push(received);
    if (requests.length > KEPT_REQUESTS) requests.shift();
    // Unref the timer so that it does not keep the process alive after `close()`.
    if (latency > 0) await delay(latency, undefined, { ref: false });
    try {
      return await handle();
    } catch (error) {
      // The caller has closed the connection.
      if (incoming.socket.destroyed) return RESPONSE_ALREADY_SENT;
      const message = `The sandbox failed: ${error instanceof Error ? error.message : error}`;
      return respond(apiFailure({ status: 500, message }));
    } finally {
      if (onRequest !== undefined) {
        afterResponse(outgoing, received, () => onRequest(received, performance.now() - startedAt));
      }
    }

    async function handle(): Promise<Response> {
      const broken = operation && faults.takeBeforeToken(operation);
      if (operation !== undefined && broken !== undefined) return applyFault(operation, broken);
      const admission = await admit(url);
      if (admission.clientId !== undefined) received.clientId = admission.clientId;
      if ('reply' in admission) return respond(admission.reply);
      const fault = operation && faults.take(operation);
      if (operation !== undefined && fault !== undefined && fault !== 'truncate') return applyFault(operation, fault);
      const { reply, clientId } = await admission.answer();
      if (clientId !== undefined) received.clientId = clientId;
      if (fault === undefined) return respond(reply);
      received.fault = fault;
      incoming.socket.end(beginningOf(reply));
      return RESPONSE_ALREADY_SENT;
    }

    /** Applies a fault in place of the operation. */
    function applyFault(of: OperationId | 'token', fault: Exclude<Fault['with'], 'truncate'>): Response {
      received.fault = fault;
      if (fault === 'reset') incoming.socket.resetAndDestroy();
      if (fault === 'reset' || fault === 'stall') return RESPONSE_ALREADY_SENT;
      return respond(faultReply(of, fault, fault === 429 ? bucketOf(of).refusal() : {}));
    }

    function respond({ status, headers, body }: Reply): Response {
      received.status = status;
      // Clients read the rate limit's reset relative to `Date`, so both use the same clock.
      const common = { ...CORS_HEADERS, Date: new Date(clock()).toUTCString() };
      // RFC 9110 section 15.4.5: a 304 has no body, and a Response with both cannot be made.
      if (body === undefined || status === 304)
        return new Response(null, { status, headers: { ...common, ...headers } });
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return new Response(text, { status, headers: { 'Content-Type': contentType, ...common, ...headers } });
    }
  };
}

/** Calls a function after the response was sent, so that the function can neither break nor delay the response. */
function afterResponse(outgoing: HttpBindings['outgoing'], { fault }: ReceivedRequest, call: () => void): void {
  // In a separate task: an error in it must not reach the code of the server.
  const callLater = () => void setImmediate(call);
  // A stalled request has no response to wait for.
  if (fault === 'stall') callLater();
  else finished(outgoing, callLater);
}

/** A response that is cut off: in its body if it has one, otherwise in its first line. */
const beginningOf = ({ status, body }: Reply): string =>
  body === undefined
    ? 'HTTP/1.1 '
    : `HTTP/1.1 ${status}\r\nContent-Type: ${contentType}\r\nContent-Length: 100\r\n\r\n{"`;
