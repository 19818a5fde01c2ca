import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { findApi, listOperations, projectRoot, readDocument } from './document.ts';
import { readTenant, readVariables, type Tenant } from './tenant.ts';

const TARGETS = ['prism', 'sandbox', 'live'];

/** What a run of the contract suite ended with. */
export interface ContractRun {
  /** Exit status of the tests. */
  readonly status: number;
  /** The exchanges, without tokens, as an HTTP archive. */
  readonly har: string;
}

/**
 * Runs the contract suite: `--target prism|sandbox|live`, and for a live tenant `--tenant <file of variables>`,
 * `--allow-deletes`, `--profile <id>`, `--enrollment <id>`.
 *
 * @throws Error When an option is wrong or missing; the message names it. Nothing has been called then.
 */
export async function runContract(args: string[]): Promise<ContractRun> {
  const { target, tenant } = await readArguments(args);
  const har = join(projectRoot, `reports/contract-${target}.har`);
  // What an earlier run wrote says nothing of this one.
  await rm(har, { force: true });
  if (tenant !== undefined) await sayPlan(tenant);
  const common = { root: projectRoot, watch: false, reporters: ['verbose'] };
  const vitest = await startVitest(
    'test',
    [],
    tenant === undefined
      ? { ...common, project: [target === 'prism' ? 'contract' : `contract-${target}`] }
      : {
          ...common,
          // A live tenant is in no configuration: nothing that is set or selected elsewhere can lead to it.
          config: false,
          include: ['test/contract/operations.test.ts'],
          // What was said is what is called.
          provide: { target: 'live', mockUrl: '', tenant },
          testTimeout: 60_000,
        },
  );
  const isPassed = vitest.state.getCountOfFailedTests() === 0 && vitest.state.getUnhandledErrors().length === 0;
  const modules = vitest.state.getTestModules();
  const hasRun = modules.length > 0 && modules.every((module) => module.state() === 'passed');
  await vitest.close();
  return { status: isPassed && hasRun ? 0 : 1, har };
}

async function readArguments(args: string[]): Promise<{ target: string; tenant?: Tenant }> {
  const { values } = parseArgs({
    args,
    options: {
      target: { type: 'string', default: 'prism' },
      tenant: { type: 'string' },
      'allow-deletes': { type: 'boolean', default: false },
      profile: { type: 'string', multiple: true },
      enrollment: { type: 'string', multiple: true },
    },
  });
  const { target, tenant, 'allow-deletes': allowsDeletes } = values;
  const profile = oneId('--profile', values.profile);
  const enrollment = oneId('--enrollment', values.enrollment);
  if (!TARGETS.includes(target)) throw new Error(`--target: expected ${TARGETS.join(', ')}; got ${target}`);
  const asksForDeletes = profile !== undefined || enrollment !== undefined;
  if (target !== 'live') {
    if (tenant === undefined && !allowsDeletes && !asksForDeletes) return { target };
    throw new Error('--tenant, --allow-deletes, --profile and --enrollment: expected with --target live alone');
  }
  if (allowsDeletes !== asksForDeletes) {
    throw new Error('--allow-deletes: expected together with --profile <id> or --enrollment <id>, the ids to delete');
  }
  const variables = tenant === undefined ? process.env : await readVariables(tenant);
  const deletable = {
    'delete_token-exchange-profiles_by_id': profile,
    delete_guardian_enrollments_by_id: enrollment,
  };
  const told = readTenant(variables, deletable);
  if (profile !== undefined && profile === told.ids['get_token-exchange-profiles_by_id']) {
    throw new Error('--profile: expected another profile than TENANT_PROFILE_ID, which is read');
  }
  return { target, tenant: told };
}

/** An id of the command line; whoever gives two, or a list, would see only one of them go. */
function oneId(name: string, values: string[] = []): string | undefined {
  if (values.length === 0) return undefined;
  const [id = ''] = values;
  if (values.length > 1 || !/^[\w.~-]*\w[\w.~-]*$/.test(id)) {
    throw new Error(
      `${name}: expected one id of letters, digits, ".", "_", "~" and "-"; got ${values.join(' and ') || 'none'}`,
    );
  }
  return id;
}

/** Says what a live tenant will be called with, before it is. */
async function sayPlan({ baseUrl, tokenUrl, audience, client, withoutScopes, ids }: Tenant): Promise<void> {
  console.log(`The live tenant ${baseUrl} will be called as client ${client.clientId},`);
  console.log(`with tokens of ${tokenUrl} for the audience ${audience}:`);
  for (const { id, method, path } of listOperations(await readDocument((await findApi()).file))) {
    const known = ids[id];
    const call = `  ${method} ${path.replace('{id}', () => known ?? '{id}')}`;
    if (known === undefined) console.log(`${call}: not called; --allow-deletes and an id would allow it`);
    else if (method === 'GET') {
      console.log(`${call}: read, also with wrong tokens, with a query parameter and with an unknown id`);
    } else console.log(`${call}: DELETED, and tried with wrong tokens`);
  }
  if (withoutScopes !== undefined) console.log(`  the same as client ${withoutScopes.clientId}, which must be refused`);
}
