// Tests the script that CI runs: its commands, its exit status and its last line.
import { execFile } from 'node:child_process';
import { chmod, cp, readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
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

/** Runs a program in a folder and resolves with its exit status and the lines that it printed. */
function run(folder: string, program: string, args: string[], env = process.env) {
  return new Promise<{ status: number; lines: string[] }>((resolve) => {
    const child = execFile(program, args, { cwd: folder, env }, (_error, stdout) =>
      resolve({ status: child.exitCode ?? -1, lines: stdout.trim().split('\n') }),
    );
  });
}

describe('.ci/sum-reports.mjs', () => {
  const sum = join(projectRoot, '.ci/sum-reports.mjs');
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
    const result = await run(folder, process.execPath, [sum, 'a.json', 'b.json']);
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
    const { lines } = await run(folder, process.execPath, [sum, 'a.json']);
    expect(lines).toEqual([
      'a.json: failed: a client retries: Error: 2, not 3',
      'a.json: failed: b.test.ts: SyntaxError: no',
      '1 passed, 2 failed, 0 skipped',
    ]);
  });

  test('prints the name of a report that is missing', async () => {
    const folder = temporaryFolder({});
    const { lines } = await run(folder, process.execPath, [sum, 'reports/full.json']);
    expect(lines[0]).toMatch(/^reports\/full\.json is missing or damaged: /);
  });
});

/**
 * A script that replaces npm. The script logs its arguments and writes the report of a test command. FAILS contains the
 * arguments for which the script exits with status 1. With the prefix "early" in FAILS, the script exits before it
 * writes the report. With the prefix "silent", the script writes no report and exits with status 0.
 */
const NPM = `#!/bin/sh
echo "$*" >> calls
[ "early $*" = "$FAILS" ] && exit 1
[ "silent $*" = "$FAILS" ] && exit 0
case "$*" in
  test) cp new.json reports/vitest.json ;;
  'run test:consumers') cp new.json reports/consumers.json ;;
  'run test:runtimes') cp new.json reports/runtimes.json ;;
  'run test:site') cp new.json reports/site.json ;;
  'run test:full') cp new.json reports/full.json ;;
esac
[ "$*" != "$FAILS" ]`;

/** The programs that `.ci/run` installs if they are missing. */
const PROGRAMS = ['redis-server', 'chromium', 'firefox-esr', 'WebKitWebDriver', 'xvfb-run'];

/** Runs `.ci/run` in a folder that has the reports of an earlier run. */
async function runCi(fails: string): Promise<{ status: number; lines: string[]; calls: string[] }> {
  const folder = temporaryFolder({
    'bin/npm': NPM,
    // With these placeholders, `.ci/run` installs no package.
    ...Object.fromEntries(PROGRAMS.map((name) => [`bin/${name}`, '#!/bin/sh'])),
    'new.json': asReport([['passed', 'passed', 'skipped']]),
    'reports/vitest.json': asReport([['passed', 'passed']]),
    'reports/consumers.json': asReport([['passed', 'passed']]),
    'reports/runtimes.json': asReport([['passed', 'passed']]),
    'reports/site.json': asReport([['passed', 'passed']]),
    'reports/full.json': asReport([['passed', 'passed']]),
  });
  await cp(join(projectRoot, '.ci'), join(folder, '.ci'), { recursive: true });
  for (const name of ['npm', ...PROGRAMS]) await chmod(join(folder, 'bin', name), 0o755);
  const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  const result = await run(folder, 'bash', ['.ci/run'], { ...process.env, PATH, FAILS: fails });
  return { ...result, calls: (await readFile(join(folder, 'calls'), 'utf8')).trim().split('\n') };
}

describe('.ci/run', () => {
  test('runs npm ci, npm test, npm run smoke, npm run test:consumers, npm run test:runtimes, npm run test:site and npm run test:full, and prints the sum of the test reports in the last line', async () => {
    const { status, lines, calls } = await runCi('nothing');
    expect(calls).toEqual([
      'ci',
      'test',
      'run smoke',
      'run test:consumers',
      'run test:runtimes',
      'run test:site',
      'run test:full',
    ]);
    expect(lines.at(-1)).toBe('5 passed, 0 failed, 5 skipped');
    expect(status).toBe(0);
  });

  test.each([
    ['npm test fails before its report is written', 'early test', '4 passed, 1 failed, 4 skipped'],
    ['npm run test:full fails before its report is written', 'early run test:full', '4 passed, 1 failed, 4 skipped'],
    ['npm run smoke fails', 'run smoke', '5 passed, 0 failed, 5 skipped'],
    ['npm ci fails', 'early ci', '0 passed, 5 failed, 0 skipped'],
    ['npm test writes no report', 'silent test', '4 passed, 1 failed, 4 skipped'],
    ['npm test fails although its report has no failed test', 'test', '5 passed, 0 failed, 5 skipped'],
    [
      'npm run test:full fails although its report has no failed test',
      'run test:full',
      '5 passed, 0 failed, 5 skipped',
    ],
    [
      'npm run test:consumers fails before its report is written',
      'early run test:consumers',
      '4 passed, 1 failed, 4 skipped',
    ],
    [
      'npm run test:runtimes fails before its report is written',
      'early run test:runtimes',
      '4 passed, 1 failed, 4 skipped',
    ],
    ['npm run test:site fails before its report is written', 'early run test:site', '4 passed, 1 failed, 4 skipped'],
  ])('exits with status 1 if %s', async (_when, fails, last) => {
    const { status, lines } = await runCi(fails);
    expect(lines.at(-1)).toBe(last);
    expect(status).toBe(1);
  });

  test('names the commands that failed, because their reports can be without a failed test', async () => {
    const { lines } = await runCi('run smoke');
    expect(lines.filter((line) => line.startsWith('Failed:'))).toEqual(['Failed: npm run smoke']);
  });
});
