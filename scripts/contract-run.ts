import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { findApi, listOperations, projectRoot, readDocument } from './document.ts';
import { DELETABLE_IDS, readTenant, readVariables, type Tenant } from './tenant.ts';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
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
  const { values } = parseArgs({
    args,
    options: {
      target: { type: 'string', default: 'prism' },
      tenant: { type: 'string' },
      'allow-deletes': { type: 'boolean', default: false },
      profile: { type: 'string' },
      enrollment: { type: 'string' },
    },
  });
  const { target } = values;
  if (!TARGETS.includes(target)) throw new Error(`--target: expected ${TARGETS.join(', ')}; got ${target}`);
  const deletable = {
    'delete_token-exchange-profiles_by_id': values.profile,
    delete_guardian_enrollments_by_id: values.enrollment,
  };
  const asksForDeletes = Object.values(deletable).some((id) => id !== undefined);
  if (target !== 'live' && (values.tenant !== undefined || values['allow-deletes'] || asksForDeletes)) {
    throw new Error('--tenant, --allow-deletes, --profile and --enrollment: expected with --target live alone');
  }
  if (values['allow-deletes'] !== asksForDeletes) {
    throw new Error('--allow-deletes: expected together with --profile <id> or --enrollment <id>, the ids to delete');
  }
  const variables =
    target === 'live'
      ? {
          ...(values.tenant === undefined ? process.env : await readVariables(values.tenant)),
          // Whatever stands in the environment, only these flags let anything be deleted.
          [DELETABLE_IDS]: JSON.stringify(deletable),
        }
      : {};
  if (target === 'live') await sayPlan(readTenant(variables));
  const project = target === 'prism' ? 'contract' : `contract-${target}`;
  const child = spawn(process.execPath, [vitest, 'run', '--project', project, '--reporter', 'verbose'], {
    cwd: projectRoot,
    stdio: 'inherit',
    env: { ...process.env, ...variables, CONTRACT_TARGET: target },
  });
  const status = await new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
  return { status, har: join(projectRoot, `reports/contract-${target}.har`) };
}

/** Says what a live tenant will be called with, before it is. */
async function sayPlan({ baseUrl, client, withoutScopes, ids }: Tenant): Promise<void> {
  console.log(`The live tenant ${baseUrl} will be called as client ${client.clientId}:`);
  for (const { id, method, path } of listOperations(await readDocument((await findApi()).file))) {
    const known = ids[id];
    const call = `  ${method} ${path.replace('{id}', known ?? '{id}')}`;
    if (known === undefined) console.log(`${call}: not called; --allow-deletes and an id would allow it`);
    else if (method === 'GET')
      console.log(`${call}: read, also with wrong tokens, with a query parameter and with an unknown id`);
    else console.log(`${call}: DELETED, and tried with wrong tokens`);
  }
  if (withoutScopes !== undefined) console.log(`  the same as client ${withoutScopes.clientId}, which must be refused`);
}
