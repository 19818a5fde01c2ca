// The report of a test run in the format of Vitest's JSON reports, which `.ci/sum-reports.mjs` adds up.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A test of the report: a situation on a runtime, or a runtime that was not tested. */
export interface ReportedTest {
  readonly title: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** Why the test failed or was skipped. */
  readonly reason?: string;
}

/** Writes the report. The key of `tests` is the name of a runtime. */
export async function writeReport(file: string, tests: ReadonlyMap<string, readonly ReportedTest[]>): Promise<void> {
  const testResults = [...tests].map(([name, assertions]) => ({
    name,
    status: assertions.some(({ status }) => status === 'failed') ? 'failed' : 'passed',
    assertionResults: assertions.map(({ title, status, reason }) => ({
      title,
      status,
      failureMessages: reason === undefined ? [] : [reason],
    })),
  }));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ testResults }));
}
