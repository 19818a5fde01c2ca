import { METHOD_KEYS } from 'tools-document/model';
import { templateOf } from 'tools-document/operations';
import type { TreeNode } from './document-tree.ts';

/** An operation of one version of the document. */
export interface OperationNode {
  readonly id: string;
  /** Whether the document shows the id; otherwise the id is the method and the path. */
  readonly hasId: boolean;
  readonly method: string;
  readonly path: string;
  readonly node: TreeNode;
  readonly item: TreeNode;
  /** Parameters of the path item and of the operation, by location and name. */
  readonly parameters: ReadonlyMap<string, TreeNode>;
}

/** Members of an operation that identify it in both versions of the document. */
interface Identity {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The two versions of an operation. */
export interface OperationPair<T = OperationNode> {
  readonly before: T;
  readonly after: T;
}

/** The operations of two documents: pairs, and operations that only one document has. */
export interface Matches<T = OperationNode> {
  readonly pairs: readonly OperationPair<T>[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Lists the operations of a document, in the order of the document. */
export function operationsOf(document: TreeNode): OperationNode[] {
  return (document.child('paths')?.children() ?? []).flatMap(([path, item]) =>
    METHOD_KEYS.flatMap((key) => {
      const node = item.child(key);
      if (node === undefined) return [];
      const operationId = node.members['operationId'];
      const hasId = typeof operationId === 'string';
      const method = key.toUpperCase();
      const id = hasId ? operationId : `${method} ${path}`;
      return { id, hasId, method, path, node, item, parameters: parametersOf(item, node) };
    }),
  );
}

function parametersOf(item: TreeNode, operation: TreeNode): Map<string, TreeNode> {
  const all = [item, operation].flatMap((node) => node.child('parameters')?.children() ?? []);
  return new Map(all.map(([, parameter]) => [`${parameter.members['in']} ${parameter.members['name']}`, parameter]));
}

/**
 * Finds the operations that belong together: first by method and path, then without the names of path parameters, then
 * by operation id.
 */
export function matchOperations<T extends Identity>(before: readonly T[], after: readonly T[]): Matches<T> {
  const pairs: OperationPair<T>[] = [];
  let removed = before;
  let added = after;
  const pairUp = (keyOf: (operation: T) => string) => {
    const candidates = new Map(added.map((operation) => [keyOf(operation), operation]));
    for (const operation of removed) {
      const match = candidates.get(keyOf(operation));
      if (match === undefined || !added.includes(match)) continue;
      pairs.push({ before: operation, after: match });
      added = added.filter((one) => one !== match);
    }
    const paired = new Set(pairs.map((pair) => pair.before));
    removed = removed.filter((operation) => !paired.has(operation));
  };
  pairUp(({ method, path }) => `${method} ${path}`);
  pairUp(({ method, path }) => `${method} ${templateOf(path)}`);
  pairUp(({ id }) => id);
  return { pairs, removed, added };
}
