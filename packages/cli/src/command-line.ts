import { readFile } from 'node:fs/promises';
import { type CommandContext, Interruption } from './command-context.js';
import { authStatusCommand, type CommandOperation, obstacleText } from './command-operation.js';
import { EXIT, type ExitStatus, UsageError } from './exit-status.js';
import { commandsBelow, type FoundCommand, findCommand, unknownCommand } from './find-command.js';
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

async function dispatch(
  operations: readonly CommandOperation[],
  args: readonly string[],
  context: CommandContext,
): Promise<ExitStatus> {
  const { stdout, stderr } = context;
  const options = args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
  const wantsHelp = options.includes('--help') || options.includes('-h');
  if (args[0] === '--version' || args[0] === '-V') {
    stdout.write(`${await readVersion()}\n`);
    return EXIT.done;
  }
  const authStatus = findCommand([authStatusCommand], args);
  if (authStatus !== undefined) {
    if (!wantsHelp) return (await import('./auth-status.js')).runAuthStatus(authStatus.args, context);
    stdout.write((await import('./help.js')).authStatusHelp());
    return EXIT.done;
  }
  const found = findCommand(operations, args);
  if (found !== undefined && found.command.obstacle !== null) {
    if (!wantsHelp) throw new UsageError(obstacleText(found.command));
    stdout.write(`${visibleText(obstacleText(found.command))}\n`);
    return EXIT.done;
  }
  if (found !== undefined) return runOperation(found, wantsHelp, operations, context);
  const commands = [...operations, authStatusCommand];
  const below = commandsBelow(commands, args);
  if (below.length === 0) throw unknownCommand(commands, args);
  if (!wantsHelp && args[0]?.startsWith('-')) {
    throw new UsageError('the command must come before the options: tenant-management <command> [options]');
  }
  const { generalHelp, groupHelp } = await import('./help.js');
  const isGeneral = below.length === commands.length;
  // Without --help, an incomplete command is wrong usage.
  const help = isGeneral ? generalHelp(operations) : groupHelp(below);
  (wantsHelp ? stdout : stderr).write(visibleLines(help));
  return wantsHelp ? EXIT.done : EXIT.usage;
}

/** Runs the command of an operation, or prints its help. */
async function runOperation(
  { command: operation, args }: FoundCommand<CommandOperation>,
  wantsHelp: boolean,
  operations: readonly CommandOperation[],
  context: CommandContext,
): Promise<ExitStatus> {
  if (wantsHelp) {
    const { commandHelp } = await import('./help.js');
    context.stdout.write(visibleLines(commandHelp(operation, operations)));
    return EXIT.done;
  }
  const [{ parseOperationArguments }, { runJobCommand }] = await Promise.all([
    import('./command-arguments.js'),
    import('./job-command.js'),
  ]);
  const reader = operations.find(({ id }) => id === operation.reader);
  return runJobCommand(operation, reader, parseOperationArguments(operation, args), context);
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}
