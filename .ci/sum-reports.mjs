// Adds up the tests in vitest's JSON reports, and prints the sum: `node .ci/sum-reports.mjs reports/vitest.json …`.
import { readFileSync } from 'node:fs';

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
    for (const { status, assertionResults } of testResults) {
      for (const test of assertionResults)
        sum[test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped'] += 1;
      // A file that cannot be loaded or whose hook fails contains no failed test, but it is counted as a failed test.
      const hasFailedTest = assertionResults.some((test) => test.status === 'failed');
      if (status === 'failed' && !hasFailedTest) sum.failed += 1;
    }
  } catch {
    console.log(`${file} is missing or damaged: its tests did not run to their end, which counts as a failed test.`);
    sum.failed += 1;
  }
}
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
if (sum.failed > 0) process.exitCode = 1;
