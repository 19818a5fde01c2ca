import { getEventListeners } from 'node:events';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch } from '../../src/index.js';
import { rejectionOf } from '../support/expected-errors.ts';
import { runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { deferred } from '../support/scripted-fetch.ts';
import { CLIENT, GET_PATH, ID, observedFetch, outcome } from './case.ts';
import { type FaultServer, faultServer, type Reply } from './fault-server.ts';
import { head, issue, json, raw, stall } from './replies.ts';

const path = { params: { path: { id: ID } } };
const TIMEOUT = 50_000;
/** Longer than anything that could still be under way. */
const LATER = 10 * TIMEOUT;

/** How a call gets somewhere, and how many requests and responses it took by then. */
interface Moment {
  readonly where: string;
  readonly token?: readonly Reply[];
  readonly api?: readonly Reply[];
  readonly responses: number;
}

const unending = (status: number): Reply =>
  raw(head(status, { 'Content-Type': 'application/json', 'Content-Length': '1000' }), '{"a":1,');
const waitAWhile = (status: number) => json(status, {}, { 'Retry-After': '30' });
const issued = issue('t0ken');

const MOMENTS: readonly Moment[] = [
  { where: 'the token request', token: [stall], responses: 0 },
  { where: 'the header fields of the token response', token: [raw('HTTP/1.1 200 OK\r\nContent-')], responses: 0 },
  { where: 'the body of the token response', token: [unending(200)], responses: 1 },
  { where: 'the request', token: [issued], api: [stall], responses: 1 },
  { where: 'the header fields', token: [issued], api: [raw('HTTP/1.1 200 OK\r\nContent-')], responses: 1 },
  { where: 'the body of a success', token: [issued], api: [unending(200)], responses: 2 },
  { where: 'the body of a failure', token: [issued], api: [unending(500)], responses: 2 },
  { where: 'the request after a 401', token: [issued, issue('other')], api: [json(401, {}), stall], responses: 3 },
  { where: 'the token request after a 401', token: [issued, stall], api: [json(401, {})], responses: 2 },
];

/** Where only an abort can come: a wait that would pass the deadline is not begun. */
const WAITS: readonly Moment[] = [
  { where: 'the wait of the token request', token: [waitAWhile(429)], responses: 1 },
  { where: 'the wait of the request', token: [issued], api: [waitAWhile(503)], responses: 2 },
];

interface Call {
  readonly server: FaultServer;
  readonly controller: AbortController;
  readonly call: ReturnType<typeof outcome>;
}

/** Makes a call that gets to a moment and no further. */
async function until({ token = [], api = [], responses }: Moment): Promise<Call> {
  useFakeTime();
  const server = await faultServer({ token, api });
  let answered = 0;
  const network = observedFetch();
  const fetch: Fetch = async (request, init) => {
    const response = await network.fetch(request, init);
    answered += 1;
    return response;
  };
  const controller = new AbortController();
  const auth = clientCredentials(CLIENT);
  const management = createManagementClient({ baseUrl: `${server.origin}/api/v2`, auth, fetch, timeout: TIMEOUT });
  const call = outcome(management.GET(GET_PATH, { ...path, signal: controller.signal }));
  const count = () => server.arrived.length + server.tokenRequests.length;
  while (count() < token.length + api.length || answered < responses) await runPendingTasks();
  await runPendingTasks();
  return { server, controller, call };
}

/** Insists that a call that is over sends nothing more and left nothing with the caller's signal. */
async function expectNothingMore({ server, controller }: Call, { token = [], api = [] }: Moment): Promise<void> {
  await vi.advanceTimersByTimeAsync(LATER);
  await runPendingTasks();
  expect(server.tokenRequests).toHaveLength(token.length);
  expect(server.arrived).toHaveLength(api.length);
  expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
}

describe('an abort', () => {
  test('before the call lets nothing be sent', async () => {
    const { origin, arrived, tokenRequests } = await faultServer();
    const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT) });
    const reason = new Error('the user left');
    const signal = AbortSignal.abort(reason);
    expect(await rejectionOf(management.GET(GET_PATH, { ...path, signal }))).toBe(reason);
    await runPendingTasks();
    expect([...tokenRequests, ...arrived]).toEqual([]);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  test.each([...MOMENTS, ...WAITS])("in $where ends the call with the signal's reason", async (moment) => {
    const started = await until(moment);
    const reason = new Error('the user left');
    started.controller.abort(reason);
    expect((await started.call).failure).toBe(reason);
    await expectNothingMore(started, moment);
  });
});

describe('the deadline', () => {
  test.each(MOMENTS)('in $where ends the call with a TimeoutError', async (moment) => {
    const started = await until(moment);
    vi.advanceTimersByTime(TIMEOUT);
    const { failure, seen } = await started.call;
    expect(seen).toEqual({ thrown: 'TimeoutError' });
    expect(failure).toBeInstanceOf(DOMException);
    await expectNothingMore(started, moment);
  });

  test('during the delay of a shared token request ends one call only', async () => {
    useFakeTime();
    // The call with the short timeout also starts a token request, which hangs.
    const server = await faultServer({ token: [waitAWhile(429), stall, issued], api: [json(200, { id: ID })] });
    const network = observedFetch();
    const auth = clientCredentials(CLIENT);
    const management = createManagementClient({ baseUrl: server.origin, auth, fetch: network.fetch });
    const patient = outcome(management.GET(GET_PATH, path));
    const hasty = outcome(management.GET(GET_PATH, { ...path, timeout: 5_000 }));
    while (server.tokenRequests.length === 0 || network.pending() > 0) await runPendingTasks();
    await runPendingTasks();
    vi.advanceTimersByTime(5_000);
    expect((await hasty).seen).toEqual({ thrown: 'TimeoutError' });
    await vi.advanceTimersByTimeAsync(26_000);
    expect((await patient).seen).toEqual({ status: 200, data: { id: ID } });
    expect(server.arrived).toHaveLength(1);
  });

  const tooLong: [string, Reply[], Reply[], number][] = [
    ['the token request', [waitAWhile(429)], [], 429],
    ['the request', [issued], [waitAWhile(503)], 503],
  ];
  test.each(tooLong)('that the wait of %s would pass lets it not begin', async (_where, token, api, status) => {
    const { origin, tokenRequests, arrived } = await faultServer({ token, api });
    const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT), timeout: 20_000 });
    const { seen } = await outcome(management.GET(GET_PATH, path));
    expect(seen).toMatchObject({ status });
    expect([tokenRequests.length, arrived.length]).toEqual([token.length, api.length]);
  });
});

describe('a call that is over sends nothing more', () => {
  /** Makes a request that arrives after all that was sent before it. */
  const last = async (origin: string) => {
    await fetch(`${origin}/last`);
    await runPendingTasks();
  };

  test('where its token comes late', async () => {
    const { origin, arrived } = await faultServer({ api: [json(200, {})] });
    const late = deferred<string>();
    // A fetch that takes no notice of the signal.
    const deaf: Fetch = (request) => fetch(request);
    const management = createManagementClient({ baseUrl: origin, auth: () => late.promise, fetch: deaf });
    const controller = new AbortController();
    const call = outcome(management.GET(GET_PATH, { ...path, signal: controller.signal }));
    controller.abort(new Error('the user left'));
    await call;
    late.resolve('t0ken');
    await runPendingTasks();
    await last(origin);
    expect(arrived.map(({ url }) => url)).toEqual(['/last']);
  });

  test.each([401, 429, 503])('where a %i comes late', async (status) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    const { origin, arrived } = await faultServer({ api: [json(status, {}), json(200, {})] });
    const late = deferred<undefined>();
    const auth = vi.fn(() => `t0ken-${auth.mock.calls.length}`);
    // A fetch that takes no notice of the signal.
    const deaf: Fetch = async (request) => {
      const response = await fetch(request);
      await late.promise;
      return response;
    };
    const management = createManagementClient({ baseUrl: origin, auth, fetch: deaf });
    const controller = new AbortController();
    const call = outcome(management.GET(GET_PATH, { ...path, signal: controller.signal }));
    while (arrived.length === 0) await runPendingTasks();
    controller.abort(new Error('the user left'));
    await call;
    late.resolve(undefined);
    await runPendingTasks();
    await last(origin);
    expect(arrived.map(({ url }) => url)).toEqual([`/token-exchange-profiles/${ID}`, '/last']);
    expect(auth).toHaveBeenCalledTimes(1);
  });
});

describe('10,000 calls leave no timer and no listener', { timeout: 60_000 }, () => {
  const CALLS = 10_000;
  const AT_ONCE = 100;
  const respond: Fetch = async () => Response.json({ id: ID });
  const refuse: Fetch = async () => Response.json({ message: 'no' }, { status: 404 });
  const fail: Fetch = () => Promise.reject(new TypeError('fetch failed'));
  const stayDeaf: Fetch = () => new Promise(() => undefined);
  const stayDeafInBody: Fetch = async () => new Response(new ReadableStream());
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
  /** Makes all the calls, a part of them at a time, each over before the next part. */
  const inParts = async (call: () => Promise<unknown>) => {
    for (let made = 0; made < CALLS; made += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, call));
  };
  /** Insists that the platform found nothing to warn of, as it does of leaking listeners. */
  const expectNoWarning = () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => warnings.push(warning);
    process.on('warning', warn);
    onTestFinished(() => {
      process.off('warning', warn);
      expect(warnings).toEqual([]);
    });
  };

  test.each([
    ['that succeed', respond],
    ['that are refused', refuse],
    ['that meet no network', fail],
  ])('%s', async (_how, fetch) => {
    expectNoWarning();
    const before = timers();
    const { signal } = new AbortController();
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch, retry: 0 });
    await inParts(() => outcome(management.GET(GET_PATH, { ...path, signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(timers()).toBe(before);
  });

  test('that get their token from a source', async () => {
    expectNoWarning();
    const before = timers();
    const { signal } = new AbortController();
    const fetch: Fetch = async ({ method }) =>
      Response.json(method === 'POST' ? { access_token: 't0ken', expires_in: 0.001 } : { id: ID });
    const management = createManagementClient({
      tenantDomain: 'acme.example.com',
      auth: clientCredentials(CLIENT),
      fetch,
    });
    await inParts(() => outcome(management.GET(GET_PATH, { ...path, signal })));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(timers()).toBe(before);
  });

  const silences: [string, Fetch][] = [
    ['the request', stayDeaf],
    ['the body', stayDeafInBody],
    ['a wait', async () => Response.json({}, { status: 503, headers: { 'Retry-After': '30' } })],
  ];
  test.each(silences)('that are aborted in %s', async (_where, fetch) => {
    useFakeTime();
    const signals: AbortSignal[] = [];
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });
    await inParts(async () => {
      const controller = new AbortController();
      signals.push(controller.signal);
      const call = outcome(management.GET(GET_PATH, { ...path, signal: controller.signal }));
      await new Promise(setImmediate);
      controller.abort();
      await call;
    });
    expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(silences.slice(0, 2))('whose deadline comes in %s', async (_where, fetch) => {
    useFakeTime();
    expectNoWarning();
    const { signal } = new AbortController();
    const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', fetch });
    await inParts(async () => {
      const call = outcome(management.GET(GET_PATH, { ...path, signal, timeout: 1_000 }));
      await new Promise(setImmediate);
      vi.advanceTimersByTime(1_000);
      return call;
    });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });
});

test('a call with many attempts makes the platform warn of no leak', async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on('warning', warn);
  onTestFinished(() => {
    process.off('warning', warn);
  });
  vi.spyOn(Math, 'random').mockReturnValue(0);
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { origin, arrived } = await faultServer({ api: () => json(503, {}) });
  const management = createManagementClient({ baseUrl: origin, auth: 't0ken' });
  const { signal } = new AbortController();
  await outcome(management.GET(GET_PATH, { ...path, signal, retry: 50 }));
  await runPendingTasks();
  expect(arrived).toHaveLength(51);
  expect(warnings).toEqual([]);
});
