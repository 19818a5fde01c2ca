import { readOptions } from 'tenant-management-client/internal';
import { checkOperation, type OperationId } from '../document.js';
import type { FaultKind, ReceivedRequest } from '../http/request-log.js';
import { isLatency, LATENCY_RULE } from '../option-rules.js';

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

const OPTIONS = ['operation', 'id', 'match', 'with', 'times', 'afterEffect', 'latency', 'headers', 'body'];
const KINDS = ['reset', 'stall', 'truncate', 'html', 'pass'];
/** The kinds that send no complete response. With them, `headers` and `body` would have no effect. */
const WITHOUT_RESPONSE = ['reset', 'stall', 'truncate'];
/** Header fields that the server sets, because a wrong value would break the next response on the connection. */
const FRAMING = ['content-length', 'transfer-encoding'];

/**
 * Checks a fault and returns a copy, so that later changes of the caller's object have no effect.
 *
 * @throws TypeError If an option is unknown or not valid. The message names the option.
 */
export function checkFault(fault: Fault): Fault {
  if (Object(fault) !== fault) throw new TypeError('the fault must be an object, such as { with: 429 }');
  const given = readOptions('the fault', fault, OPTIONS);
  const { operation, id, match, with: kind, times = 1, afterEffect, latency = 0, headers, body } = given;
  checkSelection({ operation, id, match });
  const kinds = [kind].flat();
  if (kinds.length === 0 || !kinds.every(isKind)) {
    const names = KINDS.map((name) => `"${name}"`).join(', ');
    throw new TypeError(`the option "with" must be ${names}, a status from 300 to 599, or a list of these`);
  }
  if (times !== Number.POSITIVE_INFINITY && (!Number.isInteger(times) || times < 1)) {
    throw new TypeError('times must be a positive integer or Infinity');
  }
  if (afterEffect !== undefined && typeof afterEffect !== 'boolean') {
    throw new TypeError('afterEffect must be true or false');
  }
  if (!isLatency(latency)) throw new TypeError(`latency ${LATENCY_RULE}`);
  for (const [name, value] of Object.entries({ headers, body })) {
    if (value !== undefined && kinds.every((one) => WITHOUT_RESPONSE.includes(String(one)))) {
      throw new TypeError(`${name} must not be set with ${kinds.join(', ')}: no complete response is sent`);
    }
  }
  if (headers !== undefined) checkHeaders(headers);
  return {
    ...given,
    with: Array.isArray(kind) ? [...kind] : kind,
    ...(headers && { headers: { ...headers } }),
    ...(body !== undefined && { body: copyBody(body) }),
  };
}

const isKind = (kind: unknown): boolean =>
  typeof kind === 'number' ? Number.isInteger(kind) && kind >= 300 && kind <= 599 : KINDS.includes(String(kind));

function checkSelection({ operation, id, match }: { [Name in 'operation' | 'id' | 'match']: Fault[Name] | undefined }) {
  checkOperation(operation);
  if (id !== undefined && (typeof id !== 'string' || id === '')) throw new TypeError('id must be a non-empty string');
  if (id !== undefined && operation === 'token') {
    throw new TypeError('id must not be set for the token endpoint, which has no path parameters');
  }
  if (match !== undefined && typeof match !== 'function') throw new TypeError('match must be a function');
}

function checkHeaders(headers: NonNullable<Fault['headers']>): void {
  if (Object(headers) !== headers || Array.isArray(headers)) {
    throw new TypeError('headers must be an object, such as { "Retry-After": "1" }');
  }
  for (const [name, value] of Object.entries(headers)) {
    const place = `headers[${JSON.stringify(name)}]`;
    if (typeof value !== 'string' && !Number.isFinite(value)) {
      throw new TypeError(`${place} must be a string or a number`);
    }
    if (FRAMING.includes(name.toLowerCase())) {
      throw new TypeError(`${place} must not be set; to cut off a response, use { with: "truncate" }`);
    }
    try {
      new Headers([[name, String(value)]]);
    } catch {
      throw new TypeError(`${place} must be a header field with a valid name and a valid value`);
    }
  }
}

function copyBody(body: unknown): unknown {
  try {
    // For a function or a symbol, JSON.stringify returns `undefined`. JSON.parse then throws.
    return JSON.parse(String(JSON.stringify(body)));
  } catch {
    throw new TypeError('body must be a string or a value that can be written as JSON');
  }
}
