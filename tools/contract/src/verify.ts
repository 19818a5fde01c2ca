import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readReport } from './contract-report.ts';
import type { FailOn } from './fail-on.ts';
import type { ContractRun } from './run-contract.ts';
import { verifyReport } from './verify-report.ts';

/**
 * Runs the contract suite, then prints and writes the report.
 *
 * @param run Runs the contract suite.
 * @param reports Folder of `drift.md`.
 * @param failOn With `differences`, the exit status is 1 if a response differs from the document.
 * @returns The exit status.
 * @throws Error If the suite ended without a report.
 */
export async function verify(
  run: () => Promise<ContractRun>,
  reports: string,
  failOn: FailOn = 'failures',
): Promise<number> {
  const file = join(reports, 'drift.md');
  // Remove the report of an earlier run, so that a failed run leaves no report.
  await rm(file, { force: true });
  const { status, report } = await run();
  const { comparison } = await readReport(report).catch((cause: unknown) => {
    throw new Error('The contract suite recorded no call to compare with the document: see its errors above', {
      cause,
    });
  });
  const text = verifyReport(comparison);
  await writeFile(file, `${text}\n`);
  console.log(`\nDifferences between the target and the document (also in reports/drift.md):\n\n${text}`);
  return failOn === 'differences' && comparison.differences.some(({ isOpen }) => !isOpen) ? 1 : status;
}
