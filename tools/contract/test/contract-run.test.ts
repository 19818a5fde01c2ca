// Tests the exit status of the contract suite, and that it removes the report of an earlier run.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listOperations } from 'tools-document/operations';
import { findApi, readDocument } from 'tools-document/read';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { projectRoot } from '../../../test/support/project-copy.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { runContract, runTests, skippedLines, testsFor } from '../src/run-contract.ts';

describe('npm run test:contract', () => {
  test.each([
    { result: 'pass', isPassed: true, expected: 0 },
    { result: 'fail', isPassed: false, expected: 1 },
  ])('exits with status $expected if its tests $result', async ({ isPassed, expected }) => {
    const { status } = await runContract([], { reports: temporaryFolder(), run: async () => isPassed });
    expect(status).toBe(expected);
  });

  test.each(['prism', 'sandbox'])(
    'removes the report of an earlier run against %s before the tests start',
    async (target) => {
      const reports = temporaryFolder({ [`contract-${target}.json`]: '{}' });
      const report = join(reports, `contract-${target}.json`);
      const run = async () => !existsSync(report);
      expect(await runContract(['--target', target], { reports, run })).toEqual({ status: 0, report });
    },
  );

  test('passes the selected operations to the tests, and the file to the JUnit reporter of Vitest', async () => {
    const [{ id = '' } = {}] = listOperations(await readDocument((await findApi()).file));
    const run = vi.fn(async (_options: object) => true);
    await runContract(['--operation', id, '--junit', '/results.xml'], { reports: temporaryFolder(), run });
    const junit = { reporters: ['verbose', 'junit'], outputFile: { junit: '/results.xml' } };
    expect(run.mock.calls).toMatchObject([[{ provide: { operations: [id] }, ...junit }]]);
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
    const run = vi.fn(async () => true);
    const result = runContract(['--allow-deletes'], { reports: temporaryFolder(), run });
    await expect(result).rejects.toThrow('need --target live');
    expect(run).not.toHaveBeenCalled();
  });
});

test('skippedLines() lists skipped tests by their reason, with the operations', () => {
  const titles = ['read > 1: skipped: no id', 'read > 2: skipped: no id', 'write > 1: skipped: no id', 'other > a'];
  expect(skippedLines(titles).slice(1)).toEqual(['  3: no id (read, write)', '  1: no reason in the title (other)']);
  expect(skippedLines([])).toEqual([]);
});

describe('runTests()', () => {
  const testOf = (code: string) => `import { test } from 'vitest'; test('one', () => { ${code} });`;
  test.each<[string, string[], boolean]>([
    ['true if all tests pass', [testOf(''), testOf('')], true],
    ['false if a test fails', [testOf(''), testOf("throw new Error('failed');")], false],
    ['false after an unhandled error', [testOf("Promise.reject(new Error('unhandled'));")], false],
    ['false if all tests of a file are skipped', [testOf('').replace('test(', 'test.skip(')], false],
    ['false if no test file exists', [], false],
  ])('resolves with %s', async (_title, files, isPassed) => {
    // The folder is inside the project, so that the tests can import vitest.
    await mkdir(join(projectRoot, 'reports'), { recursive: true });
    const root = await mkdtemp(join(projectRoot, 'reports/contract-run-'));
    for (const [index, code] of files.entries()) await writeFile(join(root, `${index}.test.ts`), code);
    onTestFinished(async () => {
      await rm(root, { recursive: true });
      // Reset the exit code of this process, which the inner run of Vitest has set.
      process.exitCode = undefined;
    });
    expect(await runTests({ root, config: false, watch: false, reporters: [{}] })).toBe(isPassed);
  });
});
