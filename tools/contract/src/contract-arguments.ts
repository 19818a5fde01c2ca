import { parseArgs } from 'node:util';
import type { OpenApiDocument } from 'tools-document/model';
import { deriveOperations, listOperations, type OperationEntry } from 'tools-document/operations';
import { didYouMean } from '../../../common/closest-name.ts';
import { joined } from '../../../common/formatting.ts';
import { type AliasOption, aliasOptions } from './live/alias-options.ts';
import { planLiveCalls } from './live/call-plan.ts';
import {
  checkDeletedIds,
  checkId,
  type Effect,
  effectOf,
  type LiveId,
  type LiveIds,
  parseIdOption,
  parseIdsVariable,
} from './live/item-ids.ts';
import { type LiveTenant, readTenant, readVariables, tenantHelp, type Variables } from './live/tenant.ts';

const TARGETS = ['prism', 'sandbox', 'live'] as const;

export type TargetName = (typeof TARGETS)[number];

/** The options of `readArguments` and the environment variables of a live tenant, for the list "Options:" of a help text. */
export const ARGUMENTS_HELP = `  --target <target>         prism (the default), sandbox or live
  --operation <id>          test only the operation with this id; can be repeated
  --junit <file>            also write the results as JUnit XML

Options for --target live:
  --tenant <file>           file with the variables of the tenant; the run then ignores the environment variables
  --allow-deletes           delete the items whose ids are passed
  --allow-changes           change the items whose ids are passed
  --id <operation id>=<id>  item to read, delete or change; for several parameters:
                            --id <operation id>=<parameter>=<value>,<parameter>=<value>
  --<resource> <id>         item to delete, such as --profile <id>
  --disposable              also send undocumented methods, and calls without a token that could change items; only for
                            a server on loopback that is only for tests
  --call-timeout <seconds>  time after which a call fails (default 60)
  --expect-behavior         also require the statuses that are not documented: those of the sandbox and of conventions

${tenantHelp(['TENANT_<RESOURCE>_ID'])}`;

const LIVE_OPTIONS = 'tenant id allow-deletes allow-changes disposable expect-behavior call-timeout'.split(' ');

/** The target of the contract suite, read from the command line. */
export interface ContractArguments {
  readonly target: TargetName;
  /** The ids of the operations to test; absent for all operations. */
  readonly operations?: readonly string[];
  /** File for the results as JUnit XML. */
  readonly junit?: string;
  /** The live tenant; absent unless the target is `live`. */
  readonly tenant?: LiveTenant;
}

/** The document, and the aliases of its resources. The options and variables for ids follow from the aliases. */
export interface ContractDocument {
  readonly document: OpenApiDocument;
  readonly aliases: Readonly<Record<string, string>>;
}

/**
 * Reads `--target prism|sandbox|live`, `--operation <id>`, `--junit <file>` and, for a live tenant,
 * `--tenant <file of variables>`, `--allow-deletes`, `--allow-changes`, `--disposable`, `--expect-behavior`,
 * `--call-timeout`, `--id <operation id>=<id>`, and an option for each alias of a resource, such as `--profile <id>`.
 * The suite deletes and changes only items whose ids are passed with `--allow-deletes` and `--allow-changes`.
 *
 * @param environment Variables that configure the tenant if there is no `--tenant`.
 * @throws Error If an option is invalid or missing. The message names the option and does not contain its value.
 */
export async function readArguments(
  args: string[],
  environment: Variables,
  { document, aliases }: ContractDocument,
): Promise<ContractArguments> {
  const entries = listOperations(document);
  const named = aliasOptions(deriveOperations(document), aliases);
  const values = parseOptions(args, named);
  const { tenant: file, junit, disposable: isDisposable, 'expect-behavior': expectsBehavior } = values;
  const operations = values.operation?.map((id) => checkOperation(id, entries));
  if (junit === '') throw new Error('--junit must be the path of a file');
  const options = { ...(operations && { operations }), ...(junit !== undefined && { junit }) };
  const passed = passedIds(values, named, entries);
  const target = TARGETS.find((name) => name === values.target);
  if (target === undefined) throw new Error('--target must be prism, sandbox or live');
  const optionNames = named.flatMap(({ option }) => (option ? `--${option}` : []));
  if (target !== 'live') {
    if (passed.length === 0 && !LIVE_OPTIONS.some((name) => Object(values)[name])) return { target, ...options };
    const names = [...LIVE_OPTIONS.map((name) => `--${name}`), ...optionNames];
    throw new Error(`${joined(names, 'and')} need --target live`);
  }
  const limits = callTimeoutOf(values);
  checkEffects(values, passed, entries, optionNames);
  const variables = file === undefined ? environment : await readVariables(file);
  const ids = idsOf([...readIds(variables, named, entries), ...passed]);
  const idVariables = named.flatMap(({ variable }) => variable ?? []);
  const tenant = readTenant(variables, document, ids, idVariables);
  checkDeletedIds(ids, entries);
  // `readTenant` allows http: only for loopback.
  if (isDisposable && !tenant.baseUrl.startsWith('http:')) {
    throw new Error(
      '--disposable needs a server on loopback: set TENANT_BASE_URL to a URL such as http://127.0.0.1:8080',
    );
  }
  const isSelected = ({ id }: OperationEntry) => operations?.includes(id) ?? true;
  if (planLiveCalls(document, ids).every(({ entry, init }) => init === undefined || !isSelected(entry))) {
    throw new Error(
      `The ids must be enough to call at least one ${operations ? 'selected ' : ''}operation: set ${[...idVariables, 'TENANT_IDS'].join(' or ')}, or pass --id <operation id>=<id>`,
    );
  }
  return { target, ...options, tenant: { ...tenant, isDisposable, expectsBehavior, ...limits } };
}

type ParsedOptions = ReturnType<typeof parseOptions>;

function parseOptions(args: string[], named: readonly AliasOption[]) {
  const { values } = parseArgs({
    args,
    options: {
      target: { type: 'string', default: 'prism' },
      operation: { type: 'string', multiple: true },
      junit: { type: 'string' },
      tenant: { type: 'string' },
      'allow-deletes': { type: 'boolean', default: false },
      'allow-changes': { type: 'boolean', default: false },
      disposable: { type: 'boolean', default: false },
      'expect-behavior': { type: 'boolean', default: false },
      'call-timeout': { type: 'string' },
      id: { type: 'string', multiple: true },
      ...Object.fromEntries(
        named.flatMap(({ option }) => (option ? [[option, { type: 'string', multiple: true } as const]] : [])),
      ),
    },
  });
  return values;
}

/** Returns the ids in the options: the ids of items to delete by the names of their resources, and those of `--id`. */
function passedIds(
  values: ParsedOptions,
  named: readonly AliasOption[],
  entries: readonly OperationEntry[],
): [operationId: string, id: LiveId][] {
  // parseArgs does not infer the options for aliases, so widen the type to read them by name.
  const texts: Readonly<Record<string, unknown>> = values;
  const deleted = named.flatMap(({ option, deletion }): [string, LiveId][] => {
    if (option === undefined || deletion === undefined) return [];
    const id = parseSingleId(`--${option}`, texts[option] as string[] | undefined);
    const parameter = deletion.idParameter ?? '';
    return id === undefined ? [] : [[deletion.id, { values: { [parameter]: id }, source: `--${option}` }]];
  });
  return [...deleted, ...(values.id ?? []).map((text) => parseIdOption(text, entries))];
}

/** Returns the timeout of a call in milliseconds. */
function callTimeoutOf({ 'call-timeout': seconds }: ParsedOptions): { readonly callTimeout?: number } {
  if (seconds === undefined) return {};
  if (!/^[1-9]\d{0,4}$/.test(seconds))
    throw new Error('--call-timeout must be a whole number of seconds, from 1 to 99999');
  return { callTimeout: Number(seconds) * 1000 };
}

/** Checks that the options allow exactly the deletions and changes of the items whose ids were passed. */
function checkEffects(
  { 'allow-deletes': allowsDeletes, 'allow-changes': allowsChanges }: ParsedOptions,
  passed: readonly [operationId: string, id: LiveId][],
  entries: readonly OperationEntry[],
  optionNames: readonly string[],
): void {
  const firstWith = (effect: Effect) =>
    passed.find(([id]) => entries.some((entry) => entry.id === id && effectOf(entry) === effect))?.[0];
  const [deletion, change] = [firstWith('delete'), firstWith('change')];
  if (allowsDeletes && deletion === undefined) {
    const remedies = [...optionNames.map((option) => `${option} <id>`), '--id <operation id>=<id>'];
    throw new Error(`--allow-deletes needs the id to delete: add ${remedies.join(' or ')}`);
  }
  if (!allowsDeletes && passed.some(([, { source }]) => optionNames.includes(source))) {
    throw new Error(
      `${joined(optionNames, 'and')} must not be passed without --allow-deletes: add --allow-deletes, or omit the ids`,
    );
  }
  if (allowsChanges && change === undefined)
    throw new Error('--allow-changes needs the id of the item to change: add --id <operation id>=<id>');
  const notAllowed = (id: string, option: string) =>
    new Error(`--id ${id} must not be passed without ${option}: add ${option}, or omit the id`);
  if (!allowsDeletes && deletion !== undefined) throw notAllowed(deletion, '--allow-deletes');
  if (!allowsChanges && change !== undefined) throw notAllowed(change, '--allow-changes');
}

/** Returns an operation id of the document. Throws for another text, which the message does not contain. */
function checkOperation(text: string, entries: readonly OperationEntry[]): string {
  const ids = entries.map(({ id }) => id);
  if (ids.includes(text)) return text;
  throw new Error(`--operation must be the operationId of an operation of the document${didYouMean(text, ids)}`);
}

/** Reads from the variables the ids of the items that the suite may read. */
function readIds(
  variables: Variables,
  named: readonly AliasOption[],
  entries: readonly OperationEntry[],
): [operationId: string, id: LiveId][] {
  const text = variables['TENANT_IDS'];
  const aliased = named.flatMap(({ variable, reading }): [string, LiveId][] => {
    const id = variables[variable ?? ''];
    if (variable === undefined || reading === undefined || !id) return [];
    return [[reading.id, { values: { [reading.idParameter ?? '']: id }, source: variable }]];
  });
  return [...aliased, ...(text ? parseIdsVariable(text, entries) : [])];
}

/** Converts pairs of operation and id to an object. Throws if an operation has several ids. */
function idsOf(given: readonly [operationId: string, id: LiveId][]): LiveIds {
  const ids = new Map<string, LiveId>();
  for (const [operationId, id] of given) {
    const other = ids.get(operationId);
    if (other !== undefined)
      throw new Error(`${other.source} and ${id.source} must not both contain an id for ${operationId}`);
    ids.set(operationId, id);
  }
  return Object.fromEntries(ids);
}

/**
 * Reads an option that contains one id. Throws if the option is passed several times, because one run deletes only one
 * item of a resource.
 */
function parseSingleId(option: string, values: readonly string[] = []): string | undefined {
  if (values.length > 1) throw new Error(`${option} must be passed only once, with one id`);
  const [id] = values;
  return id === undefined ? undefined : checkId(option, id);
}
