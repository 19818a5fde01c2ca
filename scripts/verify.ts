import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ARGUMENTS_HELP,
  type ContractRun,
  compareWithDocument,
  driftReport,
  FAIL_ON_HELP,
  type FailOn,
  readArchive,
  takeFailOn,
} from 'tenant-management-contract';
import { findApi, type OpenApiDocument, projectRoot, readDocument } from 'tenant-management-document';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

if (import.meta.main)
  answerHelp(`npm run verify -- [options]

Runs the contract suite, and reports the differences between the target and the document. Writes the report to
reports/drift.md.

Options:
${FAIL_ON_HELP}
${ARGUMENTS_HELP}
`);

/**
 * Runs the contract suite, then prints and writes the report.
 *
 * @param run Runs the contract suite.
 * @param reports Folder of `drift.md`.
 * @param failOn With `differences`, the exit status is 1 if a response differs from the document.
 * @returns The exit status.
 * @throws Error If the suite ended without an archive.
 */
export async function verify(
  run: () => Promise<ContractRun>,
  document: OpenApiDocument,
  reports: string,
  failOn: FailOn = 'failures',
): Promise<number> {
  const file = join(reports, 'drift.md');
  // Remove the report of an earlier run, so that a failed run leaves no report.
  await rm(file, { force: true });
  const { status, har } = await run();
  const archive = await readArchive(har, document).catch((cause: unknown) => {
    throw new Error('The contract suite recorded no call to compare with the document: see its errors above', {
      cause,
    });
  });
  const drift = compareWithDocument(document, archive);
  const report = driftReport(drift);
  await writeFile(file, `${report}\n`);
  console.log(`\nDifferences between the target and the document (also in reports/drift.md):\n\n${report}`);
  return failOn === 'differences' && drift.differences.some(({ isOpen }) => !isOpen) ? 1 : status;
}

if (import.meta.main) {
  try {
    const { runContract } = await import('tenant-management-contract');
    const document = await readDocument((await findApi()).file);
    const { failOn, others } = takeFailOn(process.argv.slice(2));
    process.exitCode = await verify(() => runContract(others), document, join(projectRoot, 'reports'), failOn);
  } catch (error) {
    fail(error);
  }
}
