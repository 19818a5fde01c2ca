import { Command, CommanderError, Option } from 'commander';
import { closestName } from '../../src/closest-name.js';
import { changesTenant, commandName, isBulk, type Operation } from './operation.js';
import { UsageError } from './usage-error.js';

/** The options of a command, as commander names them. An option that the command does not have is `undefined`. */
export interface Options {
  readonly csv?: string;
  readonly column?: string;
  readonly query?: readonly string[];
  readonly body?: string;
  readonly dryRun?: true;
  readonly yes?: true;
  readonly strict?: true;
  readonly json?: true;
  readonly failures?: string;
  readonly journal?: string;
  readonly concurrency: number;
  readonly tenant?: string;
  readonly tenants?: string;
  readonly domain?: string;
  readonly baseUrl?: string;
  readonly clientId?: string;
  readonly secretFile?: string;
  readonly keyFile?: string;
  readonly keyId?: string;
}

/** The arguments of a command. */
export interface Arguments {
  /** The values of the path parameters, or the ids. */
  readonly values: readonly string[];
  readonly options: Options;
}

/** Matches option names that users try for a secret. Other users of the machine can see the arguments of a process. */
const SECRET_OPTION = /^--?(?:client-?)?(?:secret|password|assertion|(?:access-?)?token|(?:private-?)?key)$/i;

/** Default number of calls in flight, as in `bulk` of the client. */
const DEFAULT_CONCURRENCY = 8;
/** Largest valid number of calls in flight: more than any rate limit allows. */
const MAX_CONCURRENCY = 1_000;

/**
 * Reads the arguments after the words of a command.
 *
 * @throws UsageError If an argument is not valid. The message contains no value, because a value can be a secret.
 */
export function readArguments(operation: Operation, args: readonly string[]): Arguments {
  const command = createCommand(operation);
  checkNames(command, args);
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    throw new UsageError(`${error.message.replace(/^error: /, '')}. ${helpHint(operation)}`);
  }
  const { concurrency, ...options } = command.opts();
  return { values: command.args, options: { ...options, concurrency: readConcurrency(concurrency) } };
}

/** Returns the part of a message that names the command for help. */
const helpHint = (operation: Operation): string =>
  `tenant-management ${commandName(operation)} --help lists the options`;

/** Throws if an option is unknown, before commander throws an error that quotes the whole argument. */
function checkNames(command: Command, args: readonly string[]): void {
  const names = command.options.flatMap(({ long, short }) => [long, short].filter((name) => name !== undefined));
  const end = args.indexOf('--');
  for (const arg of end === -1 ? args : args.slice(0, end)) {
    const [name = ''] = arg.split('=');
    if (arg.includes('=') && command.options.some(({ long, required }) => long === name && !required)) {
      throw new UsageError(`${name} takes no value; remove everything after ${name}`);
    }
    if (!/^-./.test(arg) || names.includes(name)) continue;
    if (SECRET_OPTION.test(name)) {
      throw new UsageError(
        `${name} does not exist, because other users of this machine can see the arguments of a process. Put the secret` +
          ' into a file that only you can read and pass --secret-file <file> (--key-file <file> for a private key), or' +
          ' set TENANT_CLIENT_SECRET. If you passed a real secret, replace it: your shell may have stored it',
      );
    }
    // Suggest no short option: all short options are similar, and a typing error must not lead to -y.
    const closest = name.startsWith('--') ? closestName(name, names) : undefined;
    const hint = closest === undefined ? '' : `; did you mean ${closest}?`;
    const kind = name.startsWith('--') ? `unknown option ${name}` : 'unknown option';
    throw new UsageError(`${kind}${hint} (before an id that starts with "-", write --)`);
  }
}

/** Creates the command of an operation, with the options that make sense for the operation. */
export function createCommand(operation: Operation): Command {
  const command = new Command(`tenant-management ${commandName(operation)}`)
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .allowExcessArguments(false);
  addParameters(command, operation);
  addRunOptions(command, operation);
  return addTenantOptions(command);
}

function addParameters(command: Command, operation: Operation): void {
  const { pathParameters, query, body } = operation;
  if (isBulk(operation)) {
    command.argument(`[${pathParameters[0]}...]`, 'one or more ids; - reads one id per line from stdin');
    command.optionsGroup('Ids:');
    command.option('--csv <file>', 'read the ids from a CSV file with a header row; - reads the CSV from stdin');
    command.option('--column <name>', 'column of the CSV file (default: id)');
  } else for (const name of pathParameters) command.argument(`<${name}>`);
  if (query.length === 0 && body === null) return;
  command.optionsGroup('Request:');
  if (query.length > 0) {
    const names = query.map(({ name, required }) => (required ? `${name} (required)` : name)).join(', ');
    command.option('--query <name=value>', `query parameter, can be repeated; names: ${names}`, collect, undefined);
  }
  if (body !== null) {
    const required = body.required ? 'request body (required)' : 'request body';
    command.option('--body <json>', `${required}: JSON, @file.json for a file, or @- for stdin`);
  }
}

function addRunOptions(command: Command, operation: Operation): void {
  command.optionsGroup('Run:');
  if (changesTenant(operation)) {
    command.option('--dry-run', 'print the items, and change nothing');
    command.option('-y, --yes', 'do not ask for confirmation');
  }
  if (operation.method === 'DELETE') command.option('--strict', 'exit with status 1 if an item is missing (404)');
  if (isBulk(operation)) {
    command.option('--failures <file>', 'write the failed items to a .csv or .json file');
    if (changesTenant(operation))
      command.option('--journal <file>', 'file that records the finished ids (default: one file for each job)');
    command.option('--concurrency <number>', `largest number of calls in flight (default: ${DEFAULT_CONCURRENCY})`);
  }
  command.option('--json', 'print the result as one JSON object');
  command.option('-h, --help', 'print this help');
}

function addTenantOptions(command: Command): Command {
  return command
    .optionsGroup('Tenant and credentials:')
    .addOption(new Option('--tenant <name>', 'tenant in the tenants file').conflicts(['domain', 'baseUrl', 'clientId']))
    .option('--tenants <file>', 'tenants file (default: TENANTS_FILE, or tenants.json in the configuration folder)')
    .addOption(new Option('--domain <host>', 'tenant host name (default: TENANT_DOMAIN)').conflicts('baseUrl'))
    .option('--base-url <url>', 'base URL of the API, such as that of a sandbox (default: TENANT_BASE_URL)')
    .option('--client-id <id>', 'client id (default: TENANT_CLIENT_ID)')
    .addOption(
      new Option('--secret-file <file>', 'file with the client secret (default: TENANT_CLIENT_SECRET_FILE)').conflicts(
        'tenant',
      ),
    )
    .addOption(
      new Option(
        '--key-file <file>',
        'file with the private key, PEM or JWK (default: TENANT_PRIVATE_KEY_FILE)',
      ).conflicts(['tenant', 'secretFile']),
    )
    .addOption(new Option('--key-id <kid>', 'key id of the private key (default: TENANT_KEY_ID)').conflicts('tenant'));
}

const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value];

function readConcurrency(value = String(DEFAULT_CONCURRENCY)): number {
  const number = Number(value);
  if (Number.isInteger(number) && number > 0 && number <= MAX_CONCURRENCY) return number;
  throw new UsageError(`--concurrency must be a whole number from 1 to ${MAX_CONCURRENCY}`);
}
