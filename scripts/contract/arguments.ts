import { parseArgs } from 'node:util';
import { type LiveTenant, readTenant, readVariables, type Variables } from './live-tenant.ts';

const TARGETS = ['prism', 'sandbox', 'live'] as const;

/** The name of a target of the contract suite. */
export type TargetName = (typeof TARGETS)[number];

/** The target of the contract suite, read from the command line. */
export interface ContractArguments {
  readonly target: TargetName;
  /** Only for `--target live`. */
  readonly tenant?: LiveTenant;
}

/**
 * Reads `--target prism|sandbox|live` and, for a live tenant, `--tenant <file of variables>`, `--allow-deletes`,
 * `--profile <id>` and `--enrollment <id>`. The suite deletes only items whose ids are passed with `--allow-deletes`.
 *
 * @param environment Variables that configure the tenant if there is no `--tenant`.
 * @throws Error If an option is invalid or missing. The message names the option and does not contain its value.
 */
export async function readArguments(args: string[], environment: Variables): Promise<ContractArguments> {
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
  const { tenant: file, 'allow-deletes': allowsDeletes } = values;
  const profile = parseSingleId('--profile', values.profile);
  const enrollment = parseSingleId('--enrollment', values.enrollment);
  const namesId = profile !== undefined || enrollment !== undefined;
  const target = TARGETS.find((name) => name === values.target);
  if (target === undefined) throw new Error('--target must be prism, sandbox or live');
  if (target !== 'live') {
    if (file === undefined && !allowsDeletes && !namesId) return { target };
    throw new Error('--tenant, --allow-deletes, --profile and --enrollment need --target live');
  }
  if (allowsDeletes && !namesId) {
    throw new Error('--allow-deletes needs the id to delete: add --profile <id> or --enrollment <id>');
  }
  if (namesId && !allowsDeletes) {
    throw new Error('--profile and --enrollment name the id to delete: add --allow-deletes, or omit them');
  }
  const tenant = readTenant(file === undefined ? environment : await readVariables(file), {
    'delete_token-exchange-profiles_by_id': profile,
    delete_guardian_enrollments_by_id: enrollment,
  });
  if (profile !== undefined && profile === tenant.ids['get_token-exchange-profiles_by_id']) {
    throw new Error('--profile must differ from TENANT_PROFILE_ID, which the tests read');
  }
  return { target, tenant };
}

/** Reads an option that can be passed once, with one id. Several ids are rejected, because one run deletes only one. */
function parseSingleId(option: string, values: readonly string[] = []): string | undefined {
  if (values.length > 1) throw new Error(`${option} must be passed only once: one run deletes one id`);
  const [id] = values;
  // An id such as email|dev_1 is one path segment if it is percent-encoded; "a/b" and ".." could reach other resources.
  if (id !== undefined && (!/^[\w.~|-]*\w[\w.~|-]*$/.test(id) || id.includes('..'))) {
    throw new Error(`${option} must be one id of letters, digits, "_", "-", "~", "|" and single dots`);
  }
  return id;
}
