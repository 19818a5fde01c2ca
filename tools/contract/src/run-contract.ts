import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readBehavior } from 'tools-document/behavior';
import type { OpenApiDocument } from 'tools-document/model';
import { findApi, projectRoot, readDocument } from 'tools-document/read';
import type { CliOptions } from 'vitest/node';
import { groupBy } from '../../../common/group-by.ts';
import { type ContractArguments, readArguments } from './contract-arguments.ts';
import { reportFile } from './contract-report.ts';
import { livePlanLines, planLiveCalls } from './live/call-plan.ts';
import type { Variables } from './live/tenant.ts';

/** The result of a run of the contract suite. */
export interface ContractRun {
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
  printPlan(document, contract);
  const { junit } = contract;
  const isPassed = await run({
    root: projectRoot,
    watch: false,
    reporters: ['verbose', ...(junit === undefined ? [] : ['junit'])],
    ...(junit !== undefined && { outputFile: { junit: resolve(junit) } }),
    ...testsFor(contract),
  });
  return { status: isPassed ? 0 : 1, report };
}

/** Returns the Vitest options that select the tests of a target. */
export function testsFor({ target, tenant, operations }: ContractArguments): CliOptions {
  const provide = operations && { operations };
  if (tenant === undefined)
    return { project: [target === 'prism' ? 'contract' : `contract-${target}`], ...(provide && { provide }) };
  return {
    // Do not add a project for live tenants to a configuration file: only this command may call a live tenant.
    config: false,
    alias: [{ find: /^#generated\/(.+)\.js$/, replacement: join(projectRoot, 'src/generated/$1.ts') }],
    include: ['test/contract/live.test.ts'],
    // Pass the tenant to the tests, so that they call exactly the tenant that was printed.
    provide: { tenant, ...provide },
    // The client limits the time of each call.
    testTimeout: 0,
  };
}

/** Runs tests. Resolves with `true` only if there is a test file, every file passed, and no other error occurred. */
export async function runTests(options: CliOptions): Promise<boolean> {
  // Vitest takes half a second to load, and most modules that import this package run no tests.
  const { startVitest } = await import('vitest/node');
  const vitest = await startVitest([], options);
  const files = vitest.state.getTestModules();
  const havePassed = files.length > 0 && files.every((file) => file.state() === 'passed');
  const skipped = files.flatMap((file) => [...file.children.allTests('skipped')]);
  const titles = skipped.map((one) => {
    const result = one.result();
    // A test that is skipped while it runs has the reason in its result.
    return result.state === 'skipped' && result.note ? `${one.fullName}: skipped: ${result.note}` : one.fullName;
  });
  for (const line of skippedLines(titles)) console.log(line);
  const hasError = vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  return havePassed && !hasError;
}

/** Returns a list of skipped tests by the reason in their titles, with the operations; no line without skipped tests. */
export function skippedLines(titles: readonly string[]): string[] {
  const byReason = groupBy(titles, (title) => title.split(': skipped: ')[1] ?? 'no reason in the title');
  const lines = [...byReason].map(([reason, own]) => {
    const groups = new Set(own.map((title) => title.split(' > ')[0]));
    return `  ${own.length}: ${reason} (${[...groups].join(', ')})`;
  });
  return lines.length === 0 ? [] : ['\nSkipped tests by reason:', ...lines];
}

/** Prints the calls to a live tenant before the suite makes them. */
function printPlan(document: OpenApiDocument, { tenant, operations }: ContractArguments): void {
  if (tenant === undefined) return;
  const { baseUrl, tokenUrl, audience, client, withoutScopes, isDisposable, ids } = tenant;
  console.log(`Calls the live tenant ${baseUrl} as client ${client.clientId},`);
  console.log(`with tokens of ${tokenUrl}${audience === undefined ? '' : ` for the audience ${audience}`}:`);
  const calls = planLiveCalls(document, ids).filter(({ entry }) => operations?.includes(entry.id) ?? true);
  for (const line of livePlanLines(calls)) console.log(line);
  if (withoutScopes !== undefined)
    console.log(`  each operation above also as client ${withoutScopes.clientId}, without scopes`);
  if (isDisposable) {
    console.log(
      '  each operation above also without a token; on each path also the methods that the document does not have',
    );
  }
}
