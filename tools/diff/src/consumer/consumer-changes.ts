import { keysOf } from 'tools-document';
import type { Change } from '../change.ts';

/** The texts of an error of the compiler. */
interface TypeErrorText {
  /** The line of the source. */
  readonly text: string;
  readonly message: string;
}

/**
 * Returns the changes that explain an error of the compiler: those whose names occur in the message, or else those whose
 * names or paths occur in the line.
 */
export function changesOf({ text, message }: TypeErrorText, changes: readonly Change[]): Change[] {
  const breaking = changes.filter(({ bump }) => bump === 'major');
  const naming = (part: string, namesOf: (change: Change) => string[]) =>
    breaking.filter((change) => namesOf(change).some((name) => contains(part, name)));
  // The first part of a message names the code of the consumer; the other part can list all paths.
  const [rejected = ''] = message.split(' is not assignable');
  const tiers = [naming(rejected, namesIn), naming(message, namesIn), naming(text, namesIn), naming(text, pathOf)];
  return tiers.find(({ length }) => length > 0) ?? [];
}

/** Returns the names and the paths in the action of a change. */
const namesIn = ({ action }: Change): string[] => [
  ...[...action.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.split('.').at(-1) ?? ''),
  ...[...action.matchAll(/(?<=\s)\/[^\s,;.]+/g)].map(([path]) => path),
];

/** Returns the path template of the operation that a change concerns. */
function pathOf({ pointer }: Change): string[] {
  const [section, path] = keysOf(pointer);
  return section === 'paths' && path !== undefined ? [path] : [];
}

/** Whether a text contains a name that is not a part of a longer name or of a path. */
function contains(text: string, name: string): boolean {
  const isPart = (character = '') => /[\w{}/-]/.test(character);
  return text.split(name).some((before, index, parts) => {
    const after = parts[index + 1];
    return after !== undefined && !isPart(before.at(-1)) && !isPart(after[0]);
  });
}
