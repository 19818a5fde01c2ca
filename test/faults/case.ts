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
import { type Arrived, faultServer, type Reply, type Script } from './fault-server.ts';

export const GET_PATH = '/token-exchange-profiles/{id}';
export const ID = 'tep_9XqRw7vKc2mJ4sLh';
/** A token and a secret that can be told from everything else that is printed. */
export const TOKEN = 'recognisable-t0ken';
export const SECRET = 'recognisable-s3cret';
export const CLIENT = { clientId: 'my-service', clientSecret: SECRET };

/**
 * What `Math.random` gives throughout: an asked wait then has 200 ms of jitter, and the first two backoffs are 400 and
 * 800 ms, so that each is known by its length.
 */
const RANDOM = 0.8;
export const JITTER = 200;
export const BACKOFF = 400;

/** What the caller sees. */
export type Seen =
  | { readonly status: number; readonly data: unknown }
  | {
      /** Its class. */
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
  readonly name: string;
  /** @default 'GET', of a token exchange profile */
  readonly method?: 'GET' | 'DELETE' | 'PUT' | 'POST' | 'PATCH';
  readonly body?: unknown;
  /** What the API replies, request by request. */
  readonly api?: readonly Reply[];
  /** What the token endpoint replies; without it the token is a text. */
  readonly token?: readonly Reply[];
  readonly retry?: number;
  /** How far the local clock is from the server's, in milliseconds. */
  readonly clockError?: number;
  readonly seen: Seen;
}

/** A case in which time is the test's. */
export interface TimedCase extends FaultCase {
  /** Milliseconds between the requests, those for a token included. */
  readonly waits: readonly number[];
}

/** What a test finds out about a call that is over. */
export interface Played {
  readonly seen: Seen;
  /** The error or reason itself; `undefined` for a success. */
  readonly failure: unknown;
  readonly arrived: readonly Arrived[];
  readonly tokenRequests: readonly Arrived[];
  /** What arrived at a server that no request is for. */
  readonly astray: readonly Arrived[];
}

/** A call as plain JavaScript makes it, of any method and path. */
type LooseCall = (path: string, init?: object) => Promise<Result<unknown>>;

/** The calls of a client without their types: the document has neither a POST nor these paths. */
export function loose(management: ManagementClient, method: string): LooseCall {
  // What plain JavaScript sees of the client.
  const call = (management as unknown as Record<string, LooseCall>)[method];
  if (call === undefined) throw new Error(`the client has no ${method}`);
  return call;
}

/** Plays a case over real connections, and gives what the caller sees and what the server saw. */
export async function play(
  row: FaultCase | TimedCase,
  source?: { auth: TokenSource; token?: Script },
): Promise<Played> {
  const { method = 'GET', api = [], retry, body, clockError = 0 } = row;
  const token = source === undefined ? (row.token ?? []) : (source.token ?? []);
  const elsewhere = await faultServer();
  const { origin, arrived, tokenRequests } = await faultServer({ api, token, elsewhere: elsewhere.origin });
  const auth = source?.auth ?? (row.token === undefined ? TOKEN : clientCredentials(CLIENT));
  const network = observedFetch();
  const pass = 'waits' in row ? throughWaits(network, clockError) : withoutWaits();
  const management = createManagementClient({ baseUrl: `${origin}/api/v2`, auth, fetch: network.fetch });
  const init = { params: { path: { id: ID } }, ...(retry === undefined ? {} : { retry }) };
  const call = loose(management, method)(GET_PATH, body === undefined ? init : { ...init, body });
  const { seen, failure } = await pass(outcome(call));
  return { seen, failure, arrived, tokenRequests, astray: [...elsewhere.arrived, ...elsewhere.tokenRequests] };
}

/** What a caller sees of a call, and the failure itself. */
export async function outcome(call: Promise<Result<unknown>>): Promise<Pick<Played, 'seen' | 'failure'>> {
  try {
    const { data, error, response } = await call;
    if (error === undefined) return { seen: { status: response.status, data }, failure: undefined };
    const { status, message, body, cause } = error;
    return { seen: { error: className(error), status, message, body, cause: className(cause) }, failure: error };
  } catch (reason) {
    if (!(reason instanceof TokenError)) return { seen: { thrown: className(reason) ?? 'nothing' }, failure: reason };
    const { status, message, error: code, error_description: description, cause } = reason;
    const seen = { thrown: 'TokenError', status, message, code, description, cause: className(cause) } as const;
    return { seen, failure: reason };
  }
}

/** The class of an error; of a DOMException its name, which tells more. */
function className(value: unknown): string | undefined {
  if (value instanceof DOMException) return value.name;
  return value instanceof Error ? value.constructor.name : undefined;
}

interface Network {
  readonly fetch: Fetch;
  /** How many requests have neither a response nor a failure yet. */
  readonly pending: () => number;
}

/** The platform's fetch, with a count of what is under way. */
export function observedFetch(): Network {
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

/** Makes every backoff end at once. */
function withoutWaits(): <T>(call: Promise<T>) => Promise<T> {
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
  return (call) => call;
}

/** Lets time pass while no request is under way, which is while the client waits. */
function throughWaits({ pending }: Network, clockError: number): <T>(call: Promise<T>) => Promise<T> {
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

/** The milliseconds between one request and the next, wherever they arrived. */
export function waitsBetween(arrived: readonly Arrived[]): number[] {
  const times = arrived.map(({ at }) => at).sort((one, other) => one - other);
  return times.slice(1).map((at, index) => at - (times[index] ?? Number.NaN));
}
