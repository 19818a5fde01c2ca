import { runInNewContext } from 'node:vm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clientCredentials } from '../../src/index.ts';
import type { OnResponse, Pacer, Turn } from '../../src/rate-limit/pacing.ts';
import { apiErrorOf, rejectionOf } from '../support/expected-errors.ts';
import { advanceUntilSettled, NOW, useFakeTime } from '../support/fake-time.ts';
import { pacerOf } from '../support/pacing.ts';
import { CLIENT, createScriptedClient, createScriptedSource, PROFILE } from '../support/scripted-client.ts';
import {
  createResponse,
  cutOffResponse,
  endlessResponse,
  neverResponds,
  type ScriptedResponse,
  type SentRequest,
} from '../support/scripted-fetch.ts';

beforeEach(() => useFakeTime());

/** The smallest and the largest result of `Math.random`. */
const MIN_RANDOM = 0;
const MAX_RANDOM = 0.999_999;

const networkFailure = (code?: string) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(), { code }) });
const httpDate = (ms: number) => new Date(ms).toUTCString();
const delays = (sent: readonly SentRequest[]) => sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0));

/** Returns the milliseconds between the first attempt and the retry. */
async function delayAfter(first: ScriptedResponse, random = MIN_RANDOM): Promise<number> {
  vi.spyOn(Math, 'random').mockReturnValue(random);
  const { read, sent } = createScriptedClient([first, createResponse(200, PROFILE)]);
  await advanceUntilSettled(read());
  return delays(sent)[0] ?? Number.NaN;
}

describe('maybePerformed, the number of attempts that the server may have performed,', () => {
  const lost = new TypeError('terminated');

  test.each<[string, ScriptedResponse[], number]>([
    ['does not count a 404', [createResponse(404)], 0],
    ['does not count a 408 before a 404', [createResponse(408), createResponse(404)], 0],
    ['does not count a 429 before a 404', [createResponse(429), createResponse(404)], 0],
    ['does not count a 429 before a 401', [createResponse(429), createResponse(401)], 0],
    ['does not count a 4xx whose body is cut off', [cutOffResponse(409, lost)], 0],
    ['counts a network error before a 404', [networkFailure(), createResponse(404)], 1],
    ['counts a 503 before a 429 and a 404', [createResponse(503), createResponse(429), createResponse(404)], 1],
    ['counts a 500', [createResponse(500)], 1],
    ['counts a 520, a 522 and a 530', [520, 522, 530].map((status) => createResponse(status)), 3],
    ['does not count a refused connection before a 404', [networkFailure('ECONNREFUSED'), createResponse(404)], 0],
    ['counts two 502 before a 504', [createResponse(502), createResponse(502), createResponse(504)], 3],
    ['counts a redirect', [createResponse(303)], 1],
    ['counts a 2xx that is not readable', [createResponse(200, '<html>', { 'Content-Type': 'text/html' })], 1],
  ])('%s', async (_case, responses, maybePerformed) => {
    const { remove, sent } = createScriptedClient(responses);
    const error = await advanceUntilSettled(apiErrorOf(remove()));
    expect(error.maybePerformed).toBe(maybePerformed);
    expect(error.toJSON()).toMatchObject({ maybePerformed });
    expect(sent).toHaveLength(responses.length);
  });

  const mixed = ['ENOTFOUND', 'ECONNRESET', 'CERT_HAS_EXPIRED'].map(networkFailure);
  test.each<[string, ScriptedResponse[], number]>([
    ['three network errors', [networkFailure(), networkFailure(), networkFailure()], 3],
    ['an unknown host, a lost connection and an expired certificate', mixed, 1],
    ['a 200 whose body is cut off', [cutOffResponse(200, lost)], 1],
    ['a 429, and a 200 whose body is cut off', [createResponse(429), cutOffResponse(200, lost)], 1],
  ])('counts the attempts of a NetworkError after %s', async (_case, responses, maybePerformed) => {
    const { remove } = createScriptedClient(responses);
    const error = await advanceUntilSettled(rejectionOf(remove()));
    expect(error).toMatchObject({ name: 'NetworkError', maybePerformed });
  });

  test.each<[string, ScriptedResponse[], number]>([
    ['counts the attempt in flight', [neverResponds], 1],
    ['does not count a refused connection before it', [networkFailure('ECONNREFUSED'), neverResponds], 1],
    ['counts a 200 whose body does not end', [endlessResponse(200)], 1],
    ['does not count a 404 whose body does not end', [endlessResponse(404)], 0],
    ['counts a 503 before the attempt in flight', [createResponse(503), neverResponds], 2],
    ['does not count a 429 before the attempt in flight', [createResponse(429), neverResponds], 1],
  ])('%s when the call times out', async (_case, responses, maybePerformed) => {
    const { remove } = createScriptedClient(responses);
    const error = await advanceUntilSettled(rejectionOf(remove({ timeout: 10_000 })));
    expect(error).toMatchObject({ name: 'TimeoutError', maybePerformed });
  });

  test.each<[string, () => ScriptedResponse[]]>([
    ['TokenError', () => [createResponse(500, {})]],
    ['NetworkError', () => [networkFailure(), networkFailure(), networkFailure()]],
  ])('is 0 in a %s of the first token request', async (name, responses) => {
    const { remove } = createScriptedClient(responses(), { auth: clientCredentials(CLIENT) });
    const { token } = createScriptedSource(responses());
    for (const request of [remove, token])
      expect(await advanceUntilSettled(rejectionOf(request()))).toMatchObject({ name, maybePerformed: 0 });
  });

  test.each<[string, ScriptedResponse[]]>([
    ['TokenError', [createResponse(401, { error: 'access_denied' })]],
    ['NetworkError', [networkFailure(), networkFailure(), networkFailure()]],
  ])('counts the attempts of the call before a second token request that ends with a %s', async (name, second) => {
    const token = createResponse(200, { access_token: 'first-token', token_type: 'Bearer', expires_in: 3600 });
    const responses = [token, createResponse(503), createResponse(401), ...second];
    const { remove } = createScriptedClient(responses, { auth: clientCredentials(CLIENT) });
    expect(await advanceUntilSettled(rejectionOf(remove()))).toMatchObject({ name, maybePerformed: 1 });
  });
});

test.each([429, 503])('a retry after a %i cancels the body, to use the connection again', async (status) => {
  const previous = createResponse(status, {});
  const cancel = vi.spyOn(previous.body ?? new ReadableStream(), 'cancel');
  const { read } = createScriptedClient([previous, createResponse(200, PROFILE)]);
  await advanceUntilSettled(read());
  expect(cancel).toHaveBeenCalledTimes(1);
});

describe('the delay before a retry', () => {
  test.each([
    ['a space and a tab at its end', '7 \t', 7_000],
    ['an invalid value and seconds', 'soon, 7', 7_000],
    ['two dates', `${httpDate(NOW + 9_000)}, Thursday, 01-Jan-26 00:00:05 GMT`, 9_000],
  ])('is read from a Retry-After that has %s', async (_form, after, delayMs) => {
    const response = createResponse(429);
    // The class Headers removes spaces, but other implementations of fetch do not.
    vi.spyOn(response.headers, 'get').mockImplementation((name) => (name === 'Retry-After' ? after : null));
    expect(await delayAfter(response)).toBe(delayMs);
  });

  test('has full jitter, with an upper limit that doubles with each retry', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(MAX_RANDOM);
    const longest = createScriptedClient([
      createResponse(503),
      networkFailure(),
      createResponse(504),
      createResponse(503),
    ]);
    await advanceUntilSettled(apiErrorOf(longest.read({ retry: 3 })));
    const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = delays(longest.sent);
    expect(Math.abs(second - 2 * first)).toBeLessThanOrEqual(2);
    expect(Math.abs(third - 4 * first)).toBeLessThanOrEqual(4);

    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    const half = createScriptedClient([createResponse(503), createResponse(503)]);
    await advanceUntilSettled(apiErrorOf(half.read({ retry: 1 })));
    expect(Math.abs((delays(half.sent)[0] ?? Number.NaN) - first / 2)).toBeLessThanOrEqual(1);
  });

  test('is not awaited after a network error if it would exceed the deadline: the call throws the NetworkError', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(MAX_RANDOM);
    const failed = networkFailure();
    const { read } = createScriptedClient([failed]);
    expect(await advanceUntilSettled(rejectionOf(read({ timeout: 100 })))).toMatchObject({
      name: 'NetworkError',
      cause: failed,
    });
    expect(Date.now()).toBe(NOW);
  });

  test('is not awaited if it would end exactly at the deadline', async () => {
    const { read } = createScriptedClient([createResponse(429, {}, { 'Retry-After': '1' })]);
    expect(await apiErrorOf(advanceUntilSettled(read({ timeout: 1_000 })))).toMatchObject({ status: 429, attempts: 1 });
    expect(Date.now()).toBe(NOW);
  });

  test.each([
    ['1000000000', 'seconds from now'],
    ['1000000000000', 'epoch seconds'],
  ])('is longer than the timeout if X-RateLimit-Reset is %s, which the client reads as %s', async (reset) => {
    const { read } = createScriptedClient([createResponse(429, {}, { 'X-RateLimit-Reset': reset })]);
    expect(await apiErrorOf(advanceUntilSettled(read()))).toMatchObject({ status: 429, attempts: 1 });
  });
});

describe('a pacer', () => {
  /** A pacer that lets every request through at once, and records what the client tells it. */
  function recordingPacer(resendsRefused: boolean): { pacer: Pacer; turns: Turn[]; reports: Parameters<OnResponse>[] } {
    const turns: Turn[] = [];
    const reports: Parameters<OnResponse>[] = [];
    const enter = (turn: Turn): OnResponse => {
      turns.push(turn);
      return (...report) => void reports.push(report);
    };
    return { pacer: pacerOf({ resendsRefused, enter }), turns, reports };
  }

  /** After a 429, this pacer waits for one second. If the deadline is earlier, the client returns the 429. */
  const patientPacer = pacerOf({
    resendsRefused: true,
    enter: ({ delayMs, deadline }) => {
      if (delayMs === undefined) return () => undefined;
      if (deadline.timeLeft() <= 1_000) return undefined;
      return new Promise((resolve) => setTimeout(resolve, 1_000, () => undefined));
    },
  });

  const refused = (count: number) => Array.from({ length: count }, () => createResponse(429));

  test('decides when a request is sent again after a 429, even if Retry-After exceeds the deadline', async () => {
    const responses = [createResponse(429, {}, { 'Retry-After': '600' }), createResponse(200, PROFILE)];
    const { read, sent } = createScriptedClient(responses, { pacer: patientPacer });
    expect((await advanceUntilSettled(read({ timeout: 5_000 }))).data).toEqual(PROFILE);
    expect(delays(sent)).toEqual([1_000]);
  });

  test('leaves no body unread if it aborts the call when it receives a 429', async () => {
    const controller = new AbortController();
    const refused = createResponse(429, {});
    const { read } = createScriptedClient([refused], { pacer: pacerOf({ enter: () => () => controller.abort() }) });
    await rejectionOf(read({ signal: controller.signal }));
    expect(refused.bodyUsed).toBe(true);
  });

  test('leaves no body open if the caller aborts the call while it waits after a 429, even if fetch ignores its signal', async () => {
    const controller = new AbortController();
    const refused = createResponse(429, {}, { 'Retry-After': '30' });
    const { read } = createScriptedClient([refused]);
    const call = rejectionOf(read({ signal: controller.signal }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(refused.bodyUsed).toBe(false);
    controller.abort();
    await call;
    expect(refused.bodyUsed).toBe(true);
  });

  test('can return a promise of another realm, or of a program that replaces Promise', async () => {
    const enter = runInNewContext('async () => () => undefined');
    const { read } = createScriptedClient([createResponse(200, PROFILE)], { pacer: pacerOf({ enter }) });
    expect((await read()).data).toEqual(PROFILE);
  });

  test('receives the number of 429s of the call, and the delay after a 429', async () => {
    const { pacer, turns } = recordingPacer(true);
    const refusal = createResponse(429, {}, { 'Retry-After': '3' });
    const responses = [...refused(1), refusal, createResponse(503), ...refused(1), createResponse(200, PROFILE)];
    const { read } = createScriptedClient(responses, { pacer });
    await advanceUntilSettled(read());
    expect(turns.map(({ refusals }) => refusals)).toEqual([0, 1, 2, 2, 3]);
    expect(turns.map(({ delayMs }) => delayMs)).toEqual([undefined, 0, 3_000, undefined, 0]);
  });

  test('receives isBulk: true for a call with pace: "bulk", and isBulk: false for any other call', async () => {
    const { pacer, turns } = recordingPacer(false);
    const { read } = createScriptedClient([createResponse(200, PROFILE), createResponse(200, PROFILE)], { pacer });
    await read({ pace: 'bulk' });
    await read();
    expect(turns.map(({ isBulk }) => isBulk)).toEqual([true, false]);
  });
});
