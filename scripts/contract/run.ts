import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CliOptions, startVitest } from 'vitest/node';
import { findApi, listOperations, projectRoot, readDocument } from '../openapi/document.ts';
import { type ContractArguments, readArguments } from './arguments.ts';
import { harFile } from './har.ts';
import type { LiveTenant, Variables } from './live-tenant.ts';

/** How a run of the contract suite ended. */
export interface ContractRun {
  /** Exit status of the tests. */
  readonly status: number;
  /** Path of the HTTP archive of the calls, without tokens. */
  readonly har: string;
}

/** Options of `runContract`; the command uses the defaults. */
export interface ContractRunOptions {
  /** @default process.env */
  readonly environment?: Variables;
  /**
   * Folder of the archive.
   * @default the project's `reports`
   */
  readonly reports?: string;
  /** @default runTests */
  readonly run?: (options: CliOptions) => Promise<boolean>;
}

/**
 * Runs the contract suite with the arguments of the command line.
 *
 * @throws Error If an option is invalid or missing; the message names it, and nothing has been called.
 */
export async function runContract(
  args: string[],
  { environment = process.env, reports = join(projectRoot, 'reports'), run = runTests }: ContractRunOptions = {},
): Promise<ContractRun> {
  const contract = await readArguments(args, environment);
  const har = harFile(contract.target, reports);
  // Remove the archive of an earlier run, so that it is not read as the archive of this run.
  await rm(har, { force: true });
  if (contract.tenant !== undefined) await printPlan(contract.tenant);
  const isPassed = await run({ root: projectRoot, watch: false, reporters: ['verbose'], ...testsFor(contract) });
  return { status: isPassed ? 0 : 1, har };
}

/** The options of Vitest that select the tests of a target. */
function testsFor({ target, tenant }: ContractArguments): CliOptions {
  if (tenant === undefined) return { project: [target === 'prism' ? 'contract' : `contract-${target}`] };
  return {
    // No configuration file has a project for a live tenant, so no other command can call one.
    config: false,
    include: ['test/contract/operations.test.ts'],
    // The tests call the tenant that was printed.
    provide: { target: 'live', mockUrl: '', tenant },
    testTimeout: 60_000,
  };
}

/** Runs tests and resolves with whether all of them passed; a run without a passed test counts as failed. */
export async function runTests(options: CliOptions): Promise<boolean> {
  const vitest = await startVitest([], options);
  const files = vitest.state.getTestModules();
  const havePassed = files.length > 0 && files.every((file) => file.state() === 'passed');
  const hasError = vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  return havePassed && !hasError;
}

/** Prints the calls to a live tenant before the suite makes them. */
async function printPlan({ baseUrl, tokenUrl, audience, client, withoutScopes, ids }: LiveTenant): Promise<void> {
  console.log(`Calls the live tenant ${baseUrl} as client ${client.clientId},`);
  console.log(`with tokens of ${tokenUrl} for the audience ${audience}:`);
  for (const { id, method, path } of listOperations(await readDocument((await findApi()).file))) {
    const known = ids[id];
    const call = `  ${method} ${path.replace('{id}', () => known ?? '{id}')}`;
    if (known === undefined) console.log(`${call}: not called; to allow it, pass --allow-deletes and an id`);
    else if (method === 'GET') {
      console.log(`${call}: read, including with invalid tokens, with a query parameter and with an unknown id`);
    } else console.log(`${call}: DELETED, after attempts with invalid tokens`);
  }
  if (withoutScopes !== undefined)
    console.log(`  the same calls as client ${withoutScopes.clientId}, which must get 403`);
}
