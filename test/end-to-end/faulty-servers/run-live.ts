import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractTests, liveTarget } from 'tools-contract/suite';
import type { OpenApiDocument } from 'tools-document';
import { ApiError, clientCredentials, createManagementClient } from '../../../src/index.js';
import { readReport, reportFile } from '../../../tools/contract/src/contract-report.ts';
import type { Drift } from '../../../tools/contract/src/drift.ts';
import type { LiveTenant } from '../../../tools/contract/src/live-tenant.ts';

/** The result of a live run. */
export interface LiveRun {
  /** The errors of the failed tests, by title. */
  readonly failures: Readonly<Record<string, string>>;
  readonly drift: Drift;
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
  const reports = await mkdtemp(join(tmpdir(), 'live-run-'));
  try {
    const client = { createClient: createManagementClient, clientCredentials };
    const target = liveTarget(document, client, tenant, reports);
    const tests = contractTests(document, target, ApiError).map(({ group, title, run }) => ({
      title: `${group} ${title}`,
      run,
    }));
    const failures: Record<string, string> = {};
    for (const { title, run } of tests.filter((one) => isSelected(one.title))) {
      await run?.().catch((error: unknown) => {
        failures[title] = error instanceof Error ? error.message : String(error);
      });
    }
    await target.stop();
    const { drift } = await readReport(reportFile('live', reports));
    return { failures, drift, titles: tests.map(({ title }) => title) };
  } finally {
    await rm(reports, { recursive: true });
  }
}
