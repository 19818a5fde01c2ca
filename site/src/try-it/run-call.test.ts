// Calls with the built client and with injected faults. A fake server answers the requests that get no fault.
import { clientCredentials } from 'tenant-management-client';
import { expect, test } from 'vitest';
import { advanceUntilSettled, useFakeTime } from '../../../test/support/fake-time.ts';
import { readYaml } from '../../../test/support/read-yaml.ts';
import { faults } from './faults.ts';
import { attemptText, errorRows, summaryText } from './format.ts';
import { type ObservedAttempt, observeFetch } from './observed-fetch.ts';
import { baseUrlOf, runCall } from './run-call.ts';

const ORIGIN = 'http://127.0.0.1:4020';
const TOKEN_URL = `${ORIGIN}/token`;
const OPTIONS = { params: { path: { id: 'item_1' }, query: {}, header: {} } };

const accept = ({ url }: Request, tokens: number): Response =>
  url === TOKEN_URL
    ? Response.json({ access_token: `t0k3n-${tokens}`, token_type: 'Bearer' })
    : Response.json({ id: 'item_1' }, { statusText: 'OK' });

/** The answers of servers to the requests that get no fault. `tokens` is the number of token requests. */
const SERVERS: Readonly<Record<string, typeof accept>> = {
  'accepts each token': accept,
  'rejects the first token': (request, tokens) =>
    request.url === TOKEN_URL || tokens > 1
      ? accept(request, tokens)
      : new Response('{}', { status: 401, statusText: 'Unauthorized' }),
  'denies a token': () => Response.json({ error: 'access_denied' }, { status: 403 }),
  'does not run': () => {
    throw new TypeError('Failed to fetch');
  },
};

/** A call, and what the panel shows. */
interface Run {
  readonly title: string;
  readonly method?: string;
  readonly path?: string;
  readonly fault?: string;
  readonly times?: number;
  readonly server?: string;
  readonly data?: unknown;
  readonly error?: Readonly<Record<string, string>>;
  readonly lines: readonly string[];
  readonly summary: string;
}
const RUNS: Run[] = readYaml(import.meta.dirname, 'run-call.yaml');

test.for(RUNS)('a call of the panel "try it" $title', async ({ server = 'accepts each token', ...run }) => {
  useFakeTime();
  const { method = 'GET', path = '/items/{id}', times = 1 } = run;
  const call = { method, path, basePath: '/v1', tokenPath: '/token', parameters: [] };
  const attempts: ObservedAttempt[] = [];
  let tokens = 0;
  const fetch = observeFetch({
    async send(request) {
      if (request.url === TOKEN_URL) tokens += 1;
      return (SERVERS[server] ?? accept)(request, tokens);
    },
    baseUrl: baseUrlOf(ORIGIN, call),
    fault: faults.find(({ name }) => name === run.fault),
    times,
    onAttempt: (attempt) => attempts.push(attempt),
  });
  const auth = clientCredentials({ clientId: 'id', clientSecret: 'secret', tokenUrl: '/token', audience: 'items' });
  const settled = await advanceUntilSettled(runCall(call, OPTIONS, { origin: ORIGIN, auth, fetch }));
  const { data, error } = 'thrown' in settled ? { data: undefined, error: settled.thrown } : settled.result;
  const rows = error && Object.fromEntries(errorRows(error));
  expect({ data, error: rows }).toMatchObject({ data: run.data, error: run.error });
  expect(attempts.map(attemptText)).toEqual(run.lines);
  expect(summaryText(settled, attempts, { origin: ORIGIN, elapsedMs: 1234.5 })).toBe(run.summary);
});
