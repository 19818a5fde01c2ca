import { Command, Option } from 'commander';
import { DEFAULT_GIVE_UP_AFTER_MS } from 'tenant-management-client/internal';
import { authStatusCommand, type CommandOperation, changesTenant, commandName, isBulk } from './command-operation.js';

/** Default number of calls in flight, as in `bulk` of the client. */
export const DEFAULT_CONCURRENCY = 8;
/** Default of `--give-up-after`, as in `bulk` of the client. */
export const DEFAULT_GIVE_UP_SECONDS = DEFAULT_GIVE_UP_AFTER_MS / 1000;

/** Creates a command without options. If its arguments are not valid, it throws and prints nothing. */
const createEmptyCommand = (name: string): Command =>
  new Command(`tenant-management ${name}`)
    .helpOption(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .allowExcessArguments(false);

export function createCommand(operation: CommandOperation): Command {
  const command = createEmptyCommand(commandName(operation));
  addParameters(command, operation);
  addRunOptions(command, operation);
  return addTenantOptions(command);
}

export const createAuthStatusCommand = (): Command =>
  addTenantOptions(
    createEmptyCommand(authStatusCommand.words.join(' '))
      .option('--json', 'print the result as one JSON object')
      .option('-h, --help', 'print this help'),
  );

function addParameters(command: Command, operation: CommandOperation): void {
  const { pathParameters, query, body } = operation;
  if (isBulk(operation)) {
    command.argument(`[${pathParameters[0]}...]`, 'one or more ids; - reads one id per line from stdin');
    command.optionsGroup('Ids:');
    command.option('--csv <file>', 'read the ids from a CSV file with a header row; - reads the CSV from stdin');
    command.option('--column <name>', 'CSV column that contains the ids (default: id)');
    command.option('--skip-empty', 'skip the rows of the CSV file that have no id');
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

function addRunOptions(command: Command, operation: CommandOperation): void {
  command.optionsGroup('Run:');
  if (changesTenant(operation)) {
    command.option('--dry-run', 'check the input and the credentials, print the plan, and change nothing');
    command.option('-y, --yes', 'do not ask for confirmation');
  }
  if (operation.method === 'DELETE') command.option('--strict', 'exit with status 1 if an item is missing (404)');
  if (isBulk(operation)) {
    command.option('--results <file>', 'add a row for each result, with the columns of --csv, to a .csv file');
    if (changesTenant(operation))
      command.option('--journal <file>', 'file that records the finished ids (default: one file for each job)');
    command.option('--concurrency <number>', `largest number of calls in flight (default: ${DEFAULT_CONCURRENCY})`);
    command.option('--limit <number>', 'run only the first ids; the same command without --limit continues');
    command.option('--max-rate <number>', 'largest number of requests per second, and of calls in flight');
    command.option(
      '--give-up-after <seconds>',
      `stop the job if the tenant accepts no request for this time, also in an outage after a first response (default: ${DEFAULT_GIVE_UP_SECONDS})`,
    );
  }
  command.option('--json', 'print the result as one JSON object');
  command.option('-h, --help', 'print this help');
}

/** The options that name the tenant and the credentials, each with the options with which it cannot be used. */
const TENANT_OPTIONS: readonly (readonly [flags: string, description: string, conflicts?: string[]])[] = [
  ['--tenant <name>', 'tenant in the tenants file (TENANTS_FILE)', ['domain', 'baseUrl', 'clientId']],
  ['--domain <host>', 'tenant host name (default: TENANT_DOMAIN)', ['baseUrl']],
  ['--base-url <url>', 'base URL of the API, such as that of a sandbox (default: TENANT_BASE_URL)'],
  ['--allow-http', 'allow http: for a host that is not loopback, such as a sandbox in a container'],
  ['--client-id <id>', 'client id (default: TENANT_CLIENT_ID)'],
  ['--secret-file <file>', 'file with the client secret (default: TENANT_CLIENT_SECRET_FILE)', ['tenant']],
  [
    '--key-file <file>',
    'file with the private key, PEM or JWK (default: TENANT_PRIVATE_KEY_FILE)',
    ['tenant', 'secretFile'],
  ],
  ['--key-id <kid>', 'key id of the private key (default: TENANT_KEY_ID)', ['tenant']],
  ['--token-url <url>', 'URL of the token endpoint (default: TENANT_TOKEN_URL)', ['tenant']],
  ['--audience <text>', 'audience of the access token (default: TENANT_AUDIENCE)', ['tenant']],
];

function addTenantOptions(command: Command): Command {
  command.optionsGroup('Tenant and credentials:');
  for (const [flags, description, conflicts = []] of TENANT_OPTIONS)
    command.addOption(new Option(flags, description).conflicts(conflicts));
  return command;
}

const collect = (value: string, earlier: readonly string[] = []): string[] => [...earlier, value];
