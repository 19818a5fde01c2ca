import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch, TimeoutError } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { recordEvents } from '../support/process-events.ts';
import { deferred } from '../support/scripted-fetch.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID, TOKEN } from './cases/case.ts';
import { countingFetch, printed, SECRET_PATTERN, scriptedServer } from './cases/run-case.ts';
import {
  head,
  issueToken,
  json,
  neverRespond,
  type Responder,
  raw,
  respond,
  type ScriptedServer,
} from './scripted-server.ts';

const path = { params: { path: { id: ID } } };
const TIMEOUT = 50_000;
/** Longer than every delay and timeout of these tests. */
const AFTER_ALL_TIMERS = 10 * TIMEOUT;

/** A phase of a call, and the responses after which a call is in this phase. */
interface CallPhase {
  readonly phase: string;
  readonly token?: readonly Responder[];
  readonly api?: readonly Responder[];
  /** Number of responses with which `fetch` has resolved when the call is in this phase. */
  readonly responses: number;
}

const endlessBody = (status: number): Responder =>
  raw(head(status, { 'Content-Type': 'application/json', 'Content-Length': '1000' }), '{"a":1,');
const requestDelay = (status: number) => json(status, {}, { 'Retry-After': '30' });
const issued = issueToken(TOKEN);

/** The timeout of a test in real time: longer than a loaded machine needs to send a request. */
const REAL_TIMEOUT = 500;
/** Blocks the process until the timeout has passed. Until then, the response waits in the socket of the client. */
const thenBlock =
  (responder: Responder): Responder =>
  (context) => {
    responder(context);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, REAL_TIMEOUT + 100);
  };

const PHASES: readonly CallPhase[] = [
  { phase: 'the token request', token: [neverRespond], responses: 0 },
  { phase: 'the header fields of the token response', token: [raw('HTTP/1.1 200 OK\r\nContent-')], responses: 0 },
  { phase: 'the body of the token response', token: [endlessBody(200)], responses: 1 },
  { phase: 'the API request', token: [issued], api: [neverRespond], responses: 1 },
  {
    phase: 'the header fields of the API response',
    token: [issued],
    api: [raw('HTTP/1.1 200 OK\r\nContent-')],
    responses: 1,
  },
  { phase: 'the body of a 200 response of the API', token: [issued], api: [endlessBody(200)], responses: 2 },
  { phase: 'the body of a 500 response of the API', token: [issued], api: [endlessBody(500)], responses: 2 },
  {
    phase: 'the API request after a 401',
    token: [issued, issueToken('other')],
    api: [json(401, {}), neverRespond],
    responses: 3,
  },
  { phase: 'the token request after a 401', token: [issued, neverRespond], api: [json(401, {})], responses: 2 },
];

/** Only an abort can interrupt these delays: the client does not start a delay that would exceed the timeout. */
const DELAY_PHASES: readonly CallPhase[] = [
  { phase: 'the retry delay of the token request', token: [requestDelay(429)], responses: 1 },
  { phase: 'the retry delay of the API request', token: [issued], api: [requestDelay(503)], responses: 2 },
];

interface StartedCall {
  readonly server: ScriptedServer;
  readonly controller: AbortController;
  readonly call: ReturnType<typeof outcomeOf>;
}

/** Starts a call and waits until the call is in the given phase. */
async function startUntil({ token = [], api = [], responses }: CallPhase): Promise<StartedCall> {
  useFakeTime();
  const server = await scriptedServer({ token, api });
  let resolved = 0;
  const network = countingFetch();
  const fetch: Fetch = async (request, init) => {
    const response = await network.fetch(request, init);
    resolved += 1;
    return response;
  };
  const controller = new AbortController();
  const auth = clientCredentials(CLIENT);
  const management = createManagementClient({ baseUrl: `${server.origin}/api/v2`, auth, fetch, timeout: TIMEOUT });
  const call = outcomeOf(management.GET(GET_PATH, { ...path, signal: controller.signal }));
  const count = () => server.apiRequests.length + server.tokenRequests.length;
  while (count() < token.length + api.length || resolved < responses) await runPendingTasks();
  await runPendingTasks();
  return { server, controller, call };
}

/** Asserts that a settled call sends no further request and leaves no listener on the caller's signal. */
async function expectNoActivity(
  { server, controller }: StartedCall,
  { token = [], api = [] }: CallPhase,
): Promise<void> {
  await vi.advanceTimersByTimeAsync(AFTER_ALL_TIMERS);
  await runPendingTasks();
  expect(server.tokenRequests).toHaveLength(token.length);
  expect(server.apiRequests).toHaveLength(api.length);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
}

describe('abort', () => {
  test('before the call prevents every request, and the call rejects with the reason of the signal', async () => {
    const { origin, apiRequests, tokenRequests } = await scriptedServer();
    const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT) });
    const reason = new Error('request canceled');
    const signal = AbortSignal.abort(reason);
    expect(await rejectionOf(management.GET(GET_PATH, { ...path, signal }))).toBe(reason);
    await runPendingTasks();
    expect([...tokenRequests, ...apiRequests]).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test.each([...PHASES, ...DELAY_PHASES])(
    'during $phase rejects the call with the reason of the signal',
    async (phase) => {
      const started = await startUntil(phase);
      const reason = new Error('request canceled');
      started.controller.abort(reason);
      expect((await started.call).failure).toBe(reason);
      await expectNoActivity(started, phase);
    },
  );
});

describe('timeout', () => {
  test.each(PHASES)('during $phase rejects the call with a TimeoutError', async (phase) => {
    const started = await startUntil(phase);
    vi.advanceTimersByTime(TIMEOUT);
    const { failure, outcome } = await started.call;
    expect(outcome).toEqual({ thrown: 'TimeoutError' });
    expect(failure).toBeInstanceOf(TimeoutError);
    expect(printed(failure).join('\n')).not.toMatch(SECRET_PATTERN);
    await expectNoActivity(started, phase);
  });

  const compressed = respond(200, gzipSync(JSON.stringify({ id: ID })), {
    'Content-Type': 'application/json',
    'Content-Encoding': 'gzip',
  });
  const success = { status: 200, data: { id: ID } };
  const waiting: [string, { timeout?: number; attemptTimeout?: number }, Responder, Responder, object][] = [
    ['a response', { timeout: REAL_TIMEOUT }, issued, thenBlock(compressed), success],
    ['a 429', { timeout: REAL_TIMEOUT }, issued, thenBlock(requestDelay(429)), { status: 429 }],
    ['a response (attemptTimeout)', { attemptTimeout: REAL_TIMEOUT }, issued, thenBlock(compressed), success],
    ['a token response (attemptTimeout)', { attemptTimeout: REAL_TIMEOUT }, thenBlock(issued), compressed, success],
    ['nothing', { timeout: REAL_TIMEOUT }, issued, thenBlock(neverRespond), { thrown: 'TimeoutError' }],
  ];
  test.each(waiting)(
    'that passes while the process is blocked ends the call with what waits in the socket: %s',
    async (_what, options, token, api, expected) => {
      const { origin } = await scriptedServer({ token: [token], api: [api] });
      const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT) });
      expect((await outcomeOf(management.GET(GET_PATH, { ...path, ...options }))).outcome).toMatchObject(expected);
    },
  );
});

describe('aborted call sends no further request', () => {
  /** Sends a request and waits for it: every request that was sent earlier has then arrived too. */
  const sendLastRequest = async (origin: string) => {
    await fetch(`${origin}/last`);
    await runPendingTasks();
  };

  test('when the token source resolves after the abort', async () => {
    const { origin, apiRequests } = await scriptedServer({ api: [json(200, {})] });
    const late = deferred<string>();
    // A fetch that ignores the signal.
    const ignoringFetch: Fetch = (request) => fetch(request);
    const management = createManagementClient({ baseUrl: origin, auth: () => late.promise, fetch: ignoringFetch });
    const controller = new AbortController();
    const call = outcomeOf(management.GET(GET_PATH, { ...path, signal: controller.signal }));
    controller.abort(new Error('request canceled'));
    await call;
    late.resolve('t0ken');
    await runPendingTasks();
    await sendLastRequest(origin);
    expect(apiRequests.map(({ url }) => url)).toEqual(['/last']);
  });

  test.each([401, 429, 503])('when a %i response arrives after the abort', async (status) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { origin, apiRequests } = await scriptedServer({ api: [json(status, {}), json(200, {})] });
    const late = deferred<undefined>();
    const auth = vi.fn(() => `t0ken-${auth.mock.calls.length}`);
    // A fetch that ignores the signal.
    const ignoringFetch: Fetch = async (request) => {
      const response = await fetch(request);
      await late.promise;
      return response;
    };
    const management = createManagementClient({ baseUrl: origin, auth, fetch: ignoringFetch });
    const controller = new AbortController();
    const call = outcomeOf(management.GET(GET_PATH, { ...path, signal: controller.signal }));
    while (apiRequests.length === 0) await runPendingTasks();
    controller.abort(new Error('request canceled'));
    await call;
    late.resolve(undefined);
    await runPendingTasks();
    await sendLastRequest(origin);
    expect(apiRequests.map(({ url }) => url)).toEqual([`/token-exchange-profiles/${ID}`, '/last']);
    expect(auth).toHaveBeenCalledTimes(1);
  });
});

test('50 retries of one call cause no MaxListenersExceededWarning', async () => {
  const warnings = recordEvents('warning');
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { origin, apiRequests } = await scriptedServer({ api: () => json(503, {}) });
  const management = createManagementClient({ baseUrl: origin, auth: 't0ken' });
  const { signal } = new AbortController();
  await outcomeOf(management.GET(GET_PATH, { ...path, signal, retry: 50 }));
  await runPendingTasks();
  expect(apiRequests).toHaveLength(51);
  expect(warnings).toEqual([]);
});
