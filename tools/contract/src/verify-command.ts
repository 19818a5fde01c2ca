import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { comparisonReport } from './comparison-report.ts';
import { readReport } from './contract-report.ts';
import type { ContractRun } from './run-contract.ts';

const LEVELS = ['failures', 'differences'] as const;

/** The level of `--fail-on`: failed tests, or also differences, make `npm run verify` exit with status 1. */
type FailOn = (typeof LEVELS)[number];

/** The help text of `--fail-on`. */
export const FAIL_ON_HELP = `  --fail-on <level>         failures (the default): exit with status 1 if a test of the suite fails; differences: also if
                            a response differs from the document in a detail that the document does not leave open`;

/**
 * Reads `--fail-on` from the arguments of the command line.
 *
 * @returns The level, and all other arguments.
 * @throws Error If the level is unknown.
 */
export function takeFailOn(args: readonly string[]): { readonly failOn: FailOn; readonly others: string[] } {
  const { values, tokens } = parseArgs({
    args: [...args],
    options: { 'fail-on': { type: 'string', default: 'failures' } },
    strict: false,
    tokens: true,
  });
  const failOn = LEVELS.find((level) => level === values['fail-on']);
  if (failOn === undefined) throw new Error(`--fail-on must be one of: ${LEVELS.join(', ')}`);
  const taken = tokens.flatMap((token) => {
    if (token.kind !== 'option' || token.name !== 'fail-on') return [];
    return token.inlineValue ? [token.index] : [token.index, token.index + 1];
  });
  return { failOn, others: args.filter((_, index) => !taken.includes(index)) };
}

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
  const text = comparisonReport(comparison);
  await writeFile(file, `${text}\n`);
  console.log(`\nDifferences between the target and the document (also in reports/drift.md):\n\n${text}`);
  return failOn === 'differences' && comparison.differences.some(({ isOpen }) => !isOpen) ? 1 : status;
}
