import { keysOf } from 'tools-document/model';
import { groupBy } from '../../../../common/group-by.ts';
import type { Audience, Change } from '../change.ts';
import type { Verdict } from '../verdict.ts';
import type { ReleaseVersions } from './release-versions.ts';
import { callDifference, type OperationVersions, operationVersions, refersToComponent } from './release-versions.ts';
import { typeDifferences } from './type-difference.ts';

/** A code span; or a path or a name with a character that Markdown would format. */
const CODE_OR_NAME = /`[^`]*`|(?<=^| )[^\s`]*[/_{}][^\s`]*?(?=[,.:;]?( |$))/g;

/** An item of the text: the changes of one subject. */
interface ReleaseItem {
  readonly subject: string;
  readonly changes: readonly Change[];
}

/** A part of the text of a release. */
export interface ReleaseSection {
  readonly heading: string;
  /** Lines of Markdown; empty if nothing changed for the audience. */
  readonly lines: readonly string[];
}

/** The headings of the breaking changes, by audience. */
const HEADINGS: readonly (readonly [Audience, string])[] = [
  ['readers', 'Breaking changes for readers of responses'],
  ['senders', 'Breaking changes for senders of requests'],
  ['operators', 'Breaking changes for operators'],
  ['sandbox', 'Breaking changes for tests on the sandbox'],
];

/**
 * Returns what callers must do for a release: a section for each audience with its breaking changes, and a section with
 * the other changes. A section shows the code before and after a change if the call or the type differs.
 */
export function releaseSections({ changes }: Verdict, versions: ReleaseVersions): ReleaseSection[] {
  const pairs = operationVersions(versions);
  const typeLines = typeDifferences(versions);
  const itemsOf = (wanted: readonly Change[]): ReleaseItem[] =>
    [...groupBy(wanted, (change) => subjectOf(change, pairs))].map(([subject, group]) => ({ subject, changes: group }));
  const breaking = changes.filter(({ bump }) => bump === 'major');
  const others = changes.filter(({ bump }) => bump === 'minor');
  const sections = [
    ...HEADINGS.map(([audience, heading]) => {
      const items = itemsOf(breaking.filter(({ breaks }) => breaks.includes(audience)));
      return { audience, heading, items };
    }),
    { audience: undefined, heading: 'Other changes of the API', items: itemsOf(others) },
  ];
  // The section of the senders shows a call that differs, or else another section with a change of the operation.
  const order = sections.toSorted(
    (one, other) => Number(other.audience === 'senders') - Number(one.audience === 'senders'),
  );
  const calls = callDifferences(
    order.flatMap(({ items }) => items),
    pairs,
    versions,
  );
  return sections.map(({ audience, heading, items }) => ({
    heading,
    lines: items.flatMap((item) => {
      const hasTypes = audience === 'readers' || audience === 'senders';
      return linesOf(item, calls.get(item) ?? (hasTypes ? typeLines(item.changes) : []));
    }),
  }));
}

/** Returns the actions of changes, each once. */
export const actionsOf = (changes: readonly Change[]): string[] => [
  ...new Set(
    changes.map(({ action }) =>
      action.replaceAll(CODE_OR_NAME, (part) => (part.startsWith('`') ? part : `\`${part}\``)),
    ),
  ),
];

/**
 * Finds the item that shows the call of each operation: the first item of the operation or of its path, or else the first
 * item of a component that the operation refers to.
 *
 * @returns The calls before, as a comment, and after the change, by item.
 */
function callDifferences(
  items: readonly ReleaseItem[],
  pairs: readonly OperationVersions[],
  versions: ReleaseVersions,
): ReadonlyMap<ReleaseItem, string[]> {
  const differences = new Map<ReleaseItem, string[]>();
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

function linesOf({ subject, changes }: ReleaseItem, difference: readonly string[] = []): string[] {
  const actions = actionsOf(changes);
  return [
    ...(actions.length === 1
      ? [`- ${subject}: ${actions[0]}`]
      : [`- ${subject}:`, ...actions.map((text) => `  - ${text}`)]),
    ...(difference.length === 0 ? [] : ['', '  ```typescript', ...difference.map((line) => `  ${line}`), '  ```', '']),
  ];
}

/** Names the subject of a change for callers: an operation, a path, or a component that several operations use. */
function subjectOf({ operation, pointer }: Change, pairs: readonly OperationVersions[]): string {
  const pair = pairs.find(({ before, after }) => operation !== null && [before?.id, after?.id].includes(operation));
  const entry = pair?.before ?? pair?.after;
  if (entry !== undefined) return `\`${entry.method} ${entry.path}\``;
  // Places in the behavior file start with its name.
  if (pointer !== '' && !pointer.startsWith('/')) return `\`${pointer.split('#')[0]}\``;
  const [part, name, component] = keysOf(pointer);
  if (part === 'paths' && name !== undefined) return `\`${name}\``;
  return part === 'components' && component !== undefined ? `\`${component}\`` : 'The whole API';
}

/** Whether a change concerns an operation or the whole path of the operation. */
function isOfOperation({ operation, pointer }: Change, { before, after }: OperationVersions): boolean {
  if (operation !== null) return [before?.id, after?.id].includes(operation);
  const [part, name] = keysOf(pointer);
  return part === 'paths' && (name === before?.path || name === after?.path);
}

/** Whether a change concerns a component that the operation refers to, before or after the change. */
function isOfComponent({ operation, pointer }: Change, pair: OperationVersions, versions: ReleaseVersions): boolean {
  const [part, group, name] = keysOf(pointer);
  if (operation !== null || part !== 'components' || group === undefined || name === undefined) return false;
  return (['before', 'after'] as const).some((version) => {
    const entry = pair[version];
    return entry !== undefined && refersToComponent(versions[version], entry, group, name);
  });
}
