import type { BuiltInCommand } from './built-in-commands.js';
import type { Context } from './context.js';
import { createBuiltInCommand } from './create-built-in-command.js';
import type { ExitStatus } from './exit-status.js';
import { parseArguments } from './options.js';

/**
 * Runs a built-in command, and returns its exit status.
 *
 * @throws UsageError If the arguments or the configuration are not valid. Nothing was sent.
 */
export async function runBuiltIn(
  builtIn: BuiltInCommand,
  args: readonly string[],
  context: Context,
): Promise<ExitStatus> {
  const command = createBuiltInCommand(builtIn);
  parseArguments(command, args);
  const { runAuthStatus } = await import('./auth-status/run-auth-status.js');
  return runAuthStatus(command.opts(), context);
}
