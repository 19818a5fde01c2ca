// Tests the sum of the test reports, which `.ci/run` prints.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/project-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** A file in vitest's JSON report: the status of the file, then the status of each test in it. */
type ReportedFile = [status: 'passed' | 'failed', ...tests: ('passed' | 'failed' | 'skipped' | 'todo')[]];

const asReport = (files: ReportedFile[]): string =>
  JSON.stringify({
    testResults: files.map(([status, ...tests]) => ({
      status,
      assertionResults: tests.map((test) => ({ status: test })),
    })),
  });

/** Adds up reports in a folder, and resolves with the exit status and the lines that the script printed. */
function run(folder: string, ...reports: string[]) {
  const script = join(projectRoot, '.ci/sum-reports.mjs');
  return new Promise<{ status: number; lines: string[] }>((resolve) => {
    const child = execFile(process.execPath, [script, ...reports], { cwd: folder }, (_error, stdout) =>
      resolve({ status: child.exitCode ?? -1, lines: stdout.trim().split('\n') }),
    );
  });
}

describe('.ci/sum-reports.mjs', () => {
  test.each<[string, Readonly<Record<string, string>>, string, number]>([
    [
      'adds up the tests of all reports',
      { 'a.json': asReport([['passed', 'passed', 'passed']]), 'b.json': asReport([['passed', 'passed']]) },
      '3 passed, 0 failed, 0 skipped',
      0,
    ],
    [
      'counts skipped and todo tests as skipped',
      { 'a.json': asReport([['passed', 'passed', 'skipped', 'todo']]), 'b.json': asReport([]) },
      '1 passed, 0 failed, 2 skipped',
      0,
    ],
    [
      'exits with status 1 if a test failed',
      { 'a.json': asReport([['failed', 'passed', 'failed']]), 'b.json': asReport([['passed', 'passed']]) },
      '2 passed, 1 failed, 0 skipped',
      1,
    ],
    [
      'counts a file that cannot be loaded, or whose hook fails, as a failed test',
      {
        'a.json': asReport([['failed']]),
        'b.json': asReport([
          ['failed', 'skipped'],
          ['passed', 'passed'],
        ]),
      },
      '1 passed, 2 failed, 1 skipped',
      1,
    ],
    [
      'counts a damaged report as a failed test',
      { 'a.json': asReport([['passed', 'passed']]), 'b.json': '{"testResults": [' },
      '1 passed, 1 failed, 0 skipped',
      1,
    ],
    [
      'counts a missing report as a failed test',
      { 'a.json': asReport([['passed', 'passed']]) },
      '1 passed, 1 failed, 0 skipped',
      1,
    ],
  ])('%s', async (_title, reports, last, status) => {
    const folder = temporaryFolder(reports);
    const result = await run(folder, 'a.json', 'b.json');
    expect(result.lines.at(-1)).toBe(last);
    expect(result.status).toBe(status);
  });

  test('prints the names of failed tests and files, and the first lines of their errors', async () => {
    const failedTest = {
      status: 'failed',
      fullName: 'a client retries',
      failureMessages: ['Error: 2, not 3\n  at a.ts'],
    };
    const report = {
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'passed', fullName: 'a client sends' }, failedTest] },
        { status: 'failed', name: 'b.test.ts', message: 'SyntaxError: no\n  at b.ts', assertionResults: [] },
      ],
    };
    const folder = temporaryFolder({ 'a.json': JSON.stringify(report) });
    const { lines } = await run(folder, 'a.json');
    expect(lines).toEqual([
      'a.json: failed: a client retries: Error: 2, not 3',
      'a.json: failed: b.test.ts: SyntaxError: no',
      '1 passed, 2 failed, 0 skipped',
    ]);
  });

  test('prints the name of a report that is missing', async () => {
    const folder = temporaryFolder({});
    const { lines } = await run(folder, 'reports/full.json');
    expect(lines[0]).toMatch(/^reports\/full\.json is missing or damaged: /);
  });
});
