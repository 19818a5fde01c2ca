import type { OperationId } from '../document-facts.js';
import type { FaultKind, ReceivedRequest } from '../http/received-request.js';

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
