import { closestName } from '../../src/closest-name.js';
import type { Operation } from './operation.js';
import { UsageError } from './usage-error.js';

/** The command of an invocation, and the arguments after the words of the command. */
export interface FoundCommand {
  readonly operation: Operation;
  readonly args: readonly string[];
}

/** Returns the arguments before the first option. */
const leadingWords = (args: readonly string[]): readonly string[] => {
  const end = args.findIndex((arg) => arg.startsWith('-'));
  return end === -1 ? args : args.slice(0, end);
};

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.length <= words.length && start.every((word, index) => word === words[index]);

/** Finds the command whose words, or whose operation id, are at the start of the arguments. */
export function findCommand(operations: readonly Operation[], args: readonly string[]): FoundCommand | undefined {
  const given = leadingWords(args);
  const byWords = operations.find(({ words }) => startsWith(given, words));
  if (byWords !== undefined) return { operation: byWords, args: args.slice(byWords.words.length) };
  const byId = operations.find(({ id }) => id === given[0]);
  return byId && { operation: byId, args: args.slice(1) };
}

/** Returns the operations whose commands start with all words before the first option. */
export const commandsBelow = (operations: readonly Operation[], args: readonly string[]): Operation[] =>
  operations.filter(({ words }) => startsWith(words, leadingWords(args)));

/** Returns the error for arguments that are not a command. The message suggests the closest command. */
export function unknownCommand(operations: readonly Operation[], args: readonly string[]): UsageError {
  const closest = closestCommand(operations, leadingWords(args));
  const hint = closest === undefined ? '' : `; did you mean "${closest}"?`;
  return new UsageError(`unknown command${hint}${hint === '' ? '.' : ''} tenant-management --help lists the commands`);
}

/** Finds the text that is closest to some words: a command, the first words of a command, or an operation id. */
function closestCommand(operations: readonly Operation[], given: readonly string[]): string | undefined {
  const byId = closestName(
    given[0] ?? '',
    operations.map(({ id }) => id),
  );
  for (let count = given.length; count > 0; count -= 1) {
    const starts = operations.filter(({ words }) => words.length >= count).map(({ words }) => words.slice(0, count));
    const closest = closestName(given.slice(0, count).join(' '), [...new Set(starts.map((words) => words.join(' ')))]);
    if (closest !== undefined) return closest;
  }
  return byId;
}
