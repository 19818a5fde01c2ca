import { type Bump, type Change, packageBump, type Verdict } from 'tenant-management-diff';
import { groupBy, keysOf } from 'tenant-management-document';
import { refersToComponent } from './component-use.ts';
import { callDifference, type DocumentVersions, type OperationPair, operationPairs } from './operation-pairs.ts';

/** Path of the changeset for the changes of the document, from the root of the project. */
export const ENTRY_FILE = '.changeset/document.md';

const PACKAGES = ['tenant-management-client', 'tenant-management-sandbox', 'tenant-management-cli'];

/** A code span; or a path or a name with a character that Markdown would format. */
const CODE_OR_NAME = /`[^`]*`|(?<=^| )[^\s`]*[/_{}][^\s`]*?(?=[,.:;]?( |$))/g;

/** An item of the text: the changes of one place. */
interface Item {
  readonly place: string;
  readonly changes: readonly Change[];
}

/**
 * Returns the text of a changeset: the bump of all packages, and for each operation what a caller must do. If the call
 * of an operation differs, the text shows the call before and after the change.
 *
 * @param version Current version of the packages.
 */
export function changesetOf({ bump, changes }: Verdict, versions: DocumentVersions, version: string): string {
  const releases = PACKAGES.map((name) => `"${name}": ${packageBump(bump, version)}`);
  const pairs = operationPairs(versions);
  const itemsOf = (wanted: Bump): Item[] => {
    const groups = groupBy(
      changes.filter((change) => change.bump === wanted),
      (change) => placeOf(change, pairs),
    );
    return [...groups].map(([place, group]) => ({ place, changes: group }));
  };
  const [breaking, others] = [itemsOf('major'), itemsOf('minor')];
  const differences = differencesOf([...breaking, ...others], pairs, versions);
  const section = (heading: string, items: readonly Item[]) =>
    items.length === 0 ? [] : [heading, '', ...items.flatMap((item) => linesOf(item, differences.get(item))), ''];
  const lines = [
    ...section('### Breaking changes of the API', breaking),
    ...section('### Other changes of the API', others),
  ];
  const text =
    lines.length > 0 ? lines : ['Your code needs no change.', '', ...actionsOf(changes).map((line) => `- ${line}`)];
  return `${['---', ...releases, '---', '', text.join('\n').trim()].join('\n')}\n`;
}

/** Returns the actions of changes, each once. */
const actionsOf = (changes: readonly Change[]): string[] => [
  ...new Set(
    changes.map(({ action }) =>
      action.replaceAll(CODE_OR_NAME, (text) => (text.startsWith('`') ? text : `\`${text}\``)),
    ),
  ),
];

/**
 * Finds the item that shows the call of each operation: the first item of the operation or of its path, or else the first
 * item of a component that the operation refers to.
 *
 * @returns The calls before and after the change, as lines of a diff, by item.
 */
function differencesOf(
  items: readonly Item[],
  pairs: readonly OperationPair[],
  versions: DocumentVersions,
): ReadonlyMap<Item, string[]> {
  const differences = new Map<Item, string[]>();
  for (const pair of pairs) {
    const lines = callDifference(pair, versions);
    if (lines.length === 0) continue;
    const item =
      items.find(({ changes }) => changes.some((change) => isOfOperation(change, pair))) ??
      items.find(({ changes }) => changes.some((change) => isOfComponent(change, pair, versions)));
    if (item !== undefined) differences.set(item, [...(differences.get(item) ?? []), ...lines]);
  }
  return differences;
}

function linesOf({ place, changes }: Item, difference: readonly string[] = []): string[] {
  const actions = actionsOf(changes);
  return [
    ...(actions.length === 1
      ? [`- ${place}: ${actions[0]}`]
      : [`- ${place}:`, ...actions.map((text) => `  - ${text}`)]),
    ...(difference.length === 0 ? [] : ['', '  ```diff', ...difference.map((line) => `  ${line}`), '  ```', '']),
  ];
}

/** Names the place of a change for callers: an operation, a path, or a component that several operations use. */
function placeOf({ operation, pointer }: Change, pairs: readonly OperationPair[]): string {
  const pair = pairs.find(({ before, after }) => operation !== null && [before?.id, after?.id].includes(operation));
  const entry = pair?.before ?? pair?.after;
  if (entry !== undefined) return `\`${entry.method} ${entry.path}\``;
  if (isInOtherFile(pointer)) return `\`${pointer.split('#')[0]}\``;
  const [part, name, component] = keysOf(pointer);
  if (part === 'paths' && name !== undefined) return `\`${name}\``;
  return part === 'components' && component !== undefined ? `\`${component}\`` : 'The whole API';
}

/** Whether a change concerns an operation or the whole path of the operation. */
function isOfOperation({ operation, pointer }: Change, { before, after }: OperationPair): boolean {
  if (operation !== null) return [before?.id, after?.id].includes(operation);
  const [part, name] = keysOf(pointer);
  return part === 'paths' && (name === before?.path || name === after?.path);
}

/**
 * Whether a change concerns a component that the operation refers to, before or after the change. The documents do not
 * show which operations refer to another file, so a change of another file can concern each operation.
 */
function isOfComponent({ operation, pointer }: Change, pair: OperationPair, versions: DocumentVersions): boolean {
  if (operation === null && isInOtherFile(pointer)) return true;
  const [part, group, name] = keysOf(pointer);
  if (operation !== null || part !== 'components' || group === undefined || name === undefined) return false;
  return (['before', 'after'] as const).some((version) => {
    const entry = pair[version];
    return entry !== undefined && refersToComponent(versions[version], entry, group, name);
  });
}

/** Whether a place is in another file than the root document, such as `book.yaml#/properties/title`. */
const isInOtherFile = (pointer: string): boolean => pointer !== '' && !pointer.startsWith('/');
