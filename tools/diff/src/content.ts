import { type Keys, keysIn } from 'tools-document/read';
import type { TreeNode } from './document-tree.ts';
import { isEqual, isText, withoutTexts } from './texts.ts';

/** Returns whether two nodes have equal values, and refer to equal values. */
export const hasSameContent = (before: TreeNode | undefined, after: TreeNode | undefined): boolean =>
  isEqual(before?.value, after?.value) && isEqual(targetsOf([before]), targetsOf([after]));

/**
 * Returns the values to which nodes refer, directly or indirectly. The keys are the pointers of the values. The values
 * have no texts, because the comparison of a component reports the changes of its texts.
 */
export function targetsOf(nodes: readonly (TreeNode | undefined)[]): ReadonlyMap<string, unknown> {
  const targets = [...nodesIn(nodes).values()].filter(({ component }) => component !== undefined);
  return new Map(targets.map(({ pointer, value }) => [pointer, withoutTexts(value)]));
}

/** Returns nodes by their ids, with all nodes in them and their references, except texts, data and some fields. */
export function nodesIn(
  nodes: readonly (TreeNode | undefined)[],
  isLeftOut = (_field: TreeNode): boolean => false,
): ReadonlyMap<string, TreeNode> {
  const found = new Map<string, TreeNode>();
  const visit = (node: TreeNode, keys: Keys = 'keywords'): void => {
    if (found.has(node.id)) return;
    found.set(node.id, node);
    if (node.parts !== undefined) for (const part of node.parts) visit(part);
    else {
      for (const [key, member] of node.children()) {
        const next = keysIn(key, node.members[key], keys);
        const isOmitted = keys === 'names' ? isLeftOut(member) : isText(key, node.members[key]) || next === 'data';
        if (!isOmitted) visit(member, next);
      }
    }
  };
  for (const node of nodes) if (node !== undefined) visit(node);
  return found;
}

/** Old and new name of something that was renamed. */
export type Rename = readonly [before: string, after: string];

/**
 * Finds renames among removed and added names: a pair is a rename if both have equal values, and no other name has the
 * same value.
 *
 * @param before Values of the removed names.
 * @param after Values of the added names.
 */
export function findRenames(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): Rename[] {
  const signed = (values: ReadonlyMap<string, unknown>) =>
    [...values].map(([name, value]) => [name, JSON.stringify(withoutTexts(value))] as const);
  const [old, now] = [signed(before), signed(after)];
  return old.flatMap(([name, signature]): Rename[] => {
    const same = (others: typeof old) => others.filter(([, other]) => other === signature);
    const [match, ...more] = same(now);
    return match !== undefined && more.length === 0 && same(old).length === 1 ? [[name, match[0]]] : [];
  });
}
