import { inspect } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';
import {
  clientCredentials,
  createManagementClient,
  type Fetch,
  type ManagementClient,
  type Result,
} from '../../../src/index.ts';
import { NOW, runPendingTasks, useFakeTime } from '../../support/fake-time.ts';
import { type CallOutcome, outcomeOf } from '../call-outcome.ts';
import {
  type IncomingRequest,
  type ScriptedServer,
  type ScriptedServerOptions,
  startScriptedServer,
} from '../scripted-server.ts';
import { CLIENT, type FaultCase, GET_PATH, ID, RANDOM, type TimedCase, TOKEN } from './case.ts';

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
export async function runCase(row: FaultCase | TimedCase): Promise<CaseResult> {
  const { method = 'GET', api = [], token = [], retry, body, clockError = 0 } = row;
  const other = await scriptedServer();
  const { origin, apiRequests, tokenRequests } = await scriptedServer({ api, token, otherOrigin: other.origin });
  const auth = row.token === undefined ? TOKEN : clientCredentials(CLIENT);
  const counting = countingFetch();
  const settle = 'delays' in row ? advanceDelays(counting, clockError) : skipBackoff();
  const management = createManagementClient({ baseUrl: `${origin}/api/v2`, auth, fetch: counting.fetch });
  const init = { params: { path: { id: ID } }, ...(retry === undefined ? {} : { retry }) };
  const call = untypedCall(management, method)(GET_PATH, body === undefined ? init : { ...init, body });
  const { outcome, failure } = await settle(outcomeOf(call));
  const requestsToOtherOrigin = [...other.apiRequests, ...other.tokenRequests];
  return { outcome, failure, apiRequests, tokenRequests, requestsToOtherOrigin };
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

/** Starts a scripted server on a free port; the server closes when the test finishes. */
export async function scriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const { close, unexpected, ...server } = await startScriptedServer(options);
  onTestFinished(async () => {
    await close();
    // The call may succeed after an unexpected request, because the client can retry this request.
    expect(unexpected).toEqual([]);
  });
  return server;
}

/** Matches a word that occurs in every token and client secret of these tests, and in no other text. */
export const SECRET_PATTERN = /recognisable/;

/** Returns every text that a program can print for a value: its message, its JSON and so on. Includes its causes. */
export function printed(value: unknown, visited = new Set<unknown>()): string[] {
  if (visited.has(value)) return [];
  visited.add(value);
  const options = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true, maxArrayLength: null };
  const { message, stack, cause, errors, reason, ...rest } = Object(value);
  return [
    String(value),
    JSON.stringify(value) ?? '',
    JSON.stringify(rest),
    inspect(value),
    inspect(value, { ...options, maxStringLength: null }),
    String(message),
    String(stack),
    ...[cause, errors, reason].flatMap((inner) => (inner === undefined ? [] : printed(inner, visited))),
  ];
}
