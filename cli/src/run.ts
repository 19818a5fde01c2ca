import { readFile } from 'node:fs/promises';
import { type Context, Interruption } from './context.js';
import { EXIT, type ExitStatus } from './exit-status.js';
import { commandsBelow, findCommand, unknownCommand } from './find-command.js';
import type { Operation } from './operation.js';
import { UsageError } from './usage-error.js';
import { visibleLines, visibleText } from './visible-text.js';

/** Runs the command line and returns its exit status. Never throws. Each operation is a command. */
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
  const found = findCommand(operations, args);
  if (found !== undefined) {
    if (wantsHelp) {
      const { commandHelp } = await import('./help.js');
      stdout.write(visibleLines(commandHelp(found.operation, operations)));
      return EXIT.done;
    }
    const [{ readArguments }, { execute }] = await Promise.all([import('./options.js'), import('./execute.js')]);
    const { operation } = found;
    const reader = operations.find(({ id }) => id === operation.reader);
    return execute(operation, reader, readArguments(operation, found.args), context);
  }
  const below = commandsBelow(operations, args);
  if (below.length === 0) throw unknownCommand(operations, args);
  if (!wantsHelp && args[0]?.startsWith('-')) {
    throw new UsageError('the command must come before the options: tenant-management <command> [options]');
  }
  const { generalHelp, groupHelp } = await import('./help.js');
  const isGeneral = below.length === operations.length;
  // Without --help, an incomplete command is wrong usage.
  const help = isGeneral ? generalHelp(operations) : groupHelp(below);
  (wantsHelp ? stdout : stderr).write(visibleLines(help));
  return wantsHelp ? EXIT.done : EXIT.usage;
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
  return version;
}
