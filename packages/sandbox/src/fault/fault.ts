import { servedOperations } from '../document.js';
import { type FaultKind, hasPathParameter, type ReceivedRequest } from '../http/request-log.js';
import { apiFailure, type SandboxResponse, tokenFailure } from '../response.js';
import { withDocumentedBody } from '../response-conformance.js';
import { checkFault, type Fault } from './fault-options.js';

/** A fault that `sandbox.fail` injected. */
export interface InjectedFault {
  /** Number of requests that the fault will still affect. */
  readonly remaining: number;
  /** Removes the fault. */
  remove(): void;
}

export interface ListedFault extends InjectedFault {
  /** Identifies the fault in the control API. */
  readonly key: string;
  readonly fault: Fault;
}

/** A fault that is applied to a request, with its kind for this request. */
export interface TakenFault extends Omit<Fault, 'with'> {
  readonly kind: FaultKind;
}

export interface Faults {
  /**
   * Adds a fault.
   *
   * @throws TypeError If an option of the fault is unknown or not valid. The message names the option.
   */
  add(fault: Fault): ListedFault;
  /** Takes the oldest fault for a request if this fault happens before the token is checked. */
  takeBeforeToken(request: ReceivedRequest): TakenFault | undefined;
  /** Takes the oldest fault for a request; with an invalid token, only if the fault is a status with `match`. */
  take(request: ReceivedRequest, isTokenValid: boolean): TakenFault | undefined;
  /** Returns the faults that will still affect requests, oldest first. */
  list(): readonly ListedFault[];
  clear(): void;
}

export function createFaults(): Faults {
  const pending = new Set<PendingFault>();
  let added = 0;
  const oldest = (request: ReceivedRequest) => [...pending].find(({ fault }) => isFor(fault, request));
  const takeFrom = (next: PendingFault): TakenFault => {
    const kind = next.kind();
    next.used += 1;
    if (next.remaining === 0) pending.delete(next);
    return { ...next.fault, kind };
  };
  return {
    add: (options) => {
      added += 1;
      const next = createPendingFault(String(added), checkFault(options), () => pending.delete(next));
      pending.add(next);
      return next;
    },
    takeBeforeToken: (request) => {
      const next = oldest(request);
      const isBeforeToken = next !== undefined && !next.fault.afterEffect && isConnectionFault(next.kind());
      return isBeforeToken ? takeFrom(next) : undefined;
    },
    take: (request, isTokenValid) => {
      const next = oldest(request);
      const isChosen = next?.fault.match !== undefined && !next.fault.afterEffect && typeof next.kind() === 'number';
      return next && (isTokenValid || isChosen) ? takeFrom(next) : undefined;
    },
    list: () => [...pending],
    clear: () => {
      for (const { remove } of pending) remove();
    },
  };
}

/** A fault with the number of requests that it has affected. */
interface PendingFault extends ListedFault {
  used: number;
  /** Returns the kind of the fault for the next request. */
  kind(): FaultKind;
}

function createPendingFault(key: string, fault: Fault, onRemove: () => void): PendingFault {
  const kinds = [fault.with].flat();
  let isRemoved = false;
  return {
    key,
    fault,
    used: 0,
    kind() {
      // checkFault rejects an empty list.
      return kinds[this.used % kinds.length] ?? 'pass';
    },
    get remaining() {
      return isRemoved ? 0 : (fault.times ?? 1) * kinds.length - this.used;
    },
    remove: () => {
      isRemoved = true;
      onRemove();
    },
  };
}

/** Whether a kind breaks the connection without a response. */
const isConnectionFault = (kind: FaultKind): boolean => kind === 'reset' || kind === 'stall';

function isFor({ operation, id, match }: Fault, request: ReceivedRequest): boolean {
  const isOperation = operation === undefined ? request.operation !== 'token' : request.operation === operation;
  const hasId = id === undefined || hasPathParameter(request, id);
  return isOperation && hasId && (match === undefined || match(request) === true);
}

const MESSAGE = 'Injected fault';
const HTML_PAGE = '<!doctype html><title>Tenant</title><p>Injected fault';

/**
 * Creates the response of a fault that is a status or an HTML page.
 *
 * @param refusalHeaders Returns the header fields of a 429.
 */
export function faultResponse(
  kind: 'html' | number,
  operation: ReceivedRequest['operation'],
  refusalHeaders: () => SandboxResponse['headers'],
): SandboxResponse {
  if (kind === 'html') return { status: 200, body: HTML_PAGE, headers: { 'Content-Type': 'text/html' } };
  const headers = kind === 429 ? refusalHeaders() : {};
  if (operation !== 'token') {
    const { errorBodies = {} } = servedOperations.find(({ id }) => id === operation) ?? {};
    return withDocumentedBody({ errorBodies }, apiFailure({ status: kind, message: MESSAGE }, {}, headers));
  }
  const error = kind === 429 ? 'too_many_requests' : 'server_error';
  return tokenFailure({ status: kind, error, description: MESSAGE }, {}, headers);
}

/** Adds the header fields of a fault to a response, and replaces the body if the fault has one. */
export function replaceContent(
  response: SandboxResponse,
  { headers = {}, body = response.body }: Pick<TakenFault, 'headers' | 'body'>,
): SandboxResponse {
  const added = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return { ...response, headers: { ...response.headers, ...Object.fromEntries(added) }, body };
}
