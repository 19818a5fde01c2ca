import { contractTests, liveTarget } from 'tools-contract/suite';
import type { OpenApiDocument } from 'tools-document/model';
import { ApiError, clientCredentials, createManagementClient } from '../../../src/index.ts';
import type { CallComparison } from '../../../tools/contract/src/call-comparison.ts';
import { readReport, reportFile } from '../../../tools/contract/src/contract-report.ts';
import type { LiveTenant } from '../../../tools/contract/src/live/tenant.ts';
import { FollowUp } from '../../../tools/contract/src/suite/call-rules.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** The result of a live run. */
export interface LiveRun {
  /** The errors of the failed tests, by title. */
  readonly failures: Readonly<Record<string, string>>;
  /** Why tests were skipped during the run, by title. */
  readonly skipped: Readonly<Record<string, string>>;
  readonly comparison: CallComparison;
  /** The titles of all tests. */
  readonly titles: readonly string[];
}

/**
 * Runs tests of the contract suite against a tenant, in this process.
 *
 * @param isSelected Whether to run a test with a title.
 */
export async function runLive(
  document: OpenApiDocument,
  tenant: LiveTenant,
  isSelected: (title: string) => boolean,
): Promise<LiveRun> {
  const reports = temporaryFolder();
  const client = { createClient: createManagementClient, clientCredentials };
  const target = liveTarget(document, client, tenant, reports);
  const tests = contractTests(document, target, ApiError).map((one) => ({
    ...one,
    title: `${one.group} ${one.title}`,
  }));
  const failures: Record<string, string> = {};
  const skipped: Record<string, string> = {};
  for (const { title, run } of tests.filter((one) => isSelected(one.title))) {
    await run?.().catch((error: unknown) => {
      const results = error instanceof FollowUp ? skipped : failures;
      results[title] = error instanceof Error ? error.message : String(error);
    });
  }
  await target.stop();
  const { comparison } = await readReport(reportFile('live', reports));
  return { failures, skipped, comparison, titles: tests.map(({ title }) => title) };
}
