import { parseArguments, type TenantOptions } from './command-arguments.js';
import type { CommandContext } from './command-context.js';
import { createAuthStatusCommand } from './declared-options.js';
import { EXIT, type ExitStatus } from './exit-status.js';
import { durationText } from './output/progress-line.js';
import { openTenant, type Tenant } from './tenant/credentials.js';
import { type GrantedToken, requestGrantedToken, type Stated } from './tenant/granted-token.js';
import { visibleJson, visibleText } from './visible-text.js';

/**
 * Requests a token, prints the facts about it, and returns the exit status.
 *
 * @throws UsageError If the arguments or the configuration are not valid. Nothing was sent.
 */
export async function runAuthStatus(args: readonly string[], context: CommandContext): Promise<ExitStatus> {
  const command = createAuthStatusCommand();
  parseArguments(command, args);
  const options = command.opts<TenantOptions & { readonly json?: true }>();
  const { stdout, stderr } = context;
  const tenant = await openTenant(options, context);
  const credentials = await tenant.readCredentials();
  const granted = await requestGrantedToken(credentials, context).finally(credentials.close);
  const { stop } = granted;
  if (options.json === true) stdout.write(`${visibleJson(jsonOf(tenant, granted, Date.now()))}\n`);
  else if (stop === undefined) {
    stdout.write(`${statusLines(tenant, granted, Date.now()).map(visibleText).join('\n')}\n`);
  }
  if (stop !== undefined) stderr.write(`Stopped (${visibleText(stop.reason)})\n`);
  return stop?.exitStatus ?? EXIT.done;
}

const jsonOf = ({ name, clientId }: Tenant, { scopes, expiresAt, stop }: GrantedToken, now: number): object => ({
  command: 'auth status',
  tenant: name,
  client: clientId,
  exitStatus: stop?.exitStatus ?? EXIT.done,
  stopped: stop?.reason ?? null,
  scopes: scopes?.value ?? null,
  scopesFrom: scopes?.from ?? null,
  expiresAt: expiresAt === undefined ? null : timeText(expiresAt.value),
  expiresInSeconds: expiresAt === undefined ? null : Math.round((expiresAt.value - now) / 1000),
  expiresFrom: expiresAt?.from ?? null,
});

const statusLines = ({ name, clientId }: Tenant, { scopes, expiresAt }: GrantedToken, now: number): string[] => [
  `tenant   ${name}`,
  `client   ${clientId}`,
  `expires  ${expiresAt === undefined ? NOT_STATED : expiryText(expiresAt, now)}`,
  `scopes   ${scopes === undefined ? NOT_STATED : `${scopes.value.length} (${sourceText(scopes)})`}`,
  ...(scopes?.value ?? []).map((scope) => `  ${scope}`),
];

const NOT_STATED = 'not stated by the token endpoint';

function expiryText(expiresAt: Stated<number>, now: number): string {
  const seconds = (expiresAt.value - now) / 1000;
  const left = seconds > 0 ? `${durationText(seconds)} left` : 'expired';
  return `${timeText(expiresAt.value)} (${left}, ${sourceText(expiresAt)})`;
}

const sourceText = ({ from }: Stated<unknown>): string =>
  from === 'token response' ? 'from the token response' : 'from the claims of the access token';

/** Returns a time in the format of ISO 8601, in whole seconds, such as `2026-01-31T08:00:00Z`. */
const timeText = (time: number): string => new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
