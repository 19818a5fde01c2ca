import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure, Outcome } from './steps.ts';
import { failureOf, type Subject } from './subject.ts';

/** The JSON report of Vitest. */
export interface SuiteReport {
  readonly testResults: readonly {
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly title: string;
      readonly ancestorTitles: readonly string[];
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/** The tests of the document. The other files of the contract suite test the suite itself. */
const FILES = ['test/contract/operations.test.ts', 'test/contract/undocumented-calls.test.ts'];

/**
 * Runs the contract suite of the copy.
 *
 * @param project Project of Vitest, which determines the target. For example, `contract` uses Prism.
 */
export async function runContract({ root, run }: Subject, project: string): Promise<Outcome> {
  const report = join('reports', `${project}.json`);
  const vitest = 'node_modules/vitest/vitest.mjs';
  const options = [`--project=${project}`, '--reporter=json', `--outputFile=${report}`];
  const ended = await run(vitest, 'run', ...options, ...FILES);
  const text = await readFile(join(root, report), 'utf8').catch(() => undefined);
  if (text === undefined) throw failureOf(ended);
  const outcome = suiteOutcome(JSON.parse(text));
  if (ended.status !== 0 && outcome.failures?.length === 0) throw failureOf(ended);
  return outcome;
}

/** Counts the tests of a report. The outermost title of a test is the operation id. */
export function suiteOutcome({ testResults }: SuiteReport): Outcome {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...statuses: string[]) => tests.filter(({ status }) => statuses.includes(status)).length;
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ title, ancestorTitles, failureMessages = [] }): Failure => {
      const [operation] = ancestorTitles;
      return { operation, reason: `${title}: ${firstLine(failureMessages[0] ?? '')}` };
    });
  // A file that throws while Vitest collects its tests has no tests, so report the file itself as a failure.
  const aborted = testResults
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ message = '' }): Failure => ({ reason: firstLine(message) }));
  const total = `${count('passed')} passed, ${failed.length} failed, ${count('pending', 'skipped', 'todo')} skipped`;
  return { result: total, failures: [...aborted, ...failed] };
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0] ?? '';
