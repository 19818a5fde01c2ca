// Tests how `npm run test:runtimes` compares, reports and publishes its results.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startControlServer } from '../../compat/runtimes/control-server.ts';
import type { CallReport, CallTask } from '../../compat/runtimes/messages.ts';
import { makeCall } from '../../compat/runtimes/programs/program.ts';
import { compare } from '../../compat/runtimes/results/comparison.ts';
import { readmeWithResults } from '../../compat/runtimes/results/readme.ts';
import { type Results, type RuntimeResult, readResults } from '../../compat/runtimes/results/results.ts';
import { runtimesPage } from '../../compat/runtimes/results/runtimes-page.ts';
import { testsOf } from '../../compat/runtimes/results/test-report.ts';
import { situations } from '../../compat/runtimes/situation.ts';
import { neverRespond } from '../faults/responders.ts';
import { projectRoot } from '../support/project-copy.ts';

const UPDATE = 'run `npm run test:runtimes -- --update` and commit the changed files';
const committed = await readResults();
const read = (path: string): Promise<string> => readFile(join(projectRoot, path), 'utf8');

const [{ subject = '', title = '' } = {}] = situations;
const noDifferences: RuntimeResult = { version: '1.2.3', platformErrors: 'TypeError', differences: {} };
const oneDifference = { ...noDifferences, differences: { [subject]: { [title]: { status: '0 instead of 200' } } } };
const resultsOf = (Bun: RuntimeResult | null): Results => ({ situations: situations.length, runtimes: { Bun } });

describe('the committed results of npm run test:runtimes', () => {
  test('contain as many situations as compat/runtimes/situation.ts', () => {
    expect(committed.situations, UPDATE).toBe(situations.length);
  });

  test('are the same as in docs/runtimes.md', async () => {
    expect(await read('docs/runtimes.md'), UPDATE).toBe(runtimesPage(committed));
  });

  test('are the same as in the tables of the README', async () => {
    const readme = await read('README.md');
    expect(readme, UPDATE).toBe(readmeWithResults(readme, committed));
  });
});

describe('the titles of the situations', () => {
  test('do not contain two articles in a row, such as "a the"', () => {
    expect(situations.map((situation) => situation.title).filter((one) => / an? the /.test(one))).toEqual([]);
  });
});

describe('compare()', () => {
  const row = { name: 'GET', api: [() => undefined], retry: 0, expected: { thrown: 'NetworkError' } };
  const request = { method: 'GET', url: '/', headers: {}, body: '', at: 0, connection: 0 };
  const observation = {
    outcome: { thrown: 'NetworkError' },
    attempts: 1,
    during: 'call',
    leaks: false,
    apiRequests: [request],
    tokenRequests: [],
    requestsToOtherOrigin: 0,
  };

  test('returns no difference if the call has the expected outcome', () => {
    expect(compare(row, observation)).toEqual({});
  });

  test.each([
    [
      'an error of another class',
      { outcome: { thrown: 'Error' } },
      'outcome',
      'throws Error instead of throws NetworkError',
    ],
    ['another number of attempts', { attempts: 2 }, 'attempts', '2 instead of 1'],
    ['a failure of a different request', { during: 'token' }, 'during', 'token instead of call'],
    ['a secret in an error', { leaks: true }, 'secret in the error', 'true instead of false'],
    ['another number of requests', { apiRequests: [request, request] }, 'API requests', '2 instead of 1'],
    ['a request to another origin', { requestsToOtherOrigin: 1 }, 'requests to another origin', '1 instead of 0'],
  ])('returns a difference for %s', (_fact, change, fact, text) => {
    expect(compare(row, { ...observation, ...change })).toMatchObject({ [fact]: text });
  });
});

describe('the control server of npm run test:runtimes', () => {
  const timedOut: CallReport = { outcome: { thrown: 'TimeoutError' }, leaks: false };

  /**
   * Reports a timeout for each task until the control server sends no task. `send` returns whether it has sent the
   * request of a task.
   *
   * @returns The timeouts of the tasks.
   */
  async function timeoutsOfTasks(send: (task: CallTask) => boolean): Promise<(number | undefined)[]> {
    const row = { name: 'GET', api: [neverRespond], timeout: 1_000, expected: { thrown: 'TimeoutError' } };
    const control = await startControlServer([{ subject: 'timeout', title: 'GET', row }], {
      script: '',
      hasFiles: false,
    });
    onTestFinished(() => control.close());
    const ask = async (path: string, message: CallReport | null = null): Promise<CallTask | null> => {
      const response = await fetch(control.origin + path, { method: 'POST', body: JSON.stringify(message) });
      return response.json();
    };
    const timeouts: (number | undefined)[] = [];
    for (let task = await ask('/next'); task !== null; task = await ask('/next', timedOut)) {
      timeouts.push(task.options.timeout);
      if (send(task)) await ask('/received');
    }
    expect(control.observations).toHaveLength(1);
    return timeouts;
  }

  test('repeats a call at most twice, with longer timeouts, if the call timed out before the program had sent its request', async () => {
    expect(await timeoutsOfTasks(() => false)).toEqual([1_000, 5_000, 20_000]);
  });

  test('does not repeat a call that timed out after the server had received its request', async () => {
    const timeouts = await timeoutsOfTasks(({ baseUrl }) => {
      // The server closes the connection without a response.
      fetch(baseUrl).catch(() => undefined);
      return true;
    });
    expect(timeouts).toEqual([1_000]);
  });
});

describe('the program on a runtime', () => {
  test('waits until fetch resolves before it aborts a call during the response', async () => {
    const isAborted: (boolean | undefined)[] = [];
    vi.stubGlobal('fetch', async (_request: Request, init: RequestInit) => {
      // If the program asked the control server before the call, it would get the answer before this response.
      await new Promise((resolve) => setImmediate(resolve));
      isAborted.push(init.signal?.aborted);
      return new Response('{}', { status: 503, headers: { 'Retry-After': '30' } });
    });
    const task = { baseUrl: 'https://tenant.example.com', method: 'GET', path: '/clients', options: { params: {} } };
    const { outcome } = await makeCall({ ...task, abort: 'response', auth: 'token' }, async () => null);
    expect(outcome).toEqual({ thrown: 'the reason of the signal' });
    expect(isAborted).toEqual([false]);
  });
});

describe('the report of npm run test:runtimes', () => {
  const statusesOf = (result: RuntimeResult | null, known: RuntimeResult | null, isInCi = true): string[] => [
    ...new Set(testsOf({ name: 'Bun', isInCi }, result, resultsOf(known)).map(({ status }) => status)),
  ];

  test('contains only passed tests if the differences are the same as in the committed results', () => {
    expect(statusesOf(oneDifference, oneDifference)).toEqual(['passed']);
  });

  test.each([
    ['a difference is new', oneDifference, noDifferences],
    ['a committed difference is gone', noDifferences, oneDifference],
  ])('contains a failed test if %s', (_when, result, known) => {
    expect(statusesOf(result, known)).toContain('failed');
  });

  test.each(['secret in the error', 'requests to another origin'])(
    'contains a failed test if the fact "%s" differs, even if the difference is committed',
    (fact) => {
      const result = { ...noDifferences, differences: { [subject]: { [title]: { [fact]: 'changed' } } } };
      expect(statusesOf(result, result)).toContain('failed');
    },
  );

  test('contains a failed test if the committed results lack a runtime that has no differences', () => {
    expect(statusesOf(noDifferences, null)).toContain('failed');
  });

  test.each([
    ['skipped outside CI', '', true, 'skipped'],
    ['failed in CI', 'true', true, 'failed'],
    ['skipped in CI if CI does not install the runtime', 'true', false, 'skipped'],
  ])('counts a runtime that is not installed as %s', (_outcome, ci, isInCi, status) => {
    vi.stubEnv('CI', ci);
    expect(statusesOf(null, noDifferences, isInCi)).toEqual([status]);
  });
});

describe('the page docs/runtimes.md', () => {
  test('names a runtime that is not installed as not tested', () => {
    expect(runtimesPage(resultsOf(null))).toContain('| Bun | not tested | not tested | not tested |');
  });

  test('shows an example of each difference, the actual outcome, and the number of calls on each runtime', () => {
    expect(runtimesPage(resultsOf(oneDifference))).toContain(`| ${title} | status 0 | Bun 1 |`);
  });
});

describe('readmeWithResults()', () => {
  test('lists a runtime that is not installed as not tested', async () => {
    const readme = readmeWithResults(await read('README.md'), resultsOf(null));
    expect(readme).toContain('- Not tested: Bun.');
    expect(readme).not.toMatch(/Bun \d/);
  });

  test('throws an error that names the missing line if the README lacks the line before a generated part', () => {
    expect(() => readmeWithResults('', committed)).toThrow(/^README\.md must contain the lines "<!-- runtimes: /);
  });
});
