import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import type { OperationId } from './document.js';
import { type Faults, faultReply } from './fault.js';
import type { Bucket } from './rate-limit.js';
import { KEPT_REQUESTS, namesOfQuery, type ReceivedRequest, withoutSecrets } from './received-request.js';
import { type Answer, apiFailure, type Reply } from './reply.js';

const HTML_PAGE = '<!doctype html><title>Tenant</title><p>This page is no answer of the API.';

/** A request as the HTTP framework hands it on. */
export type Call = Context<{ Bindings: HttpBindings }>;

/** What all exchanges of a sandbox have in common. */
export interface ExchangeOptions {
  readonly clock: () => number;
  readonly latency: number;
  readonly faults: Faults;
  readonly requests: ReceivedRequest[];
  /** The rate limit that an operation counts against. */
  readonly bucketOf: (operation: OperationId | 'token') => Bucket;
  readonly onRequest: ((request: ReceivedRequest, tookMs: number) => void) | undefined;
}

/** Makes what answers a request, or does to it what was asked for, and keeps a record of it. */
export function createExchange({ clock, latency, faults, requests, bucketOf, onRequest }: ExchangeOptions) {
  return async (
    { req, env }: Call,
    operation: OperationId | 'token' | undefined,
    answer: (url: URL) => Promise<Answer>,
  ): Promise<Response> => {
    const begun = performance.now();
    const url = new URL(req.url);
    const fault = operation === undefined ? undefined : faults.take(operation);
    const received: ReceivedRequest = {
      at: clock(),
      method: req.method,
      path: url.pathname + namesOfQuery(url),
      headers: withoutSecrets(req.raw.headers),
      ...(operation === undefined ? {} : { operation }),
      ...(fault === undefined ? {} : { fault }),
    };
    requests.push(received);
    if (requests.length > KEPT_REQUESTS) requests.shift();
    // Not for this alone does a process go on whose sandbox was closed meanwhile.
    if (latency > 0) await delay(latency, undefined, { ref: false });
    try {
      if (operation !== undefined && typeof fault === 'number') {
        return respond(faultReply(operation, fault, fault === 429 ? bucketOf(operation).refusal() : {}));
      }
      if (fault === 'html') return respond({ status: 200, body: HTML_PAGE, headers: { 'Content-Type': 'text/html' } });
      if (fault === 'stall') return RESPONSE_ALREADY_SENT;
      if (fault === 'reset') {
        env.incoming.socket.resetAndDestroy();
        return RESPONSE_ALREADY_SENT;
      }
      const { reply, clientId } = await answer(url);
      if (clientId !== undefined) received.clientId = clientId;
      if (fault !== 'truncate') return respond(reply);
      env.incoming.socket.end(beginningOf(reply));
      return RESPONSE_ALREADY_SENT;
    } catch (error) {
      // Nobody is left to be answered.
      if (env.incoming.socket.destroyed) return RESPONSE_ALREADY_SENT;
      return respond(apiFailure(500, `The sandbox failed: ${error instanceof Error ? error.message : error}`));
    } finally {
      // Apart from the answer: where it throws, the process is told and the caller is not.
      if (onRequest !== undefined) queueMicrotask(() => onRequest(received, performance.now() - begun));
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
  };
}

/** An answer that breaks off: in its body where it has one, else in its first line. */
const beginningOf = ({ status, body }: Reply): string =>
  body === undefined
    ? 'HTTP/1.1 '
    : `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"`;
