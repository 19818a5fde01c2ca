import { readFile } from 'node:fs/promises';
import { authStatusCommand } from './auth-status/auth-status-command.js';
import { type Context, Interruption } from './context.js';
import { EXIT, type ExitStatus, UsageError } from './exit-status.js';
import { commandsBelow, type FoundCommand, findCommand, unknownCommand } from './find-command.js';
import { type Operation, obstacleText } from './operation.js';
import { visibleLines, visibleText } from './visible-text.js';

/** Runs a command, either of an operation or built-in, and returns the exit status. Never throws. */
export async function run(
  operations: readonly Operation[],
  args: readonly string[],
  context: Context,
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
  operations: readonly Operation[],
  args: readonly string[],
  context: Context,
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
    if (!wantsHelp) return (await import('./auth-status/run-auth-status.js')).runAuthStatus(authStatus.args, context);
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
  { command: operation, args }: FoundCommand<Operation>,
  wantsHelp: boolean,
  operations: readonly Operation[],
  context: Context,
): Promise<ExitStatus> {
  if (wantsHelp) {
    const { commandHelp } = await import('./help.js');
    context.stdout.write(visibleLines(commandHelp(operation, operations)));
    return EXIT.done;
  }
  const [{ operationArguments }, { execute }] = await Promise.all([
    import('./command-options.js'),
    import('./execute.js'),
  ]);
  const reader = operations.find(({ id }) => id === operation.reader);
  return execute(operation, reader, operationArguments(operation, args), context);
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}
