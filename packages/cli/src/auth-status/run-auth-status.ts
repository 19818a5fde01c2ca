import { parseArguments, type TenantOptions } from '../command-options.js';
import type { Context } from '../context.js';
import { createAuthStatusCommand } from '../create-command.js';
import { EXIT, type ExitStatus } from '../exit-status.js';
import type { Stop } from '../job/run-job.js';
import { openTenant } from '../tenant/credentials.js';
import { tokenFailure } from '../tenant/token-failure.js';
import { visibleJson, visibleText } from '../visible-text.js';
import { type GrantedToken, requestGrantedToken } from './granted-token.js';
import { statusLines, timeText } from './status-lines.js';

/**
 * Requests a token, prints the facts about it, and returns the exit status.
 *
 * @throws UsageError If the arguments or the configuration are not valid. Nothing was sent.
 */
export async function runAuthStatus(args: readonly string[], context: Context): Promise<ExitStatus> {
  const command = createAuthStatusCommand();
  parseArguments(command, args);
  const options = command.opts<TenantOptions & { readonly json?: true }>();
  const { stdout, stderr, signal } = context;
  const { name, clientId, readCredentials } = await openTenant(options, context);
  const credentials = await readCredentials();
  let granted: GrantedToken | undefined;
  let stop: Stop | undefined;
  try {
    granted = await requestGrantedToken(credentials, signal);
  } catch (error) {
    stop = tokenFailure(error, context);
  } finally {
    credentials.close();
  }
  const now = Date.now();
  if (options.json === true) stdout.write(`${visibleJson(jsonOf({ name, clientId }, granted, stop, now))}\n`);
  else if (granted !== undefined) {
    const lines = [`tenant   ${visibleText(name)}`, `client   ${visibleText(clientId)}`, ...statusLines(granted, now)];
    stdout.write(`${lines.join('\n')}\n`);
  }
  if (stop !== undefined) stderr.write(`Stopped (${visibleText(stop.reason)})\n`);
  return stop?.status ?? EXIT.done;
}

function jsonOf(
  { name, clientId }: { readonly name: string; readonly clientId: string },
  granted: GrantedToken | undefined,
  stop: Stop | undefined,
  now: number,
): object {
  const { scopes, expiresAt } = granted ?? {};
  return {
    command: 'auth status',
    tenant: name,
    client: clientId,
    exitStatus: stop?.status ?? EXIT.done,
    stopped: stop?.reason ?? null,
    scopes: scopes?.value ?? null,
    scopesFrom: scopes?.from ?? null,
    expiresAt: expiresAt === undefined ? null : timeText(expiresAt.value),
    expiresInSeconds: expiresAt === undefined ? null : Math.round((expiresAt.value - now) / 1000),
    expiresFrom: expiresAt?.from ?? null,
  };
}
