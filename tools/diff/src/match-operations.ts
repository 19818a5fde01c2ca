import { templateOf } from 'tools-document/operations';
import { HTTP_METHODS } from 'tools-document/read';
import type { Place } from './place.ts';

/** An operation of one version of the document. */
export interface OperationPlace {
  readonly id: string;
  /** Whether the document shows the id; otherwise the id is the method and the path. */
  readonly hasId: boolean;
  readonly method: string;
  readonly path: string;
  readonly place: Place;
  readonly item: Place;
  /** Parameters of the path item and of the operation, by location and name. */
  readonly parameters: ReadonlyMap<string, Place>;
}

/** Members of an operation that identify it in both versions of the document. */
interface Identity {
  readonly id: string;
  readonly method: string;
  readonly path: string;
}

/** The two versions of an operation. */
export interface OperationPair<T = OperationPlace> {
  readonly before: T;
  readonly after: T;
}

/** The operations of two documents: pairs, and operations that only one document has. */
export interface Matches<T = OperationPlace> {
  readonly pairs: readonly OperationPair<T>[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Lists the operations of a document, in the order of the document. */
export function operationsOf(document: Place): OperationPlace[] {
  return (document.child('paths')?.children() ?? []).flatMap(([path, item]) =>
    HTTP_METHODS.flatMap((key) => {
      const place = item.child(key);
      if (place === undefined) return [];
      const operationId = place.node['operationId'];
      const hasId = typeof operationId === 'string';
      const method = key.toUpperCase();
      const id = hasId ? operationId : `${method} ${path}`;
      return { id, hasId, method, path, place, item, parameters: parametersOf(item, place) };
    }),
  );
}

function parametersOf(item: Place, operation: Place): Map<string, Place> {
  const all = [item, operation].flatMap((place) => place.child('parameters')?.children() ?? []);
  return new Map(all.map(([, parameter]) => [`${parameter.node['in']} ${parameter.node['name']}`, parameter]));
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
