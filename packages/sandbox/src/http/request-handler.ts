import { finished } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { behavior } from '../bundled-behavior.js';
import type { OperationId } from '../document-facts.js';
import type { Faults, TakenFault } from '../fault/fault.js';
import { faultResponse, replaceContent } from '../fault/fault-response.js';
import { CORS_HEADERS } from './cors.js';
import { type ReceivedRequest, receivedRequest } from './received-request.js';
import type { RequestLog } from './request-log.js';
import { apiFailure, type ResponseToClient, type SandboxResponse } from './response.js';
import type { Bucket } from './token-bucket.js';

const { contentType } = behavior.api.body;

/** Statuses of responses without a body: RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_BODY = [204, 205, 304];

/** A request as the HTTP framework passes it. */
export type SandboxContext = Context<{ Bindings: HttpBindings }>;

/**
 * The result of the check of a request: for an accepted call, a function that creates the response; for any other
 * request, the response, which faults do not affect.
 */
export type Admission =
  | ResponseToClient
  | { readonly clientId?: string; readonly respond: () => Promise<ResponseToClient> };

/** Options of `createRequestHandler`. */
export interface RequestHandlerOptions {
  readonly clock: () => number;
  /** Delay before each response, in milliseconds. */
  readonly latency: number;
  readonly faults: Faults;
  readonly log: RequestLog;
  /** Returns the rate limit of an operation or of the token endpoint. */
  readonly bucketOf: (operation: OperationId | 'token') => Bucket;
  /** Header fields of all responses of an operation, by operation id. */
  readonly operationHeaders: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly onRequest: ((request: ReceivedRequest, durationMs: number) => void) | undefined;
}

/**
 * Creates the request handler. For each request, the handler records the request, calls `admit` to check the token, and
 * then applies a fault or creates the response.
 */
export function createRequestHandler(options: RequestHandlerOptions) {
  const { clock, latency, faults, log, bucketOf, operationHeaders, onRequest } = options;
  return async (
    { req, env: { incoming, outgoing } }: SandboxContext,
    operation: OperationId | 'token' | undefined,
    admit: (url: URL) => Promise<Admission>,
    params: Readonly<Record<string, string>> = {},
  ): Promise<Response> => {
    const startedAt = performance.now();
    const url = new URL(req.url);
    const received = receivedRequest(req.raw, url, operation, params, clock());
    log.add(received);
    await wait(latency);
    try {
      return await handle();
    } catch (error) {
      // The caller has closed the connection, so no response can be sent.
      if (incoming.socket.destroyed) return RESPONSE_ALREADY_SENT;
      const message = `The sandbox failed: ${error instanceof Error ? error.message : error}`;
      return toResponse(apiFailure({ status: 500, message }));
    } finally {
      log.finish(received);
      if (onRequest !== undefined) {
        afterResponse(outgoing, received, () => onRequest(received, performance.now() - startedAt));
      }
    }

    async function handle(): Promise<Response> {
      const early = operation && faults.takeBeforeToken(received);
      if (early !== undefined) {
        received.fault = early.kind;
        await wait(early.latency);
        return breakConnection(early.kind);
      }
      const admission = await admit(url);
      if (admission.clientId !== undefined) received.clientId = admission.clientId;
      if ('response' in admission) return toResponse(admission.response);
      const perform = async () => {
        const { response, clientId } = await admission.respond();
        if (clientId !== undefined) received.clientId = clientId;
        return response;
      };
      const fault = operation && faults.take(received);
      return fault === undefined ? toResponse(await perform()) : await applyFault(fault, perform);
    }

    /** Applies a fault to a request whose token was accepted; `perform` performs the operation. */
    async function applyFault(fault: TakenFault, perform: () => Promise<SandboxResponse>): Promise<Response> {
      const { kind, afterEffect, latency } = fault;
      received.fault = kind;
      const performed = afterEffect || kind === 'truncate' ? await perform() : undefined;
      await wait(latency);
      switch (kind) {
        case 'reset':
        case 'stall':
          return breakConnection(kind);
        case 'truncate':
          incoming.socket.end(beginningOf(performed ?? (await perform())));
          return RESPONSE_ALREADY_SENT;
        case 'pass':
          return toResponse(replaceContent(performed ?? (await perform()), fault));
        default:
          return toResponse(replaceContent(faultResponse(kind, operation, refusalHeaders), fault));
      }
    }

    function breakConnection(kind: TakenFault['kind']): Response {
      if (kind === 'reset') incoming.socket.resetAndDestroy();
      return RESPONSE_ALREADY_SENT;
    }

    /** Returns the header fields of a 429 of the operation. */
    function refusalHeaders(): SandboxResponse['headers'] {
      return operation && bucketOf(operation).refusalHeaders();
    }

    function toResponse({ status, headers = {}, body }: SandboxResponse): Response {
      received.status = status;
      const hasBody = canHaveBody(status) && body !== undefined;
      // Clients compare the reset of the rate limit with `Date`, so both use the same clock.
      const date = new Date(clock()).toUTCString();
      const fields = new Headers({ ...CORS_HEADERS, ...operationHeaders.get(operation ?? ''), Date: date });
      if (hasBody) fields.set('Content-Type', contentType);
      // Names of header fields are case-insensitive: a fault can spell them differently.
      for (const [name, value] of Object.entries(headers)) fields.set(name, value);
      if (!canHaveBody(status)) fields.delete('Content-Type');
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return new Response(hasBody ? text : null, { status, headers: fields });
    }
  };
}

/** Whether a response with this status can have a body. If not, the Response constructor throws for any body. */
const canHaveBody = (status: number): boolean => !WITHOUT_BODY.includes(status);

/** Waits for a number of milliseconds. */
async function wait(ms = 0): Promise<void> {
  // Unref the timer, so that it does not keep the process alive after `close()`.
  if (ms > 0) await delay(ms, undefined, { ref: false });
}

/** Calls a function after the response was sent, so that the function cannot change or delay the response. */
function afterResponse(outgoing: HttpBindings['outgoing'], { fault }: ReceivedRequest, call: () => void): void {
  // Call the function in a separate task, so that its errors do not reach the code of the server.
  const callLater = () => void setImmediate(call);
  // A stalled request has no response to wait for.
  if (fault === 'stall') callLater();
  else finished(outgoing, callLater);
}

/** Returns a response that is cut off within its body, or within its status line if it has no body. */
const beginningOf = ({ status, body }: SandboxResponse): string =>
  body === undefined || !canHaveBody(status)
    ? 'HTTP/1.1 '
    : `HTTP/1.1 ${status}\r\nContent-Type: ${contentType}\r\nContent-Length: 100\r\n\r\n{"`;
