import type { CallOutcome } from '../call-outcome.ts';
import type { Responder } from '../scripted-server.ts';

export const GET_PATH = '/token-exchange-profiles/{id}';
export const ID = 'tep_9XqRw7vKc2mJ4sLh';
/** The token and the client secret contain a word that no other text contains: a search for this word finds a leak. */
export const TOKEN = 'recognisable-t0ken';
export const SECRET = 'recognisable-s3cret';
export const CLIENT = { clientId: 'my-service', clientSecret: SECRET };

/** Statuses that the client retries for idempotent methods and in token requests. */
export const RETRIED = [408, 502, 503, 504, 520, 521, 522, 523, 524, 525, 526, 527, 530];

/**
 * The number that `Math.random` returns in timed cases. A requested delay then has 200 ms of jitter, and the first two
 * backoffs are 400 and 800 ms, so the length of a delay shows whether it is a requested delay or a backoff.
 */
export const RANDOM = 0.8;
export const JITTER = 200;
export const BACKOFF = 400;

/** The outcome of a call that returns an ApiError. */
export const apiError = (status: number, message: string, body?: unknown, cause?: string): CallOutcome => ({
  error: 'ApiError',
  status,
  message,
  body,
  cause,
});

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

function describeOutcome({ expected }: FaultCase): string {
  if ('data' in expected) return `succeeds with status ${expected.status}`;
  const status = 'status' in expected ? ` (status ${expected.status})` : '';
  return 'thrown' in expected ? `rejects with ${expected.thrown}${status}` : `returns ${expected.error}${status}`;
}
