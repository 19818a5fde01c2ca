import { onTestFinished, vi } from 'vitest';
import {
  clientCredentials,
  createManagementClient,
  type Fetch,
  type ManagementClient,
  type Result,
  TokenError,
  type TokenSource,
} from '../../src/index.js';
import { NOW, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { faultServer, type IncomingRequest, type Responder, type ResponderScript } from './fault-server.ts';

export const GET_PATH = '/token-exchange-profiles/{id}';
export const ID = 'tep_9XqRw7vKc2mJ4sLh';
/** The token and the client secret contain a word that no other text contains: a search for this word finds a leak. */
export const TOKEN = 'recognisable-t0ken';
export const SECRET = 'recognisable-s3cret';
export const CLIENT = { clientId: 'my-service', clientSecret: SECRET };

/**
 * The number that `Math.random` returns in timed cases. A requested delay then has 200 ms of jitter, and the first two
 * backoffs are 400 and 800 ms, so the length of a delay shows whether it is a requested delay or a backoff.
 */
const RANDOM = 0.8;
export const JITTER = 200;
export const BACKOFF = 400;

/** The outcome of a call: the result that it returns, or the error that it rejects with. */
export type CallOutcome =
  | { readonly status: number; readonly data: unknown }
  | {
      /** Name of the error's class. */
      readonly error: string | undefined;
      readonly status: number;
      readonly message: string;
      readonly body: unknown;
      readonly cause: string | undefined;
    }
  | {
      readonly thrown: 'TokenError';
      readonly status: number;
      readonly message: string;
      readonly code: string | undefined;
      readonly description: string | undefined;
      readonly cause: string | undefined;
    }
  | { readonly thrown: string };

export interface FaultCase {
  /** Subject of the test title: the method and the fault. {@link withTitles} appends the outcome. */
  readonly name: string;
  /** The method of a call to {@link GET_PATH}. @default 'GET' */
  readonly method?: 'GET' | 'DELETE' | 'PUT' | 'POST' | 'PATCH';
  readonly body?: unknown;
  /** Responses of the API, one per request. */
  readonly api?: readonly Responder[];
  /** Responses of the token endpoint, one per request. If omitted, the client uses a static token. */
  readonly token?: readonly Responder[];
  readonly retry?: number;
  /** Number of milliseconds by which the local clock is ahead of the server's clock. */
  readonly clockError?: number;
  readonly expected: CallOutcome;
}

/** A case that runs with fake time and asserts the delays. */
export interface TimedCase extends FaultCase {
  /** Milliseconds between the requests, including token requests. */
  readonly delays: readonly number[];
}

/**
 * Pairs each case with its test title, which is a whole sentence: the name of the case and its expected outcome. Use
 * the pairs with `test.each` and `%s`.
 */
export const withTitles = <Case extends FaultCase | TimedCase>(cases: readonly Case[]): [title: string, row: Case][] =>
  cases.map((row) => [`${row.name} ${describeOutcome(row)}`, row]);

function describeOutcome(row: FaultCase | TimedCase): string {
  const { expected, api = [], token = [] } = row;
  const counts = [
    ...(api.length > 1 ? [`${api.length} requests`] : []),
    ...(token.length > 1 ? [`${token.length} token requests`] : []),
  ];
  const delays =
    'delays' in row && row.delays.some((delay) => delay > 0) ? row.delays.filter((delay) => delay > 0) : [];
  const after = counts.length > 0 ? ` after ${counts.join(' and ')}` : '';
  const waiting =
    delays.length > 0 ? ` and ${delays.length > 1 ? 'delays' : 'a delay'} of ${delays.join(' and ')} ms` : '';
  if ('data' in expected) return `succeeds with status ${expected.status}${after}${waiting}`;
  const failure =
    'thrown' in expected
      ? `rejects with ${withArticle(expected.thrown)}`
      : `returns ${withArticle(`${expected.error}`)}`;
  const status = 'status' in expected ? ` (status ${expected.status})` : '';
  return `${failure}${status}${after === '' ? ' without a retry' : after}${waiting}`;
}

const withArticle = (name: string): string => `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;

/** Outcome of a case, and the requests that the servers received. */
export interface CaseResult {
  readonly outcome: CallOutcome;
  /** The error or abort reason; `undefined` for a success. */
  readonly failure: unknown;
  readonly apiRequests: readonly IncomingRequest[];
  readonly tokenRequests: readonly IncomingRequest[];
  /** Requests that a second server received. No case should send any. */
  readonly requestsToOtherOrigin: readonly IncomingRequest[];
}

/** A method of the client as plain JavaScript can call it, with any path. */
type UntypedMethod = (path: string, init?: object) => Promise<Result<unknown>>;

/** Returns a method of the client without its types, which reject methods and paths that the document does not have. */
export function untypedCall(management: ManagementClient, method: string): UntypedMethod {
  // At run time, the client is an object of functions.
  const call = (management as unknown as Record<string, UntypedMethod>)[method];
  if (call === undefined) throw new Error(`the client has no method ${method}`);
  return call;
}

/** Runs a case over real connections. */
export async function runCase(
  row: FaultCase | TimedCase,
  source?: { auth: TokenSource; token?: ResponderScript },
): Promise<CaseResult> {
  const { method = 'GET', api = [], retry, body, clockError = 0 } = row;
  const token = source === undefined ? (row.token ?? []) : (source.token ?? []);
  const other = await faultServer();
  const { origin, apiRequests, tokenRequests } = await faultServer({ api, token, otherOrigin: other.origin });
  const auth = source?.auth ?? (row.token === undefined ? TOKEN : clientCredentials(CLIENT));
  const counting = countingFetch();
  const settle = 'delays' in row ? advanceDelays(counting, clockError) : skipBackoff();
  const management = createManagementClient({ baseUrl: `${origin}/api/v2`, auth, fetch: counting.fetch });
  const init = { params: { path: { id: ID } }, ...(retry === undefined ? {} : { retry }) };
  const call = untypedCall(management, method)(GET_PATH, body === undefined ? init : { ...init, body });
  const { outcome, failure } = await settle(outcomeOf(call));
  const requestsToOtherOrigin = [...other.apiRequests, ...other.tokenRequests];
  return { outcome, failure, apiRequests, tokenRequests, requestsToOtherOrigin };
}

/** Waits for a call; returns its outcome in a form that tests can compare, and the error itself. */
export async function outcomeOf(call: Promise<Result<unknown>>): Promise<Pick<CaseResult, 'outcome' | 'failure'>> {
  try {
    const { data, error, response } = await call;
    if (error === undefined) return { outcome: { status: response.status, data }, failure: undefined };
    const { status, message, body, cause } = error;
    return { outcome: { error: className(error), status, message, body, cause: className(cause) }, failure: error };
  } catch (reason) {
    if (!(reason instanceof TokenError)) {
      return { outcome: { thrown: className(reason) ?? 'nothing' }, failure: reason };
    }
    const { status, message, error: code, error_description: description, cause } = reason;
    const outcome = { thrown: 'TokenError', status, message, code, description, cause: className(cause) } as const;
    return { outcome, failure: reason };
  }
}

/** Returns the class name of an error; for a DOMException its `name`, such as `TimeoutError`. */
function className(value: unknown): string | undefined {
  if (value instanceof DOMException) return value.name;
  return value instanceof Error ? value.constructor.name : undefined;
}

interface CountingFetch {
  readonly fetch: Fetch;
  /** Number of requests that have neither a response nor a failure yet. */
  readonly pending: () => number;
}

/** Wraps the platform's `fetch` to count the requests in flight. */
export function countingFetch(): CountingFetch {
  let pending = 0;
  const fetch: Fetch = async (request, init) => {
    pending += 1;
    try {
      return await globalThis.fetch(request, init);
    } finally {
      pending -= 1;
    }
  };
  return { fetch, pending: () => pending };
}

/** Makes every backoff zero: a backoff is a random part of a maximum, and `Math.random` now returns zero. */
export function skipBackoff(): <T>(call: Promise<T>) => Promise<T> {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  return (call) => call;
}

/** Uses fake time. The time advances only while no request is in flight, because then the client waits for a delay. */
function advanceDelays({ pending }: CountingFetch, clockError: number): <T>(call: Promise<T>) => Promise<T> {
  useFakeTime(RANDOM);
  vi.setSystemTime(NOW + clockError);
  return async (call) => {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    call.then(end, end);
    for (await runPendingTasks(); !isOver; await runPendingTasks()) {
      if (pending() === 0) vi.advanceTimersToNextTimer();
    }
    return call;
  };
}

/** Returns the milliseconds between successive requests; these can be API requests and token requests. */
export function delaysBetween(requests: readonly IncomingRequest[]): number[] {
  const times = requests.map(({ at }) => at).sort((one, other) => one - other);
  return times.slice(1).map((at, index) => at - (times[index] ?? Number.NaN));
}
