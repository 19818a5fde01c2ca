import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { OpenApiDocument } from 'tools-document/model';
import { projectRoot } from 'tools-document/read';
import type { Difference } from '../../../common/difference.ts';
import { type CallComparison, compareWithDocument } from './call-comparison.ts';
import type { TargetName } from './contract-arguments.ts';
import { type Coverage, measureCoverage } from './document-coverage.ts';
import type { RecordedCall } from './recorder.ts';

/** The result of a contract run. It contains no values of requests and responses. */
export interface ContractReport {
  readonly comparison: CallComparison;
  readonly coverage: readonly Coverage[];
}

/** Returns the path of the report of a target. */
export const reportFile = (target: TargetName, reports = join(projectRoot, 'reports')): string =>
  join(reports, `contract-${target}.json`);

/**
 * Compares the calls of a run with the document, and writes the report.
 *
 * @param observed Rows of the report about behavior that no source requires or forbids.
 */
export async function writeReport(
  file: string,
  document: OpenApiDocument,
  calls: readonly RecordedCall[],
  observed: readonly Difference[] = [],
): Promise<void> {
  const comparison = compareWithDocument(document, calls);
  const report: ContractReport = {
    comparison: { ...comparison, differences: [...comparison.differences, ...observed] },
    coverage: measureCoverage(document, calls),
  };
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(report, null, 2));
}

/**
 * Reads the report of a run.
 *
 * @throws Error If the file cannot be read.
 */
export async function readReport(file: string): Promise<ContractReport> {
  const text = await readFile(file, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
    throw new Error(
      `${file} cannot be read (${code}): run the contract suite first, with npm run test:contract -- --target sandbox`,
    );
  });
  return JSON.parse(text);
}
