import type { OperationId } from '../document-facts.js';
import type { FaultKind, ReceivedRequest } from '../http/received-request.js';

/** A fault that `sandbox.fail` injects, and the requests that it affects. */
export interface Fault {
  /**
   * Id of the operation, or `token` for the token endpoint.
   * @default every operation
   */
  readonly operation?: OperationId | 'token';
  /**
   * Only calls with this path parameter, such as the id of an item.
   * @default any
   */
  readonly id?: string;
  /**
   * Only requests for which it returns `true`. It can run several times for a request, without `clientId` before the
   * token is checked. If it throws, the response is a 500.
   * @default every request
   */
  readonly match?: (request: ReceivedRequest) => boolean;
  /**
   * The kind of the fault, or a list with a kind for each request in turn, such as `[429, 503, 'pass', 'reset']`.
   *
   * Before the token is checked, so calls with any token are affected:
   * - `reset`: the connection is reset.
   * - `stall`: no response is sent, and the connection stays open.
   *
   * After the token is accepted:
   * - `truncate`: the response is cut off.
   * - `html`: an HTML page is sent with 200.
   * - a status from 300 to 599 is sent. With `match`, this also replaces the response to an invalid token.
   * - `pass`: the response is sent with the `headers` and the `body` of the fault.
   *
   * The operation is performed by `truncate` and `pass`, and by the others with `afterEffect`.
   */
  readonly with: FaultKind | readonly FaultKind[];
  /**
   * Number of requests, or of runs through the list of kinds; `Infinity` until the fault is removed.
   * @default 1
   */
  readonly times?: number;
  /**
   * Whether the operation is performed before the fault happens. A `reset` or `stall` then happens after the token is
   * accepted.
   * @default false, except for `truncate` and `pass`
   */
  readonly afterEffect?: boolean;
  /**
   * Delay before the fault in milliseconds, in addition to the `latency` of the sandbox. `afterEffect` performs the
   * operation before it.
   * @default 0
   */
  readonly latency?: number;
  /** Header fields of the response, which replace others of the same name. */
  readonly headers?: Readonly<Record<string, string | number>>;
  /** Body of the response: a string is sent unchanged, any other value as JSON. */
  readonly body?: unknown;
}
