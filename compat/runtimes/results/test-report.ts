// The report of a test run in the format of Vitest's JSON reports, which `.ci/sum-reports.mjs` adds up.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Runtime } from '../runtime.ts';
import { situations } from '../situation.ts';
import { forbiddenFacts } from './comparison.ts';
import type { Results, RuntimeResult } from './results.ts';

/** A test of the report: a situation on a runtime, or a runtime that was not tested. */
export interface ReportedTest {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why the test failed or was skipped. */
  readonly reason?: string;
}

/**
 * Returns the tests of a runtime: the smoke test, a test that fails if the committed results lack the runtime, and a test
 * for each situation, which passes if its differences are the committed ones and none of them is forbidden. For a
 * runtime that is not installed, returns one test, which fails in CI if CI should install the runtime; in other cases,
 * the test is skipped.
 *
 * @param result The result of this run; `null` if the runtime is not installed.
 */
export function testsOf(
  { name, isInCi }: Pick<Runtime, 'name' | 'isInCi'>,
  result: RuntimeResult | null,
  committed: Results,
): ReportedTest[] {
  if (result === null) {
    const status = isInCi && process.env['CI'] ? 'failed' : 'skipped';
    return [{ title: 'is installed', status, reason: `not tested: install ${name}` }];
  }
  const known = committed.runtimes[name];
  const reason = `not in results.json: run \`npm run test:runtimes -- --update\` and commit the changed files`;
  const tests = situations.map(({ subject, title: situation }): ReportedTest => {
    const title = `${subject}: ${situation}`;
    const [actual, expected] = [result, known].map((one) => one?.differences[subject]?.[situation]);
    const [forbidden] = forbiddenFacts(actual);
    if (forbidden !== undefined) {
      return { title, status: 'failed', reason: `"${forbidden}" must not differ, even if the difference is committed` };
    }
    if (isDeepStrictEqual(actual, expected)) return { title, status: 'passed' };
    const [found, wanted] = [actual, expected].map((facts) => JSON.stringify(facts ?? 'no difference'));
    return { title, status: 'failed', reason: `${found} must equal the committed ${wanted}` };
  });
  return [
    { title: 'passes the smoke test of the packed client', status: 'passed' },
    {
      title: 'has results in the committed results.json',
      ...(known ? { status: 'passed' } : { status: 'failed', reason }),
    },
    ...tests,
  ];
}

/** Writes the report. The key of `tests` is the name of a runtime. */
export async function writeReport(file: string, tests: ReadonlyMap<string, readonly ReportedTest[]>): Promise<void> {
  const testResults = [...tests].map(([name, assertions]) => ({
    name,
    status: assertions.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    assertionResults: assertions.map(({ title, status, reason }) => ({
      title,
      fullName: `${name} ${title}`,
      status,
      failureMessages: reason === undefined ? [] : [reason],
    })),
  }));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ testResults }));
}
