// Adds up the tests in vitest's JSON reports: `node .ci/sum-reports.mjs reports/vitest.json …`. Prints the name and the
// first line of the error of each failed test, and then the sum.
import { readFileSync } from 'node:fs';

const firstLine = (text = '') => text.split('\n')[0];

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8'));
    for (const { name, status, message, assertionResults } of testResults) {
      for (const test of assertionResults)
        sum[test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped'] += 1;
      const failedTests = assertionResults.filter((test) => test.status === 'failed');
      for (const { fullName, failureMessages } of failedTests)
        console.log(`${file}: failed: ${fullName}: ${firstLine(failureMessages?.[0])}`);
      // A file that cannot be loaded or whose hook fails contains no failed test, but it is counted as a failed test.
      if (status === 'failed' && failedTests.length === 0) {
        sum.failed += 1;
        console.log(`${file}: failed: ${name}: ${firstLine(message)}`);
      }
    }
  } catch {
    console.log(`${file} is missing or damaged: its tests did not run to their end, which counts as a failed test.`);
    sum.failed += 1;
  }
}
console.log(`${sum.passed} passed, ${sum.failed} failed, ${sum.skipped} skipped`);
if (sum.failed > 0) process.exitCode = 1;
