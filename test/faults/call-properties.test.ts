import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { clientCredentials, createManagementClient, type Fetch } from '../../src/index.ts';
import { NOW, runPendingTasks, useFakeTime } from '../support/fake-time.ts';
import { recordEvents } from '../support/process-events.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH } from './cases/case.ts';
import { scriptedServer, untypedCall } from './cases/run-case.ts';
import { respond } from './scripted-server.ts';

/** A fixed seed makes each failure reproducible. */
const SEED = 20_260_101;

/** Time limit of a test with hundreds of runs on a busy machine. */
const TEST_TIMEOUT_MS = 60_000;

/** Fails the test if a promise rejection is unhandled. */
function failOnUnhandledRejection(): void {
  const unhandled = recordEvents('unhandledRejection');
  onTestFinished(() => expect(unhandled).toEqual([]));
}

describe('any string as the id in a path', () => {
  /** Strings with a meaning in URLs: random strings rarely contain them. */
  const special = fc.constantFrom(' ', ...'. .. / \\ % %2e %2F ? # @ : ; {id} \ud800 \0 \n + ü'.split(' '));
  // The unit 'binary' of fast-check is similar, but it takes a second to build a table of all code points.
  const codePoint = fc.integer({ min: 0, max: 0x10ffff }).map((value) => String.fromCodePoint(value));
  const anyString = fc.oneof(
    fc.string({ unit: codePoint }),
    fc.array(fc.oneof(special, fc.string({ maxLength: 3 })), { maxLength: 5 }).map((parts) => parts.join('')),
    // This generator also creates ill-formed strings, with lone surrogates.
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
  const isInvalid = (id: string) => ['', '.', '..'].includes(id) || !id.isWellFormed();

  test(
    'is sent as one path segment that decodes to the id, or is rejected as invalid before any request',
    async () => {
      const { origin, apiRequests } = await scriptedServer({ api: () => respond(204) });
      const management = createManagementClient({ baseUrl: `${origin}/api/v2`, auth: 't0ken' });
      await fc.assert(
        fc.asyncProperty(anyString, async (id) => {
          const before = apiRequests.length;
          const { outcome } = await outcomeOf(management.DELETE(GET_PATH, { params: { path: { id } } }));
          const sent = apiRequests
            .slice(before)
            .map(({ url }) => new URL(url, origin).pathname.split('/').map(decodeURIComponent));
          const expected = isInvalid(id)
            ? { outcome: { thrown: 'TypeError' }, sent: [] }
            : { outcome: { status: 204, data: undefined }, sent: [['', 'api', 'v2', 'token-exchange-profiles', id]] };
          expect({ outcome, sent }).toEqual(expected);
        }),
        { numRuns: 400, seed: SEED, examples: ['', '.', '..', '...', '%2e%2e', '\ud800'].map((id) => [id]) },
      );
    },
    TEST_TIMEOUT_MS,
  );
});

const TIMEOUT = 20_000;
/** Names of the documented exceptions. */
const DOCUMENTED = ['NetworkError', 'TimeoutError', 'TokenError'];

/** Response bodies, with and without valid JSON. */
const bodies = fc.oneof(
  fc.constantFrom('', ' ', 'null', '[]', '0', '"x"', '{', '<p>', '{"message":"no"}', '{"message":7}', '{"id":"tep_1"}'),
  fc.json({ maxDepth: 1 }),
);
const types = fc.option(fc.constantFrom('application/json', 'application/problem+json', 'text/html', 'nonsense'), {
  nil: undefined,
});
const statuses = fc.oneof(
  fc.constantFrom(200, 200, 204, 401, 401, 404, 408, 429, 500, 502, 503, 504, 521, 302),
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
    Date: fc.constantFrom('yesterday', ...[3_600_000, -3_600_000].map((ms) => new Date(NOW + ms).toUTCString())),
  },
  { requiredKeys: [] },
);

type Fields = Record<string, string>;

/** The behavior of `fetch` for one request: a response, a network error, or no response. */
type GeneratedResponse =
  | { kind: 'response'; status: number; body: string; type: string | undefined; headers: Fields; delay: number }
  | { kind: 'truncated body'; status: number; delay: number }
  | { kind: 'endless body'; status: number; delay: number }
  | { kind: 'network error'; delay: number }
  | { kind: 'no response' }
  | { kind: 'ignored signal' };

const delay = fc.constantFrom(0, 0, 0, 10, 3_000, 15_000, 30_000);
const response = { kind: fc.constant('response' as const), status: statuses, body: bodies, type: types };
const brokenBody = fc.constantFrom('truncated body' as const, 'endless body' as const);
const apiResponses: fc.Arbitrary<GeneratedResponse> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ ...response, headers: rateLimit, delay }) },
  { weight: 1, arbitrary: fc.record({ kind: brokenBody, status: statuses, delay }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('network error' as const), delay }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('no response' as const, 'ignored signal' as const) }) },
);
const tokenResponses: fc.Arbitrary<GeneratedResponse> = fc.oneof(
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
        ...{ type: 'application/json', headers: {}, delay: 0 },
      })),
  },
  { weight: 1, arbitrary: apiResponses },
);

const NULL_BODY = [204, 205, 304];

/** Behaves as the platform's `fetch` would if the server sent the generated response. */
async function fetchGenerated(response: GeneratedResponse, signal: AbortSignal): Promise<Response> {
  if ('delay' in response && response.delay > 0) await new Promise((resolve) => setTimeout(resolve, response.delay));
  if (response.kind === 'network error') throw new TypeError('fetch failed', { cause: new Error('ECONNRESET') });
  if (response.kind === 'ignored signal') return new Promise(() => undefined);
  if (response.kind === 'no response') {
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  }
  const { status } = response;
  if (response.kind === 'response') {
    const { body, type, headers } = response;
    // Use a stream, because a string body would add a content type.
    const stream = new Blob([body]).stream();
    const fields = type === undefined ? headers : { ...headers, 'Content-Type': type };
    return new Response(NULL_BODY.includes(status) ? null : stream, { status, headers: fields });
  }
  const isEndless = response.kind === 'endless body';
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

/**
 * Returns the allowed outcomes of a call whose last API request got the response `last`. A success is allowed only if
 * that response is successful.
 */
function allowedOutcomes(method: string, last: GeneratedResponse | undefined): unknown[] {
  const thrown = (name: string) => expect.objectContaining({ thrown: name });
  if (last === undefined) return DOCUMENTED.map(thrown);
  if (last.kind === 'no response' || last.kind === 'ignored signal') return [thrown('TimeoutError')];
  const late = last.delay > 0 ? [thrown('TimeoutError')] : [];
  if (last.kind === 'network error') return [...late, thrown('NetworkError')];
  const { status } = last;
  const error = expect.objectContaining({ error: 'ApiError', status });
  const noBody = NULL_BODY.includes(status);
  if (last.kind === 'endless body' && !noBody && status !== 401) late.push(thrown('TimeoutError'));
  // The request for a new token may fail or time out.
  if (status === 401) return [error, ...DOCUMENTED.map(thrown)];
  if (status >= 300) return [...late, error];
  if (noBody || (last.kind === 'response' && last.body === '')) {
    return [...late, method === 'GET' && status === 200 ? error : { status, data: undefined }];
  }
  if (last.kind !== 'response') return [...late, thrown('NetworkError')];
  const { body, type = 'json' } = last;
  if (type.includes('json') && isJson(body)) {
    // The document shows an object for the GET and no content for the DELETE, so only the DELETE can return other JSON.
    const data = JSON.parse(body);
    const isReadable = method === 'DELETE' || Object.prototype.toString.call(data) === '[object Object]';
    return [...late, isReadable ? { status, data } : error];
  }
  // The DELETE has no documented content, so the `data` of its result is the text of the body. HTML is an error.
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

describe('any sequence of responses', () => {
  test(
    'ends in a result or a documented exception within the timeout, and leaves no timer and no listener',
    async () => {
      failOnUnhandledRejection();
      useFakeTime();
      const scenario = fc.record({
        method: fc.constantFrom('GET', 'DELETE'),
        api: fc.array(apiResponses, { minLength: 4, maxLength: 4 }),
        token: fc.array(tokenResponses, { minLength: 6, maxLength: 6 }),
        hasStaticToken: fc.boolean(),
        random: fc.constantFrom(0, 0.5, 0.999),
      });
      await fc.assert(
        fc.asyncProperty(scenario, async ({ method, api, token, hasStaticToken, random }) => {
          vi.setSystemTime(NOW);
          vi.mocked(Math.random).mockReturnValue(random);
          const sent: Record<'api' | 'token', Request[]> = { api: [], token: [] };
          const started: GeneratedResponse[] = [];
          let outcome: unknown;
          const fetch: Fetch = async (request, { signal }) => {
            const isToken = request.url.endsWith('/oauth/token/');
            const [requests, script] = isToken ? [sent.token, token] : [sent.api, api];
            const generated = script[requests.length];
            requests.push(request);
            // A correct client sends at most as many requests as the script has responses.
            if (generated === undefined || outcome !== undefined) throw new Error('unexpected request');
            if (!isToken) started.push(generated);
            return fetchGenerated(generated, signal);
          };
          const auth = hasStaticToken ? 't0ken' : clientCredentials(CLIENT);
          const management = createManagementClient({
            tenantDomain: 'acme.example.com',
            auth,
            fetch,
            timeout: TIMEOUT,
          });
          const { signal } = new AbortController();
          const init = { params: { path: { id: 'tep_1' } }, signal };
          const call = outcomeOf(untypedCall(management, method)(GET_PATH, init)).then((result) => {
            outcome = result.outcome;
          });
          for (await runPendingTasks(); outcome === undefined && vi.getTimerCount() > 0; await runPendingTasks())
            vi.advanceTimersToNextTimer();
          expect(outcome, 'the call never settles').toBeDefined();
          expect(Date.now() - NOW).toBeLessThanOrEqual(TIMEOUT);
          await call;
          expect(allowedOutcomes(method, started.at(-1))).toContainEqual(outcome);
          // Some generated responses arrive after the call has settled. After the last response, no timer may be left.
          vi.advanceTimersByTime(30_000);
          await runPendingTasks();
          expect(vi.getTimerCount()).toBe(0);
          expect(getEventListeners(signal, 'abort')).toEqual([]);
          expect(sent.api.length).toBeLessThanOrEqual(4);
          expect(sent.token.length).toBeLessThanOrEqual(6);
        }),
        { numRuns: 300, seed: SEED },
      );
    },
    TEST_TIMEOUT_MS,
  );
});
