import {
  authStatusCommand,
  type BuiltInCommand,
  type CommandOperation,
  changesTenant,
  commandName,
  isBulk,
  obstacleText,
  usageOf,
} from './command-operation.js';
import { createAuthStatusCommand, createCommand } from './declared-options.js';
import { EXIT_MEANINGS } from './exit-status.js';

/** Largest number of commands in the general help. If there are more, the help groups them by their first word. */
const LISTED_COMMANDS = 40;

export function generalHelp(all: readonly CommandOperation[]): string {
  const [operations, others] = [all.filter((one) => one.obstacle === null), all.filter((one) => one.obstacle !== null)];
  return [
    'Calls the tenant management API. Each operation of the API is a command.',
    '',
    'Usage: tenant-management <command> [ids or parameters] [options]',
    '',
    'Commands:',
    ...overview(operations),
    '',
    'Other commands:',
    ...commandLines([authStatusCommand]),
    ...(others.length > 0
      ? ['', 'Operations without a command:', ...others.map((one) => `  ${obstacleText(one)}`)]
      : []),
    '',
    'Options:',
    '  -h, --help     print this help, or the help of a command: tenant-management <command> --help',
    '  -V, --version  print the version',
    '',
    'Environment:',
    '  TENANT_DOMAIN         host name of the tenant (or TENANT_BASE_URL, the base URL of the API)',
    '  TENANT_CLIENT_ID      client id',
    '  TENANT_CLIENT_SECRET  client secret (or TENANT_CLIENT_SECRET_FILE, or TENANT_PRIVATE_KEY_FILE)',
    '  TENANT_KEY_ID         key id of the private key',
    '  TENANT_TOKEN_URL      URL of the token endpoint (and TENANT_AUDIENCE), if the default does not fit',
    '  TENANTS_FILE          file with the settings of several tenants, for --tenant <name>',
    '  HTTPS_PROXY           proxy for https: (and HTTP_PROXY, for http:), except for the hosts in NO_PROXY',
    '  NODE_EXTRA_CA_CERTS   PEM file with certificates that are trusted too',
    'In a terminal, the command asks for a host name, a client id or a secret that is missing.',
    '',
    ...exitLines(),
    '',
  ].join('\n');
}

/** Returns the commands, or the first words of the commands if there are many. */
function overview(operations: readonly CommandOperation[]): string[] {
  if (operations.length <= LISTED_COMMANDS) return commandLines(operations);
  const counts = new Map<string, number>();
  for (const { words } of operations) counts.set(words[0] ?? '', (counts.get(words[0] ?? '') ?? 0) + 1);
  const lines = [...counts].map(([word, count]) => `  ${word} (${count === 1 ? '1 command' : `${count} commands`})`);
  return [...lines, '', 'To list the commands that start with a word: tenant-management <word> --help'];
}

/** Returns the list of commands that start with the same words. */
export const groupHelp = (below: readonly (CommandOperation | BuiltInCommand)[]): string =>
  ['Commands:', ...commandLines(below), '', 'Help of a command: tenant-management <command> --help', ''].join('\n');

export function authStatusHelp(): string {
  const description =
    'Requests an access token, and shows the tenant, the client, the granted scopes and the expiry of the token.' +
    ' Does not print or store the token. If the token response does not contain the scopes or the expiry, shows those' +
    ' in the access token if it is a JWT, and does not check its signature.';
  const command = createAuthStatusCommand().description(`${authStatusCommand.summary}\n\n${description}`);
  return `${command.helpInformation()}\n${exitLines().join('\n')}\n`;
}

/** Returns the help of a command, from the OpenAPI document. */
export function commandHelp(operation: CommandOperation, operations: readonly CommandOperation[]): string {
  const { summary, description, deprecated } = operation;
  const command = createCommand(operation)
    .usage(
      `${isBulk(operation) ? `[${operation.pathParameters[0]}...]` : usageOf(operation).slice(commandName(operation).length + 1)} [options]`.trim(),
    )
    .description(
      [summary, ...(deprecated ? ['Deprecated: do not use this operation any more.'] : []), '', description].join('\n'),
    );
  return `${command.helpInformation()}\n${[...factLines(operation), ...sourceLines(operation, operations), ...exitLines(), ...exampleLines(operation)].join('\n')}\n`;
}

function factLines(operation: CommandOperation): string[] {
  const { id, method, path, scopes, lifecycle, statuses, notShown } = operation;
  const width = Math.max(...Object.keys(statuses).map((status) => status.length));
  return [
    'Operation:',
    `  ${method} ${path} (${id})`,
    `  Scopes: ${scopes === null ? 'not documented by the API' : scopesText(scopes)}`,
    `  Lifecycle: ${lifecycle ?? 'not documented by the API'}`,
    ...(notShown.length > 0 ? [`  Not documented by the API: ${notShown.join(', ')}`] : []),
    '',
    'Responses:',
    ...Object.entries(statuses).map(([status, text]) => `  ${status.padEnd(width)}  ${text.replaceAll(/\s+/g, ' ')}`),
    ...(method === 'DELETE'
      ? [`  ${'404'.padEnd(width)}  the item is missing if the body is a JSON object, else failed`]
      : []),
    '',
  ];
}

const scopesText = (scopes: readonly (readonly string[])[]): string =>
  scopes.map((all) => (all.length === 0 ? 'no token needed' : all.join(' and '))).join(', or ');

function sourceLines(operation: CommandOperation, operations: readonly CommandOperation[]): string[] {
  if (operation.pathParameters.length === 0) return [];
  const list = operations.find(({ id }) => id === operation.list);
  const source =
    list === undefined
      ? "The API's description shows no operation that lists these ids. Take them from another source, such as an export of your tenant or its logs."
      : `List them with: tenant-management ${usageOf(list)}`;
  return ['Source of the ids:', `  ${source}`, ''];
}

const exitLines = (): string[] => [
  'Exit status:',
  ...Object.entries(EXIT_MEANINGS).map(([status, meaning]) => `  ${status.padEnd(4)} ${meaning}`),
];

function exampleLines(operation: CommandOperation): string[] {
  const command = `tenant-management ${commandName(operation)}`;
  if (!isBulk(operation)) return [];
  const queries = operation.query.filter(({ required }) => required).map(({ name }) => ` --query ${name}=VALUE`);
  const request = [...queries, ...(operation.body?.required ? [' --body @body.json'] : [])].join('');
  return [
    '',
    'Examples:',
    `  ${command} ID${request}`,
    `  ${command} --csv ids.csv --column id${request}`,
    `  tail -n +2 ids.csv | cut -d, -f1 | ${command} -${request}${changesTenant(operation) ? ' --yes' : ''}`,
    ...(changesTenant(operation)
      ? ['', 'After an interruption, run the same command again: it sends only the ids that are not done.']
      : []),
  ];
}

function commandLines(commands: readonly (CommandOperation | BuiltInCommand)[]): string[] {
  const usages = commands.map(
    (command) => ['id' in command ? usageOf(command) : command.words.join(' '), command.summary] as const,
  );
  const width = Math.max(...usages.map(([usage]) => usage.length));
  return usages.map(([usage, summary]) => `  ${usage.padEnd(width)}  ${summary}`);
}
