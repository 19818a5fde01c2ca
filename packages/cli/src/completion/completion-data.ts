import type { Command } from 'commander';
import { builtInCommands } from '../built-in/built-in-commands.js';
import { createBuiltInCommand } from '../built-in/create-built-in-command.js';
import { createCommand } from '../create-command.js';
import type { Operation } from '../operation.js';
import { visibleText } from '../visible-text.js';

/** A candidate of a completion, and its description. */
export interface Candidate {
  readonly text: string;
  readonly description: string;
}

/** The options of one or more commands. Commands with the same options share one object. */
export interface OptionSet {
  readonly names: readonly Candidate[];
  /** The names of the options that take a file. */
  readonly files: readonly string[];
  /** The names of the options that take another value. */
  readonly values: readonly string[];
  /** Texts before the cursor for which the options are valid: commands, operation ids and starts of commands. */
  readonly keys: readonly string[];
}

/** The commands and options of the command line, for the completion scripts of all shells. */
export interface CompletionData {
  /** The next words after each incomplete command. The key is the words of the command, separated by spaces. */
  readonly next: ReadonlyMap<string, readonly Candidate[]>;
  readonly optionSets: readonly OptionSet[];
}

/** A command, its summary, and the commander object with its options. */
interface Described {
  readonly words: readonly string[];
  readonly id?: string;
  readonly summary: string;
  readonly command: Command;
}

const HELP: Candidate[] = ['-h', '--help'].map((text) => ({ text, description: 'print this help' }));
const VERSION: Candidate[] = ['-V', '--version'].map((text) => ({ text, description: 'print the version' }));

/** Returns the data of the completion scripts. Control characters in the texts of the document are escaped. */
export function completionData(operations: readonly Operation[]): CompletionData {
  const commands: Described[] = [
    ...operations.map((operation) => ({ ...operation, command: createCommand(operation) })),
    ...builtInCommands.flatMap((builtIn) => {
      const command = createBuiltInCommand(builtIn);
      const { words, choices, summary } = builtIn;
      // Each choice of an argument is completed like a word of the command.
      return choices.length === 0
        ? [{ words, summary, command }]
        : choices.map((choice) => ({ words: [...words, choice], summary: `${summary}: ${choice}`, command }));
    }),
  ].map((command) => ({ ...command, words: command.words.map(visibleText) }));
  const next = nextWords(commands);
  return { next, optionSets: optionSets(commands, next) };
}

function nextWords(commands: readonly Described[]): Map<string, Candidate[]> {
  const starts = new Map<string, Map<string, Described[]>>();
  for (const command of commands) {
    for (const [index, word] of command.words.entries()) {
      const start = command.words.slice(0, index).join(' ');
      const words = starts.get(start) ?? new Map<string, Described[]>();
      starts.set(start, words.set(word, [...(words.get(word) ?? []), command]));
    }
  }
  return new Map(
    [...starts].map(([start, words]) => [
      start,
      [...words].map(([text, below]) => ({
        text,
        description: below.length === 1 ? visibleText(below[0]?.summary ?? '') : `${below.length} commands`,
      })),
    ]),
  );
}

function optionSets(commands: readonly Described[], next: CompletionData['next']): OptionSet[] {
  const sets = new Map<string, Omit<OptionSet, 'keys'> & { readonly keys: string[] }>();
  const known = new Set<string>();
  const add = (keys: readonly string[], options: Omit<OptionSet, 'keys'>) => {
    const text = JSON.stringify(options);
    const set = sets.get(text) ?? { ...options, keys: [] };
    sets.set(text, set);
    const added = keys.filter((key) => !known.has(key));
    for (const key of added) known.add(key);
    set.keys.push(...added);
  };
  for (const start of next.keys()) {
    add([start], { names: start === '' ? [...HELP, ...VERSION] : HELP, files: [], values: [] });
  }
  for (const { words, command } of commands) add([words.join(' ')], optionsOf(command));
  // The words of a command take precedence over an operation id, as in the command line.
  for (const { id, command } of commands) if (id !== undefined) add([visibleText(id)], optionsOf(command));
  return [...sets.values()].filter(({ keys }) => keys.length > 0);
}

function optionsOf({ options }: Command): Omit<OptionSet, 'keys'> {
  const all = options.map(({ short, long, flags, required, description }) => ({
    names: [short, long].filter((name) => name !== undefined),
    takesFile: flags.endsWith('<file>'),
    takesValue: required,
    // The details after the first part of a description are in the help.
    description: description.split(/ \(|; /)[0] ?? '',
  }));
  const namesOf = (chosen: typeof all) => chosen.flatMap(({ names }) => names);
  return {
    names: all.flatMap(({ names, description }) =>
      names.map((text) => ({ text, description: visibleText(description) })),
    ),
    files: namesOf(all.filter(({ takesFile }) => takesFile)),
    values: namesOf(all.filter(({ takesFile, takesValue }) => takesValue && !takesFile)),
  };
}
