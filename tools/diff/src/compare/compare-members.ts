import { isDeepStrictEqual } from 'node:util';
import { escapeKey } from 'tools-document/model';
import { textKind } from '../descriptive-texts.ts';
import type { TreeNode } from '../document-tree.ts';
import type { ReportChange } from '../policy.ts';
import { isEqualWithTargets } from '../references.ts';

/** Functions that handle the members of two versions of an object. */
export interface MemberHandlers {
  readonly onRemoved: (name: string, before: TreeNode) => void;
  readonly onAdded: (name: string, after: TreeNode) => void;
  readonly onBoth?: (name: string, before: TreeNode, after: TreeNode) => void;
}

/**
 * Compares the members of two versions of an object. Calls `onRemoved`, `onAdded` or `onBoth` for each member.
 *
 * @param keyOf Returns the same key for names that have the same meaning.
 */
export function compareMembers(
  before: TreeNode | undefined,
  after: TreeNode | undefined,
  { onRemoved, onAdded, onBoth }: MemberHandlers,
  keyOf: (name: string) => string = (name) => name,
): void {
  const members = (node: TreeNode | undefined) =>
    new Map((node?.children() ?? []).map(([name, member]) => [keyOf(name), [name, member] as const]));
  const [old, now] = [members(before), members(after)];
  for (const [key, [name, member]] of old) {
    const other = now.get(key);
    if (other === undefined) onRemoved(name, member);
    else onBoth?.(name, member, other[1]);
  }
  for (const [key, [name, member]] of now) if (!old.has(key)) onAdded(name, member);
}

/** Reports changed texts, examples and extensions, except those that the caller handles. */
export function compareTexts(
  before: TreeNode,
  after: TreeNode,
  report: ReportChange,
  name: string,
  handled: readonly string[] = [],
): void {
  for (const key of memberNames(before, after)) {
    const kind = textKind(key);
    if (kind === undefined || handled.includes(key) || isDeepStrictEqual(before.members[key], after.members[key]))
      continue;
    report(kind, `${after.pointer}/${escapeKey(key)}`, { name });
  }
}

/** The names of the members of two objects. */
export const memberNames = (before: TreeNode | undefined, after: TreeNode | undefined): string[] => [
  ...new Set([...Object.keys(before?.members ?? {}), ...Object.keys(after?.members ?? {})]),
];

/** Reports changes of members that are neither texts nor handled by the caller, so that no change is overlooked. */
export function compareOthers(
  before: TreeNode,
  after: TreeNode,
  report: (key: string) => void,
  handled: readonly string[],
): void {
  for (const key of memberNames(before, after)) {
    if (textKind(key) !== undefined || handled.includes(key)) continue;
    if (!isEqualWithTargets(before.child(key), after.child(key))) report(key);
  }
}
