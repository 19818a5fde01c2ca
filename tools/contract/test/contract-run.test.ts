// Tests the exit status of the contract suite, and that it removes the report of an earlier run.
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOperations } from 'tools-document/operations';
import { findApi, readDocument } from 'tools-document/read';
import { describe, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '../../../test/support/project-copy.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { runContract, runTests, skippedLines, testsFor } from '../src/run-contract.ts';

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

describe('npm run test:contract', () => {
  test.each([
    { result: 'pass', isPassed: true, expected: 0 },
    { result: 'fail', isPassed: false, expected: 1 },
  ])('exits with status $expected if its tests $result', async ({ isPassed, expected }) => {
    const reports = temporaryFolder();
    const { status } = await runContract([], { reports, run: async () => isPassed });
    expect(status).toBe(expected);
  });

  test.each(['prism', 'sandbox'])(
    'removes the report of an earlier run against %s before the tests start',
    async (target) => {
      const reports = temporaryFolder();
      const old = join(reports, `contract-${target}.json`);
      await writeFile(old, '{}');
      const existed: boolean[] = [];
      const { report } = await runContract(['--target', target], {
        reports,
        run: async () => {
          existed.push(await exists(old));
          return true;
        },
      });
      expect(report).toBe(old);
      expect(existed).toEqual([false]);
    },
  );

  test('passes the selected operations to the tests, and the file to the JUnit reporter of Vitest', async () => {
    const [{ id = '' } = {}] = listOperations(await readDocument((await findApi()).file));
    let options: object = {};
    const run = async (given: object) => {
      options = given;
      return true;
    };
    await runContract(['--operation', id, '--junit', '/results.xml'], { reports: temporaryFolder(), run });
    const junit = { reporters: ['verbose', 'junit'], outputFile: { junit: '/results.xml' } };
    expect(options).toMatchObject({ provide: { operations: [id] }, ...junit });
  });

  test('limits the time of each call to a live tenant, not the time of a test', () => {
    const tenant = {
      baseUrl: 'https://acme.example.com/api',
      tokenUrl: 'https://acme.example.com/token',
      client: { clientId: 'operator', clientSecret: 'secret' },
      ids: {},
      callTimeout: 90_000,
    };
    expect(testsFor({ target: 'live', tenant })).toMatchObject({ testTimeout: 0, provide: { tenant } });
  });

  test('runs no test if an argument is invalid', async () => {
    const reports = temporaryFolder();
    let runs = 0;
    const run = async () => {
      runs += 1;
      return true;
    };
    await expect(runContract(['--allow-deletes'], { reports, run })).rejects.toThrow('need --target live');
    expect(runs).toBe(0);
  });
});

test('skippedLines() lists skipped tests by their reason, with the operations', () => {
  const titles = ['read > 1: skipped: no id', 'read > 2: skipped: no id', 'write > 1: skipped: no id', 'other > a'];
  expect(skippedLines(titles).slice(1)).toEqual(['  3: no id (read, write)', '  1: no reason in the title (other)']);
  expect(skippedLines([])).toEqual([]);
});

describe('runTests()', () => {
  const PASSING = `import { test } from 'vitest'; test('passes', () => {});`;
  test.each<[string, Readonly<Record<string, string>>, boolean]>([
    ['resolves with true if all tests pass', { a: PASSING, b: PASSING }, true],
    [
      'resolves with false if a test fails',
      { a: PASSING, b: `import { test } from 'vitest'; test('fails', () => { throw new Error('failed') });` },
      false,
    ],
    [
      'resolves with false after an unhandled error',
      { a: `import { test } from 'vitest'; test('passes', () => { Promise.reject(new Error('unhandled')) });` },
      false,
    ],
    [
      'resolves with false if all tests of a file are skipped',
      { a: `import { test } from 'vitest'; test.skip('skipped');` },
      false,
    ],
    ['resolves with false if no test file exists', {}, false],
  ])('%s', async (_title, files, isPassed) => {
    // The folder is inside the project, so that the tests can import vitest.
    await mkdir(join(projectRoot, 'reports'), { recursive: true });
    const root = await mkdtemp(join(projectRoot, 'reports/contract-run-'));
    for (const [name, code] of Object.entries(files)) await writeFile(join(root, `${name}.test.ts`), code);
    onTestFinished(async () => {
      await rm(root, { recursive: true });
      // Reset the exit code of this process, which the inner run of Vitest has set.
      process.exitCode = undefined;
    });
    expect(await runTests({ root, config: false, watch: false, reporters: [{}] })).toBe(isPassed);
  });
});
