// biome-ignore lint/correctness/useImportExtensions: only JavaScript modules have the extension .js
import manifest from '../package.json' with { type: 'json' };
import { type CommandContext, Interruption } from './command-context.js';
import { authStatusCommand, type CommandOperation, obstacleText } from './command-operation.js';
import { EXIT, type ExitStatus, UsageError } from './exit-status.js';
import { commandsBelow, findCommand, unknownCommand } from './find-command.js';
import { visibleLines, visibleText } from './visible-text.js';

/** Runs a command, either of an operation or built-in, and returns the exit status. Never throws. */
export async function runCommandLine(
  operations: readonly CommandOperation[],
  args: readonly string[],
  context: CommandContext,
): Promise<ExitStatus> {
  try {
    return await dispatch(operations, args, context);
  } catch (error) {
    if (error instanceof Interruption) {
      context.stderr.write('Interrupted. Nothing was sent.\n');
      return EXIT.interrupted;
    }
    const message = error instanceof Error ? error.message : String(error);
    context.stderr.write(`${visibleText(message)}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

/** Prints the version or a help, or runs the command that the arguments name. */
async function dispatch(
  operations: readonly CommandOperation[],
  args: readonly string[],
  context: CommandContext,
): Promise<ExitStatus> {
  const { stdout, stderr } = context;
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const wantsHelp = options.includes('--help') || options.includes('-h');
  if (args[0] === '--version' || args[0] === '-V') {
    stdout.write(`${manifest.version}\n`);
    return EXIT.done;
  }
  const printHelp = (help: string) => {
    stdout.write(visibleLines(help));
    return EXIT.done;
  };
  const authStatus = findCommand([authStatusCommand], args);
  if (authStatus !== undefined) {
    if (wantsHelp) return printHelp((await import('./help.js')).authStatusHelp());
    return (await import('./auth-status.js')).runAuthStatus(authStatus.args, context);
  }
  const found = findCommand(operations, args);
  if (found !== undefined) {
    const { command: operation } = found;
    if (operation.obstacle !== null && wantsHelp) return printHelp(`${visibleText(obstacleText(operation))}\n`);
    if (operation.obstacle !== null) throw new UsageError(obstacleText(operation));
    if (wantsHelp) return printHelp((await import('./help.js')).commandHelp(operation, operations));
    const reader = operations.find(({ id }) => id === operation.reader);
    return (await import('./job-command.js')).runJobCommand(operation, reader, found.args, context);
  }
  const commands = [...operations, authStatusCommand];
  const below = commandsBelow(commands, args);
  if (below.length === 0) throw unknownCommand(commands, args);
  if (!wantsHelp && args[0]?.startsWith('-')) {
    throw new UsageError('the command must come before the options: tenant-management <command> [options]');
  }
  const { generalHelp, groupHelp } = await import('./help.js');
  const isGeneral = below.length === commands.length;
  const help = isGeneral ? generalHelp(operations) : groupHelp(below);
  if (wantsHelp) return printHelp(help);
  // Without --help, an incomplete command is wrong usage.
  stderr.write(visibleLines(help));
  return EXIT.usage;
}
