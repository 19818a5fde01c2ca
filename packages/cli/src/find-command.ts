import { closestName } from '../../../common/closest-name.js';
import { authStatusCommand } from './command-operation.js';
import { UsageError } from './exit-status.js';

/** An operation, or the built-in command, which has no id. */
interface NamedCommand {
  readonly words: readonly string[];
  readonly id?: string;
}

const leadingWords = (args: readonly string[]): readonly string[] => {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  return end === -1 ? args : args.slice(0, end);
};

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.length <= words.length && start.every((word, index) => word === words[index]);

/**
 * Finds the command whose words, or whose operation id, are at the start of the arguments. An operation id that equals
 * the first word of the built-in command is not a command. Returns the command, and the arguments after these words.
 */
export function findCommand<Command extends NamedCommand>(
  commands: readonly Command[],
  args: readonly string[],
): { readonly command: Command; readonly args: readonly string[] } | undefined {
  const given = leadingWords(args);
  const byWords = commands.find(({ words }) => words.length > 0 && startsWith(given, words));
  if (byWords !== undefined) return { command: byWords, args: args.slice(byWords.words.length) };
  const [first] = given;
  if (first === undefined || first === authStatusCommand.words[0]) return undefined;
  const byId = commands.find(({ id }) => id === first);
  return byId && { command: byId, args: args.slice(1) };
}

/** Returns the commands that start with all words before the first option. */
export const commandsBelow = <Command extends NamedCommand>(
  commands: readonly Command[],
  args: readonly string[],
): Command[] => commands.filter(({ words }) => startsWith(words, leadingWords(args)));

/** Returns the error for arguments that are not a command. The message suggests the closest command. */
export function unknownCommand(commands: readonly NamedCommand[], args: readonly string[]): UsageError {
  const closest = closestCommand(commands, leadingWords(args));
  const hint = closest === undefined ? '.' : `; did you mean "${closest}"?`;
  return new UsageError(`unknown command${hint} tenant-management --help lists the commands`);
}

/** Finds the text that is closest to some words: a command, the first words of a command, or an operation id. */
function closestCommand(commands: readonly NamedCommand[], given: readonly string[]): string | undefined {
  const byId = closestName(
    given[0] ?? '',
    commands.flatMap(({ id }) => id ?? []),
  );
  for (let count = given.length; count > 0; count -= 1) {
    const starts = commands.filter(({ words }) => words.length >= count).map(({ words }) => words.slice(0, count));
    const closest = closestName(given.slice(0, count).join(' '), [...new Set(starts.map((words) => words.join(' ')))]);
    if (closest !== undefined) return closest;
  }
  return byId;
}
