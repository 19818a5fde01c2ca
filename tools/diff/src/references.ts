import { isDeepStrictEqual } from 'node:util';
import { type Keys, keysIn } from 'tools-document/model';
import { isText, withoutTexts } from './descriptive-texts.ts';
import type { TreeNode } from './document-tree.ts';

/** Returns whether two nodes have equal values, and refer to equal values. */
export const isEqualWithTargets = (before: TreeNode | undefined, after: TreeNode | undefined): boolean =>
  isDeepStrictEqual(before?.value, after?.value) && isDeepStrictEqual(targetsOf([before]), targetsOf([after]));

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
