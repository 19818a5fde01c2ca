import { readOptions } from 'tenant-management-client/internal';
import { unknownOption } from '../../../../common/closest-name.js';
import { checkOperation, type OperationId } from '../document.js';
import { isLatency, LATENCY_RULE } from '../option-rules.js';

/** Number of requests that a sandbox keeps: enough for any test. The limit bounds the memory of a long run. */
const KEPT_REQUESTS = 1_000;
/** Default timeout of `waitFor`: shorter than the 5 s after which Vitest and Jest stop a test. */
const WAIT_MS = 4_000;
/** Number of requests that the message of a timeout lists. */
const LISTED_REQUESTS = 10;

/** Values that a request must have to match. */
export interface RequestFilter
  extends Partial<Pick<ReceivedRequest, 'operation' | 'method' | 'path' | 'clientId' | 'status' | 'fault'>> {
  /** Value of a path parameter, such as the id of an item. */
  readonly id?: string;
}

export const FILTER_NAMES = ['operation', 'method', 'path', 'id', 'clientId', 'status', 'fault'];

/** Options of `requests.waitFor`. */
export interface WaitOptions {
  /**
   * Timeout in milliseconds.
   * @default 4000
   */
  readonly timeout?: number;
  /** Aborts `waitFor`, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The last 1,000 requests that a sandbox received, oldest first. */
export interface ReceivedRequests extends ReadonlyArray<ReceivedRequest> {
  /**
   * Resolves with the oldest request that matches and whose outcome is known, also of the past.
   *
   * @param filter Values, or a function that returns `true` for the request.
   * @throws TypeError If an argument is not valid.
   * @throws DOMException If the timeout passes, with the name `TimeoutError`. The message lists the last requests.
   * @throws Error If the sandbox is closed.
   */
  waitFor(
    filter: RequestFilter | ((request: ReceivedRequest) => boolean),
    options?: WaitOptions,
  ): Promise<ReceivedRequest>;
}

/** The requests of a sandbox, and the pending calls of `waitFor`. */
export interface RequestLog {
  readonly requests: ReceivedRequests;
  add(request: ReceivedRequest): void;
  /** Passes a request to the pending calls of `waitFor`. To be called when the outcome of the request is known. */
  finish(request: ReceivedRequest): void;
  clear(): void;
  /** Rejects the calls of `waitFor`. */
  close(): void;
}

/** A call of `waitFor` that is pending. */
interface Waiter {
  check(request: ReceivedRequest): void;
  reject(error: unknown): void;
}

interface LogState {
  readonly requests: ReceivedRequest[];
  /** The requests whose outcome is known. */
  readonly finished: WeakSet<ReceivedRequest>;
  readonly waiters: Set<Waiter>;
}

export function createRequestLog(): RequestLog {
  const state: LogState = { requests: [], finished: new WeakSet(), waiters: new Set() };
  const { requests, finished, waiters } = state;
  const waitFor: ReceivedRequests['waitFor'] = (filter, options = {}) => waitForRequest(state, filter, options);
  // `waitFor` is not enumerable, so that tests can compare the list with an array.
  Object.defineProperty(requests, 'waitFor', { value: waitFor });
  return {
    // The cast is safe, because `waitFor` is defined above.
    requests: requests as readonly ReceivedRequest[] as ReceivedRequests,
    add: (request) => {
      requests.push(request);
      if (requests.length > KEPT_REQUESTS) requests.shift();
    },
    finish: (request) => {
      finished.add(request);
      for (const { check } of waiters) check(request);
    },
    clear: () => void requests.splice(0),
    close: () => {
      for (const { reject } of waiters)
        reject(new Error('The sandbox was closed before it received a matching request'));
    },
  };
}

async function waitForRequest(
  { requests, finished, waiters }: LogState,
  filter: RequestFilter | ((request: ReceivedRequest) => boolean),
  options: WaitOptions,
): Promise<ReceivedRequest> {
  const { timeout = WAIT_MS, signal } = readOptions('the options of waitFor', options, ['timeout', 'signal']);
  const matches = typeof filter === 'function' ? filter : matcherOf(filter);
  if (!isLatency(timeout)) throw new TypeError(`timeout ${LATENCY_RULE}`);
  if (signal !== undefined && typeof Object(signal).throwIfAborted !== 'function') {
    throw new TypeError('signal must be an AbortSignal');
  }
  signal?.throwIfAborted();
  const past = requests.find((request) => finished.has(request) && matches(request));
  if (past !== undefined) return past;
  return await new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      waiters.delete(waiter);
      settle();
    };
    const waiter: Waiter = {
      check: (request) => {
        try {
          if (matches(request)) end(() => resolve(request));
        } catch (error) {
          waiter.reject(error);
        }
      },
      reject: (error) => end(() => reject(error)),
    };
    const abort = () => waiter.reject(signal?.reason);
    const timer = setTimeout(() => {
      const description = typeof filter === 'function' ? 'the function' : JSON.stringify(filter);
      waiter.reject(timeoutError(description, timeout, requests));
    }, timeout);
    signal?.addEventListener('abort', abort, { once: true });
    waiters.add(waiter);
  });
}

/**
 * Creates the function that returns whether a request has all values of a filter.
 *
 * @throws TypeError If a field of the filter or its operation is unknown.
 */
export function matcherOf(filter: RequestFilter): (request: ReceivedRequest) => boolean {
  if (Object(filter) !== filter)
    throw new TypeError('the filter must be a function or an object such as { status: 204 }');
  const unknown = Object.keys(filter).find((name) => !FILTER_NAMES.includes(name));
  if (unknown !== undefined) throw new TypeError(unknownOption(unknown, FILTER_NAMES));
  const { id, ...fields } = filter;
  checkOperation(fields.operation);
  const values = Object.entries(fields).filter(([, value]) => value !== undefined);
  return (request) =>
    (id === undefined || hasPathParameter(request, id)) &&
    values.every(([name, value]) => Object.entries(request).some(([key, own]) => key === name && own === value));
}

function timeoutError(filter: string, timeout: number, requests: readonly ReceivedRequest[]): DOMException {
  const last = requests
    .slice(-LISTED_REQUESTS)
    .map(({ method, path, status, fault }) => `${method} ${path} ${status ?? fault ?? 'without a response'}`);
  const received = last.length === 0 ? 'It received no requests at all' : `The last requests were: ${last.join(', ')}`;
  return new DOMException(
    `The sandbox received no request that matches ${filter} in ${timeout} ms. ${received}`,
    'TimeoutError',
  );
}

/** The effect of a fault on one request: see the option `with` of a fault. */
export type FaultKind = 'reset' | 'stall' | 'truncate' | 'html' | 'pass' | number;

/** A request that the sandbox received, without token and secret. */
export interface ReceivedRequest {
  /** Time of arrival by the clock of the sandbox, in milliseconds since the epoch. */
  readonly at: number;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path, with the names of the query parameters but not their values: `/api/v2/users/usr_1?a=`. */
  readonly path: string;
  /** Header fields by lower-case name, without cookies; `authorization` has only the scheme. */
  readonly headers: Readonly<Record<string, string>>;
  /** Id of the operation, or `token` for the token endpoint; absent for other paths. */
  readonly operation?: OperationId | 'token';
  /** Decoded path parameters, such as `{ id: 'book_1' }`; absent if there are none. */
  readonly params?: Readonly<Record<string, string>>;
  /** Id of the client that sent the request; absent if it is not authenticated. */
  clientId?: string;
  /** Status of the response; `null` if no complete response was sent. */
  status: number | null;
  /** The fault that affected the request, if any. */
  fault?: FaultKind;
}

/**
 * @param params Decoded path parameters by name.
 * @param at Time of arrival, in milliseconds since the Unix epoch.
 */
export const receivedRequest = (
  { method, headers }: Request,
  url: URL,
  operation: ReceivedRequest['operation'] | undefined,
  params: Readonly<Record<string, string>>,
  at: number,
): ReceivedRequest => ({
  at,
  method,
  path: url.pathname + namesOfQuery(url),
  headers: withoutSecrets(headers),
  ...(operation === undefined ? {} : { operation }),
  ...(operation === undefined || Object.keys(params).length === 0 ? {} : { params }),
  status: null,
});

/** Returns whether a path parameter of a request has this value. */
export const hasPathParameter = ({ params = {} }: ReceivedRequest, value: string): boolean =>
  Object.values(params).includes(value);

/** Header fields that contain credentials and are removed. */
const SECRETS = ['cookie', 'proxy-authorization'];

/** Returns the header fields without credentials. */
function withoutSecrets(headers: Headers): Record<string, string> {
  const kept = Object.fromEntries([...headers].filter(([name]) => !SECRETS.includes(name)));
  const { authorization } = kept;
  // Remove a malformed value, because it can be a token without a scheme.
  if (authorization !== undefined) kept['authorization'] = /^(?:Basic|Bearer)(?= )/i.exec(authorization)?.[0] ?? '';
  return kept;
}

/** Returns the names in a query without their values, because callers sometimes send tokens in a query by mistake. */
function namesOfQuery({ searchParams }: URL): string {
  const names = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=`);
  return names.length > 0 ? `?${names.join('&')}` : '';
}
