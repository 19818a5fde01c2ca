import { parseArguments } from '../command-options.js';
import type { Context } from '../context.js';
import type { ExitStatus } from '../exit-status.js';
import type { Operation } from '../operation.js';
import type { BuiltInCommand } from './built-in-commands.js';
import { createBuiltInCommand } from './create-built-in-command.js';

/**
 * Runs a built-in command, and returns its exit status.
 *
 * @throws UsageError If the arguments or the configuration are not valid. Nothing was sent.
 */
export async function runBuiltIn(
  builtIn: BuiltInCommand,
  args: readonly string[],
  operations: readonly Operation[],
  context: Context,
): Promise<ExitStatus> {
  const command = createBuiltInCommand(builtIn);
  parseArguments(command, args);
  if (builtIn.choices.length > 0) {
    const { printCompletion } = await import('../completion/print-completion.js');
    return printCompletion(command.args[0] ?? '', operations, context);
  }
  const { runAuthStatus } = await import('../auth-status/run-auth-status.js');
  return runAuthStatus(command.opts(), context);
}
