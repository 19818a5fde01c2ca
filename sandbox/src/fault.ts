import { type OperationId, sandboxOperations } from './document.js';
import { apiFailure, type SandboxResponse, tokenFailure } from './response.js';
import { unknownOption } from './unknown-option.js';

/** A fault that `sandbox.fail` injects, and the requests that it affects. */
export interface Fault {
  /**
   * Id of the operation, or `token` for the token endpoint.
   * @default every operation of the API
   */
  readonly operation?: OperationId | 'token';
  /**
   * The kind of the fault.
   *
   * These happen before the token is checked, so they affect calls with any token:
   * - `reset`: the connection is reset, and the operation is not performed.
   * - `stall`: no response is sent, the connection stays open, and the operation is not performed.
   *
   * These happen after the token is accepted, so they do not affect a call whose token is rejected with 400 or 401:
   * - `truncate`: the operation is performed, and the response is cut off.
   * - `html`: an HTML page is sent with 200, and the operation is not performed.
   * - a status from 300 to 599: this status is sent, and the operation is not performed.
   */
  readonly with: 'reset' | 'stall' | 'truncate' | 'html' | number;
  /**
   * Number of requests that the fault affects.
   * @default 1
   */
  readonly times?: number;
}

const KINDS = ['reset', 'stall', 'truncate', 'html'];
const OPTIONS = ['operation', 'with', 'times'];

/**
 * Checks a fault.
 *
 * @throws TypeError If an option is unknown or not valid. The message names the option.
 */
export function checkFault(fault: Fault): void {
  if (Object(fault) !== fault) throw new TypeError('the fault must be an object, such as { with: 429 }');
  const { operation, with: kind, times = 1 } = fault;
  const unknown = Object.keys(fault).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownOption(unknown, OPTIONS));
  const known = [...sandboxOperations.map(({ id }) => id), 'token'];
  if (operation !== undefined && !known.includes(operation)) {
    throw new TypeError(`operation must be one of ${known.join(', ')}`);
  }
  const isStatus = Number.isInteger(kind) && Number(kind) >= 300 && Number(kind) <= 599;
  if (!isStatus && !KINDS.includes(String(kind))) {
    throw new TypeError(`with must be ${KINDS.map((kind) => `"${kind}"`).join(', ')} or a status from 300 to 599`);
  }
  if (!Number.isInteger(times) || times < 1) throw new TypeError('times must be a positive integer');
}

/** A fault that breaks the connection before the token is checked. */
type ConnectionFault = 'reset' | 'stall';

const isConnectionFault = (kind: Fault['with']): kind is ConnectionFault => kind === 'reset' || kind === 'stall';

/** The faults of a sandbox that have not happened yet, oldest first. */
export interface Faults {
  /**
   * Adds a fault.
   *
   * @throws TypeError If an option of the fault is unknown or not valid. The message names the option.
   */
  add(fault: Fault): void;
  /** Takes the oldest fault for an operation, but only if that fault happens before the token is checked. */
  takeBeforeToken(operation: OperationId | 'token'): ConnectionFault | undefined;
  /** Takes the oldest fault for an operation. */
  take(operation: OperationId | 'token'): Fault['with'] | undefined;
  clear(): void;
}

/** Creates an empty list of faults. */
export function createFaults(): Faults {
  const pending: { operation: Fault['operation']; kind: Fault['with']; timesLeft: number }[] = [];
  const oldest = (operation: OperationId | 'token') =>
    pending.find((fault) => (fault.operation === undefined ? operation !== 'token' : fault.operation === operation));
  const take: Faults['take'] = (operation) => {
    const fault = oldest(operation);
    if (fault === undefined) return undefined;
    fault.timesLeft -= 1;
    if (fault.timesLeft === 0) pending.splice(pending.indexOf(fault), 1);
    return fault.kind;
  };
  return {
    add: (fault) => {
      checkFault(fault);
      pending.push({ operation: fault.operation, kind: fault.with, timesLeft: fault.times ?? 1 });
    },
    takeBeforeToken: (operation) => {
      const kind = oldest(operation)?.kind;
      if (kind === undefined || !isConnectionFault(kind)) return undefined;
      take(operation);
      return kind;
    },
    take,
    clear: () => void pending.splice(0),
  };
}

const MESSAGE = 'Injected fault';
const HTML_PAGE = '<!doctype html><title>Tenant</title><p>Injected fault';

/** Creates the response of a fault that is a status or an HTML page. */
export function faultResponse(
  operation: OperationId | 'token',
  fault: 'html' | number,
  headers: SandboxResponse['headers'],
): SandboxResponse {
  if (fault === 'html') return { status: 200, body: HTML_PAGE, headers: { 'Content-Type': 'text/html' } };
  if (operation !== 'token') return apiFailure({ status: fault, message: MESSAGE }, {}, headers);
  const error = fault === 429 ? 'too_many_requests' : 'server_error';
  return tokenFailure({ status: fault, error, description: MESSAGE }, {}, headers);
}
