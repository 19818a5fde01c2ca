import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch } from '../../src/index.js';
import { NOW, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { CLIENT, GET_PATH, loose, outcome } from './case.ts';
import { type Arrived, faultServer, type Reply } from './fault-server.ts';
import {
  endlessHeaders,
  hangUp,
  head,
  issue,
  json,
  jsonText,
  raw,
  rawThenEnd,
  rawThenReset,
  reset,
  respond,
} from './replies.ts';

/** The same runs each time: a test that fails fails again. */
const SEED = 20_260_101;

/** Milliseconds that many runs may take on a busy machine. */
const PATIENCE = 60_000;

/** Fails the test where a rejection is left to itself. */
function refuseUnhandledRejections(): void {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', note);
  onTestFinished(() => {
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
}

describe('any text as an id', () => {
  /** Every kind of text, those that mean something in a URL more often than by chance. */
  const special = fc.constantFrom(
    '.',
    '..',
    '/',
    '\\',
    '%',
    '%2e',
    '%2F',
    '?',
    '#',
    '@',
    ':',
    ';',
    '{id}',
    '\ud800',
    '\0',
    '\n',
    ' ',
    '+',
    'ü',
  );
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.oneof(special, fc.string({ maxLength: 3 })), { maxLength: 5 }).map((parts) => parts.join('')),
    // Also what is no text: halves of surrogate pairs.
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
  const mustBeRefused = (id: string) => ['', '.', '..'].includes(id) || !id.isWellFormed();

  test(
    'is sent as exactly one path segment that decodes to it, or is refused before any request',
    async () => {
      const { origin, arrived } = await faultServer({ api: () => respond(204) });
      const management = createManagementClient({ baseUrl: `${origin}/api/v2`, auth: 't0ken' });
      await fc.assert(
        fc.asyncProperty(anyText, async (id) => {
          const before = arrived.length;
          const { seen } = await outcome(management.DELETE(GET_PATH, { params: { path: { id } } }));
          const sent = arrived
            .slice(before)
            .map(({ url }) => new URL(url, origin).pathname.split('/').map(decodeURIComponent));
          const expected = mustBeRefused(id)
            ? { seen: { thrown: 'TypeError' }, sent: [] }
            : { seen: { status: 204, data: undefined }, sent: [['', 'api', 'v2', 'token-exchange-profiles', id]] };
          expect({ seen, sent }).toEqual(expected);
        }),
        { numRuns: 400, seed: SEED, examples: ['', '.', '..', '...', '%2e%2e', '\ud800'].map((id) => [id]) },
      );
    },
    PATIENCE,
  );
});

const TIMEOUT = 20_000;
const FAILURES = [401, 404, 429, 500, 502, 503, 504];
/** All that can be thrown, as the documentation has it. */
const DOCUMENTED = ['NetworkError', 'TimeoutError', 'TokenError'];

/** A text that a server sends as a body, JSON or not. */
const bodies = fc.oneof(
  fc.constantFrom('', ' ', 'null', '[]', '0', '"x"', '{', '<p>', '{"message":"no"}', '{"message":7}', '{"id":"tep_1"}'),
  fc.json({ maxDepth: 1 }),
);
const types = fc.constantFrom<(string | undefined)[]>(
  undefined,
  'application/json',
  'application/problem+json',
  'text/html',
  'nonsense',
);
const statuses = fc.oneof(
  fc.constantFrom(200, 200, 204, 401, 401, 404, 429, 500, 502, 503, 504, 302),
  fc.integer({ min: 200, max: 599 }),
);
const rateLimit = fc.record(
  {
    'Retry-After': fc.oneof(
      fc.nat(30).map(String),
      fc.constantFrom('soon', '-5', '', '1e3', '9'.repeat(400), '99999999999', new Date(NOW + 5_000).toUTCString()),
    ),
    'X-RateLimit-Reset': fc.oneof(
      fc.nat(30).map(String),
      fc.constantFrom(String(NOW / 1_000 + 5), String(NOW + 5_000), '-1', 'soon', '9'.repeat(400)),
    ),
    Date: fc.constantFrom(
      'yesterday',
      new Date(NOW + 3_600_000).toUTCString(),
      new Date(NOW - 3_600_000).toUTCString(),
    ),
  },
  { requiredKeys: [] },
);

/** How one request is answered, if at all. */
type Answer =
  | {
      kind: 'response';
      status: number;
      body: string;
      type: string | undefined;
      headers: Record<string, string>;
      delay: number;
    }
  | { kind: 'cut off'; status: number; delay: number }
  | { kind: 'endless'; status: number; delay: number }
  | { kind: 'broken'; delay: number }
  | { kind: 'silent' }
  | { kind: 'deaf' };

const delay = fc.constantFrom(0, 0, 0, 10, 3_000, 15_000, 30_000);
const answers: fc.Arbitrary<Answer> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('response' as const),
      status: statuses,
      body: bodies,
      type: types,
      headers: rateLimit,
      delay,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('cut off' as const, 'endless' as const), status: statuses, delay }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('broken' as const), delay }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('silent' as const, 'deaf' as const) }) },
);
const tokenAnswers: fc.Arbitrary<Answer> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({
        access_token: fc.constantFrom('one', 'one', 'two', 'three', 'not one', ''),
        expires_in: fc.constantFrom(undefined, 0, 1, 3_600, '3600', 'soon'),
      })
      .map((body) => ({
        kind: 'response' as const,
        status: 200,
        body: JSON.stringify(body),
        type: 'application/json',
        headers: {},
        delay: 0,
      })),
  },
  { weight: 1, arbitrary: answers },
);

const NULL_BODY = [204, 205, 304];

/** Turns an answer into what a platform's fetch gives for it. */
async function give(answer: Answer, signal: AbortSignal): Promise<Response> {
  if ('delay' in answer && answer.delay > 0) await new Promise((resolve) => setTimeout(resolve, answer.delay));
  if (answer.kind === 'broken') throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
  if (answer.kind === 'deaf') return new Promise(() => undefined);
  if (answer.kind === 'silent') {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
  const { status } = answer;
  if (answer.kind === 'response') {
    const { body, type, headers } = answer;
    // A stream has no content type of its own.
    const stream = new Blob([body]).stream();
    const fields = type === undefined ? headers : { ...headers, 'Content-Type': type };
    return new Response(NULL_BODY.includes(status) ? null : stream, { status, headers: fields });
  }
  const isEndless = answer.kind === 'endless';
  const stream = new ReadableStream({
    pull: (controller) => {
      controller.enqueue(new TextEncoder().encode('{"a'));
      if (isEndless) return new Promise(() => undefined);
      controller.error(new TypeError('terminated'));
      return undefined;
    },
  });
  return new Response(NULL_BODY.includes(status) ? null : stream, { status });
}

/** What a call may give, by the last answer that the API began; a success only where that was one. */
function allowed(method: string, last: Answer | undefined): unknown[] {
  const thrown = (name: string) => expect.objectContaining({ thrown: name });
  if (last === undefined) return DOCUMENTED.map(thrown);
  if (last.kind === 'silent' || last.kind === 'deaf') return [thrown('TimeoutError')];
  const late = last.delay > 0 ? [thrown('TimeoutError')] : [];
  if (last.kind === 'broken') return [...late, thrown('NetworkError')];
  const { status } = last;
  const error = expect.objectContaining({ error: 'ApiError', status });
  const noBody = NULL_BODY.includes(status);
  if (last.kind === 'endless' && !noBody && status !== 401) late.push(thrown('TimeoutError'));
  // The source may have no other token, or none in time.
  if (status === 401) return [error, ...DOCUMENTED.map(thrown)];
  if (status >= 300) return [...late, error];
  if (noBody || (last.kind === 'response' && last.body === '')) {
    return [...late, method === 'GET' && status === 200 ? error : { status, data: undefined }];
  }
  if (last.kind !== 'response') return [...late, thrown('NetworkError')];
  const { body, type = 'json' } = last;
  if (type.includes('json') && isJson(body)) return [...late, { status, data: JSON.parse(body) }];
  // The DELETE has no documented content: its text is data, unless it is HTML.
  const isHtml = type.includes('html') || body.trimStart().startsWith('<');
  return [...late, method === 'DELETE' && !isHtml ? { status, data: body } : error];
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('any sequence of answers', () => {
  test(
    'ends in a result or a documented exception within the deadline, and leaves nothing behind',
    async () => {
      refuseUnhandledRejections();
      useFakeTime();
      const scenario = fc.record({
        method: fc.constantFrom('GET', 'DELETE'),
        api: fc.array(answers, { minLength: 4, maxLength: 4 }),
        token: fc.array(tokenAnswers, { minLength: 6, maxLength: 6 }),
        ofOneself: fc.boolean(),
        random: fc.constantFrom(0, 0.5, 0.999),
      });
      await fc.assert(
        fc.asyncProperty(scenario, async ({ method, api, token, ofOneself, random }) => {
          vi.setSystemTime(NOW);
          vi.mocked(Math.random).mockReturnValue(random);
          const sent: Record<'api' | 'token', Request[]> = { api: [], token: [] };
          const begun: Answer[] = [];
          let seen: unknown;
          const fetch: Fetch = async (request, { signal }) => {
            const isToken = request.url.endsWith('/oauth/token/');
            const [requests, script] = isToken ? [sent.token, token] : [sent.api, api];
            const answer = script[requests.length];
            requests.push(request);
            // One more than a call can ever make.
            if (answer === undefined || seen !== undefined) throw new Error('there is no request left to make');
            if (!isToken) begun.push(answer);
            return give(answer, signal);
          };
          const auth = ofOneself ? 't0ken' : clientCredentials(CLIENT);
          const management = createManagementClient({
            tenantDomain: 'acme.example.com',
            auth,
            fetch,
            timeout: TIMEOUT,
          });
          const call = outcome(loose(management, method)(GET_PATH, { params: { path: { id: 'tep_1' } } })).then(
            (ended) => {
              seen = ended.seen;
            },
          );
          for (await runPendingTasks(); seen === undefined && vi.getTimerCount() > 0; await runPendingTasks())
            vi.advanceTimersToNextTimer();
          expect(seen, 'the call hangs').toBeDefined();
          expect(Date.now() - NOW).toBeLessThanOrEqual(TIMEOUT);
          await call;
          expect(allowed(method, begun.at(-1))).toContainEqual(seen);
          // What is left are delays of the script alone.
          vi.advanceTimersByTime(30_000);
          await runPendingTasks();
          expect(vi.getTimerCount()).toBe(0);
          expect(sent.api.length).toBeLessThanOrEqual(4);
          expect(sent.token.length).toBeLessThanOrEqual(6);
        }),
        { numRuns: 300, seed: SEED },
      );
    },
    PATIENCE,
  );

  test(
    'of a server that keeps to no rule ends in a result or a documented exception',
    async () => {
      refuseUnhandledRejections();
      vi.spyOn(Math, 'random').mockReturnValue(0);
      onTestFinished(() => {
        vi.restoreAllMocks();
      });
      const success = { status: 200, data: { id: 'the one success' } };
      const faults: Reply[] = [
        reset,
        hangUp,
        endlessHeaders,
        rawThenEnd('no HTTP at all\r\n\r\n'),
        rawThenReset(head(200, { 'Content-Length': '20' }), '{"a":1}'),
        rawThenEnd(head(503, { 'Content-Length': '20' }), '{"a":1}'),
        rawThenEnd(head(200, { 'Transfer-Encoding': 'chunked' }), '7\r\n{"a":1}\r\n'),
        raw(head(204, { 'Content-Type': 'application/json' })),
        jsonText(200, '<p>'),
        jsonText(200, ''),
        respond(302, '', { Location: '/elsewhere' }),
        ...FAILURES.flatMap((status) => [respond(status), json(status, { message: 'no' })]),
      ];
      const replies = fc.oneof(
        { weight: 4, arbitrary: fc.nat(faults.length - 1).map((nth) => ({ reply: faults[nth], isSuccess: false })) },
        { weight: 1, arbitrary: fc.constant({ reply: json(200, success.data), isSuccess: true }) },
      );
      const scenario = fc.record({
        method: fc.constantFrom('GET', 'DELETE'),
        api: fc.array(replies, { minLength: 4, maxLength: 4 }),
      });
      const documented = [
        success,
        { status: 200, data: undefined },
        { status: 204, data: undefined },
        { thrown: 'NetworkError' },
        ...[200, 302, ...FAILURES].map((status) => expect.objectContaining({ error: 'ApiError', status })),
      ];
      // One server for all: its connections are left to each call as the call before left them.
      let script: { reply: Reply | undefined; isSuccess: boolean }[] = [];
      let nth = 0;
      const { origin, tokenRequests } = await faultServer({
        api: () => {
          nth += 1;
          return script[nth - 1]?.reply ?? reset;
        },
        token: (_request: Arrived, count) => issue(`token-${count}`),
      });
      const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT) });
      await fc.assert(
        fc.asyncProperty(scenario, async ({ method, api }) => {
          [script, nth] = [api, 0];
          const { seen } = await outcome(loose(management, method)(GET_PATH, { params: { path: { id: 'tep_1' } } }));
          expect(documented).toContainEqual(seen);
          const isSuccess = script[nth - 1]?.isSuccess === true;
          expect(JSON.stringify(seen) === JSON.stringify(success)).toBe(isSuccess);
          expect(nth).toBeLessThanOrEqual(4);
        }),
        { numRuns: 200, seed: SEED },
      );
      expect(tokenRequests.length).toBeGreaterThan(0);
    },
    PATIENCE,
  );
});
