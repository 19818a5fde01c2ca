import { groupBy } from '../../sandbox/build/group-by.ts';
import type { Bump, Change, Verdict } from '../diff/verdict.ts';
import { callDifference, type DocumentVersions, type OperationPair, operationPairs } from './operation-pairs.ts';

/** The changeset of the changes of the document, from the root of the project. */
export const ENTRY_FILE = '.changeset/document.md';

const PACKAGES = ['tenant-management-client', 'tenant-management-sandbox'];
const TEXTS_ONLY = 'Only descriptions and examples of the API changed. Your code needs no change.';

/** A path or a name with a character that Markdown would format. */
const NAME = /(?<=^| )[^\s`]*[/_{}][^\s`]*?(?=[,.:;]?( |$))/g;

/** Returns the bump of the packages. Before 1.0, a breaking change needs a minor version (Semantic Versioning, 4). */
export const packageBump = (bump: Bump, version: string): Bump =>
  bump === 'major' && version.startsWith('0.') ? 'minor' : bump;

/**
 * Returns the text of a changeset: the bump of both packages, and for each operation what a caller must do. If the call
 * of an operation differs, the text shows the call before and after the change.
 *
 * @param version Current version of the packages.
 */
export function changesetOf({ bump, changes }: Verdict, versions: DocumentVersions, version: string): string {
  const releases = PACKAGES.map((name) => `"${name}": ${packageBump(bump, version)}`);
  const section = sectionsOf(versions);
  const ofBump = (wanted: Bump) => changes.filter((change) => change.bump === wanted);
  const lines = [
    ...section('### Breaking changes of the API', ofBump('major')),
    ...section('### Other changes of the API', ofBump('minor')),
  ];
  return `${['---', ...releases, '---', '', lines.join('\n').trim() || TEXTS_ONLY].join('\n')}\n`;
}

/**
 * Returns a function that returns the lines of a section: one item for each place, with the calls that differ. The first
 * item that concerns an operation shows its call; later items and sections do not.
 */
function sectionsOf(versions: DocumentVersions): (heading: string, changes: readonly Change[]) => string[] {
  const pairs = operationPairs(versions);
  const shown = new Set<OperationPair>();
  const item = (place: string, group: readonly Change[]): string[] => {
    const actions = [...new Set(group.map(({ action }) => action.replaceAll(NAME, '`$&`')))];
    const concerned = pairs.filter((pair) => !shown.has(pair) && group.some((change) => concerns(change, pair)));
    for (const pair of concerned) shown.add(pair);
    const difference = concerned.flatMap((pair) => callDifference(pair, versions));
    return [
      ...(actions.length === 1
        ? [`- ${place}: ${actions[0]}`]
        : [`- ${place}:`, ...actions.map((text) => `  - ${text}`)]),
      ...(difference.length === 0 ? [] : ['', '  ```diff', ...difference.map((line) => `  ${line}`), '  ```', '']),
    ];
  };
  return (heading, changes) => {
    const items = [...groupBy(changes, (change) => placeOf(change, pairs))].flatMap((group) => item(...group));
    return items.length === 0 ? [] : [heading, '', ...items, ''];
  };
}

/** Names the place of a change for callers: an operation, a path, or a component that several operations use. */
function placeOf({ operation, pointer }: Change, pairs: readonly OperationPair[]): string {
  const pair = pairs.find(({ before, after }) => operation !== null && [before?.id, after?.id].includes(operation));
  const entry = pair?.before ?? pair?.after;
  if (entry !== undefined) return `\`${entry.method} ${entry.path}\``;
  const [part, name, component] = partsOf(pointer);
  if (part === 'paths' && name !== undefined) return `\`${name}\``;
  return part === 'components' && component !== undefined ? `\`${component}\`` : 'The whole API';
}

/** Whether a change can change the call of an operation. A change of a component can change all calls. */
function concerns({ operation, pointer }: Change, { before, after }: OperationPair): boolean {
  if (operation !== null) return [before?.id, after?.id].includes(operation);
  const [part, name] = partsOf(pointer);
  return part !== 'paths' || name === before?.path || name === after?.path;
}

/** Splits a JSON pointer (RFC 6901). */
const partsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
