import { finished } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { behavior, type OperationId } from '../document.js';
import { type Faults, faultResponse, replaceContent, type TakenFault } from '../fault/fault.js';
import { apiFailure, type ResponseToClient, type SandboxResponse } from '../response.js';
import { CORS_HEADERS } from './header-fields.js';
import { type ReceivedRequest, type RequestLog, receivedRequest } from './request-log.js';
import type { Bucket } from './token-bucket.js';

const { contentType } = behavior.api.body;

/** Statuses of responses without a body: RFC 9110 sections 15.3.5, 15.3.6 and 15.4.5. */
const WITHOUT_BODY = [204, 205, 304];

/** A request as the HTTP framework passes it. */
export type SandboxContext = Context<{ Bindings: HttpBindings }>;

/**
 * The result of the check of a request: for an accepted call, a function that creates the response; for any other
 * request, the response, which only a status that `match` selects replaces.
 */
export type Admission =
  | ResponseToClient
  | { readonly clientId?: string; readonly respond: () => Promise<ResponseToClient> };

/** The parts of a sandbox that all requests need. */
export interface Handling {
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

/** A request that is being handled. */
interface Exchange extends Handling {
  /** The operation; `undefined` for other paths. */
  readonly operation: OperationId | 'token' | undefined;
  readonly received: ReceivedRequest;
  readonly socket: HttpBindings['incoming']['socket'];
}

/**
 * Handles a request: records the request, calls `admit` to check the token, and then applies a fault or creates the
 * response.
 *
 * @param params Decoded path parameters by name.
 */
export async function handleRequest(
  handling: Handling,
  { req, env: { incoming, outgoing } }: SandboxContext,
  operation: Exchange['operation'],
  admit: (url: URL) => Promise<Admission>,
  params: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { clock, latency, log, onRequest } = handling;
  const startedAt = performance.now();
  const url = new URL(req.url);
  const received = receivedRequest(req.raw, url, operation, params, clock());
  const exchange = { ...handling, operation, received, socket: incoming.socket };
  log.add(received);
  await wait(latency);
  try {
    return await respond(exchange, () => admit(url));
  } catch (error) {
    // The caller has closed the connection, so no response can be sent.
    if (incoming.socket.destroyed) return RESPONSE_ALREADY_SENT;
    const message = `The sandbox failed: ${error instanceof Error ? error.message : error}`;
    return toResponse(exchange, apiFailure({ status: 500, message }));
  } finally {
    log.finish(received);
    if (onRequest !== undefined) {
      afterResponse(outgoing, received, () => onRequest(received, performance.now() - startedAt));
    }
  }
}

async function respond(exchange: Exchange, admit: () => Promise<Admission>): Promise<Response> {
  const { operation, received, faults } = exchange;
  const early = operation && faults.takeBeforeToken(received);
  if (early !== undefined) {
    received.fault = early.kind;
    await wait(early.latency);
    return breakConnection(exchange, early.kind);
  }
  const admission = await admit();
  if (admission.clientId !== undefined) received.clientId = admission.clientId;
  const perform = async () => {
    if ('response' in admission) return admission.response;
    const { response, clientId } = await admission.respond();
    if (clientId !== undefined) received.clientId = clientId;
    return response;
  };
  const fault = operation && faults.take(received, !('response' in admission));
  return fault === undefined ? toResponse(exchange, await perform()) : await applyFault(exchange, fault, perform);
}

/** Applies a fault to a request whose token was checked; `perform` performs the operation. */
async function applyFault(
  exchange: Exchange,
  fault: TakenFault,
  perform: () => Promise<SandboxResponse>,
): Promise<Response> {
  const { operation, received, socket, bucketOf } = exchange;
  const { kind, afterEffect, latency } = fault;
  received.fault = kind;
  const performed = afterEffect || kind === 'truncate' ? await perform() : undefined;
  await wait(latency);
  switch (kind) {
    case 'reset':
    case 'stall':
      return breakConnection(exchange, kind);
    case 'truncate':
      socket.end(beginningOf(performed ?? (await perform())));
      return RESPONSE_ALREADY_SENT;
    case 'pass':
      return toResponse(exchange, replaceContent(performed ?? (await perform()), fault));
    default: {
      const refusalHeaders = () => operation && bucketOf(operation).refusalHeaders();
      return toResponse(exchange, replaceContent(faultResponse(kind, operation, refusalHeaders), fault));
    }
  }
}

function breakConnection({ socket }: Exchange, kind: TakenFault['kind']): Response {
  if (kind === 'reset') socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

function toResponse(
  { received, operation, clock, operationHeaders, socket }: Exchange,
  { status, headers = {}, body }: SandboxResponse,
): Response {
  // The caller can have disconnected, for example during a latency.
  received.status = socket.destroyed ? null : status;
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

/** Whether a response with this status can have a body. If not, the Response constructor throws for any body. */
const canHaveBody = (status: number): boolean => !WITHOUT_BODY.includes(status);

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
