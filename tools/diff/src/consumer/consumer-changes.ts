import { keysOf } from 'tools-document/model';
import type { Change } from '../change.ts';

/** The texts of an error of the compiler. */
interface TypeErrorText {
  /** The line of the source. */
  readonly text: string;
  readonly message: string;
}

/**
 * Returns the changes that explain an error of the compiler: those whose names occur in the message, or else those whose
 * names or paths occur in the line. If some changes concern the operations to whose calls the line belongs, only these
 * count, and all of them explain the error if none of their names occurs.
 */
export function changesOf(
  { text, message }: TypeErrorText,
  changes: readonly Change[],
  operations: readonly string[],
): Change[] {
  const breaking = changes.filter(({ bump }) => bump === 'major');
  const own = breaking.filter((change) => change.operations.some((id) => operations.includes(id)));
  const naming = (part: string, namesOf: (change: Change) => string[]) =>
    (own.length > 0 ? own : breaking).filter((change) => namesOf(change).some((name) => contains(part, name)));
  // The first part of a message names the code of the consumer; the other part can list all paths.
  const [rejected = ''] = message.split(' is not assignable');
  const tiers = [naming(rejected, namesIn), naming(message, namesIn), naming(text, namesIn), naming(text, pathOf)];
  return tiers.find(({ length }) => length > 0) ?? own;
}

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
  return text.split(name).some((_before, index, parts) => {
    const after = parts[index + 1];
    const before = parts.slice(0, index + 1).join(name);
    // In `${name}`, the braces belong to the template; in `/{name}`, they are a part of the path.
    return after !== undefined && !/([\w}/-]|\/\{)$/.test(before) && !/^[\w/-]/.test(after);
  });
}
