import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findApi, type OpenApiDocument, projectRoot, readBehavior, readDocument } from 'tools-document';
import type { CliOptions } from 'vitest/node';
import { reportFile } from './contract-report.ts';
import { planLines, planLiveCalls } from './live-plan.ts';
import type { LiveTenant, Variables } from './live-tenant.ts';
import { type ContractArguments, readArguments } from './target-arguments.ts';

/** The result of a run of the contract suite. */
export interface ContractRun {
  /** Exit status of the tests. */
  readonly status: number;
  /** Path of the report. */
  readonly report: string;
}

/** Options of `runContract`; the command uses the defaults. */
export interface ContractRunOptions {
  /** @default process.env */
  readonly environment?: Variables;
  /**
   * Folder of the report.
   * @default the project's `reports`
   */
  readonly reports?: string;
  /** @default runTests */
  readonly run?: (options: CliOptions) => Promise<boolean>;
}

/**
 * Runs the contract suite with the arguments of the command line.
 *
 * @throws Error If an option is invalid or missing. The message names the option, and no request has been sent.
 */
export async function runContract(
  args: string[],
  { environment = process.env, reports, run = runTests }: ContractRunOptions = {},
): Promise<ContractRun> {
  const { file } = await findApi();
  const document = await readDocument(file);
  const { aliases } = await readBehavior(file, document);
  const contract = await readArguments(args, environment, { document, aliases });
  const report = reportFile(contract.target, reports);
  // Remove the report of an earlier run, so that it is not read as the report of this run.
  await rm(report, { force: true });
  if (contract.tenant !== undefined) printPlan(document, contract.tenant);
  const isPassed = await run({ root: projectRoot, watch: false, reporters: ['verbose'], ...testsFor(contract) });
  return { status: isPassed ? 0 : 1, report };
}

/** Returns the Vitest options that select the tests of a target. */
function testsFor({ target, tenant }: ContractArguments): CliOptions {
  if (tenant === undefined) return { project: [target === 'prism' ? 'contract' : `contract-${target}`] };
  return {
    // Do not add a project for live tenants to a configuration file: only this command may call a live tenant.
    config: false,
    alias: [{ find: /^#generated\/(.+)\.js$/, replacement: join(projectRoot, 'src/generated/$1.ts') }],
    include: ['test/contract/live.test.ts'],
    // Pass the tenant to the tests, so that they call exactly the tenant that was printed.
    provide: { tenant },
    testTimeout: 60_000,
  };
}

/** Runs tests. Resolves with `true` only if there is a test file, every file passed, and no other error occurred. */
export async function runTests(options: CliOptions): Promise<boolean> {
  // Vitest takes half a second to load, and most modules that import this package run no tests.
  const { startVitest } = await import('vitest/node');
  const vitest = await startVitest([], options);
  const files = vitest.state.getTestModules();
  const havePassed = files.length > 0 && files.every((file) => file.state() === 'passed');
  const hasError = vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  return havePassed && !hasError;
}

/** Prints the calls to a live tenant before the suite makes them. */
function printPlan(document: OpenApiDocument, tenant: LiveTenant): void {
  const { baseUrl, tokenUrl, audience, client, withoutScopes, isDisposable, ids } = tenant;
  console.log(`Calls the live tenant ${baseUrl} as client ${client.clientId},`);
  console.log(`with tokens of ${tokenUrl}${audience === undefined ? '' : ` for the audience ${audience}`}:`);
  for (const line of planLines(planLiveCalls(document, ids))) console.log(line);
  if (withoutScopes !== undefined)
    console.log(`  each operation above also as client ${withoutScopes.clientId}, which must get 403`);
  if (isDisposable) {
    console.log(
      '  each operation above also without a token; on each path also the methods that the document does not have',
    );
  }
}
