import { checkFault } from './check-fault.js';
import type { OperationId } from './document.js';
import { hasPathParameter, type ReceivedRequest } from './received-request.js';

/** The effect of a fault on one request: see {@link Fault.with}. */
export type FaultKind = 'reset' | 'stall' | 'truncate' | 'html' | 'pass' | number;

/** A fault that `sandbox.fail` injects, and the requests that it affects. */
export interface Fault {
  /**
   * Id of the operation, or `token` for the token endpoint.
   * @default every operation of the API
   */
  readonly operation?: OperationId | 'token';
  /**
   * Only calls with this value as a path parameter, such as the id of an item.
   * @default calls with any path parameters
   */
  readonly id?: string;
  /**
   * Only requests for which this function returns `true`. The function can run several times for a request, and
   * `clientId` is absent before the token is checked. If the function throws, the response is a 500 with the message of
   * the error.
   * @default every request
   */
  readonly match?: (request: ReceivedRequest) => boolean;
  /**
   * The kind of the fault, or a list with a kind for each request in turn, such as `[429, 503, 'pass', 'reset']`.
   *
   * These kinds happen before the token is checked, so they affect calls with any token:
   * - `reset`: the connection is reset, and the operation is not performed.
   * - `stall`: no response is sent, the connection stays open, and the operation is not performed.
   *
   * These kinds happen after the token is accepted, so they do not affect a call whose token is rejected with 400 or
   * 401:
   * - `truncate`: the operation is performed, and the response is cut off.
   * - `html`: an HTML page is sent with 200, and the operation is not performed.
   * - a status from 300 to 599: this status is sent, and the operation is not performed.
   * - `pass`: the operation is performed, and its response is sent with the `headers` and the `body` of the fault.
   */
  readonly with: FaultKind | readonly FaultKind[];
  /**
   * Number of requests that the fault affects; for a list of kinds, the number of runs through the list. `Infinity`
   * affects all requests until the fault is removed.
   * @default 1
   */
  readonly times?: number;
  /**
   * Whether the operation is performed before the fault happens, so that the caller cannot know whether it was
   * performed. A `reset` or `stall` then happens after the token is accepted.
   * @default false, except for `truncate` and `pass`
   */
  readonly afterEffect?: boolean;
  /**
   * Delay before the fault happens, in milliseconds, in addition to the `latency` of the sandbox. With `afterEffect`,
   * the operation is performed before the delay.
   * @default 0
   */
  readonly latency?: number;
  /** Header fields of the response; they replace header fields of the same name. */
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Body of the response: a string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}

/** A fault that was injected, as `sandbox.fail` returns it. */
export interface InjectedFault {
  /** Number of requests that the fault will still affect. */
  readonly remaining: number;
  /** Removes the fault, so that it affects no more requests. */
  remove(): void;
}

/** A fault in the list of faults. */
export interface ListedFault extends InjectedFault {
  /** Identifies the fault in the control API. */
  readonly key: string;
  readonly fault: Fault;
}

/** A fault that is applied to a request, with its kind for this request. */
export interface TakenFault extends Omit<Fault, 'with'> {
  readonly kind: FaultKind;
}

/** The faults of a sandbox. */
export interface Faults {
  /**
   * Adds a fault.
   *
   * @throws TypeError If an option of the fault is unknown or not valid. The message names the option.
   */
  add(fault: Fault): ListedFault;
  /** Takes the oldest fault for a request if this fault happens before the token is checked. */
  takeBeforeToken(request: ReceivedRequest): TakenFault | undefined;
  /** Takes the oldest fault for a request. */
  take(request: ReceivedRequest): TakenFault | undefined;
  /** Returns the faults that will still affect requests, oldest first. */
  list(): readonly ListedFault[];
  clear(): void;
}

/** Creates an empty list of faults. */
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
    take: (request) => {
      const next = oldest(request);
      return next && takeFrom(next);
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
