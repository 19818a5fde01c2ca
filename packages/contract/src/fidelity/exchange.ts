// An exchange is a recorded interaction of a documented operation.
import {
  type DerivedOperation,
  groupBy,
  isObject,
  type JsonObject,
  type OperationEntry,
} from 'tenant-management-document';

/** An interaction of an operation, with its parsed bodies. */
export interface Exchange {
  readonly entry: OperationEntry;
  readonly derived: DerivedOperation;
  readonly status: number;
  readonly query: URLSearchParams;
  readonly request: unknown;
  readonly response: unknown;
  /** The resource and the path parameters before the id. */
  readonly collection: string;
  readonly id: string | undefined;
}

/** The source of learned facts in a behavior file. */
export const SOURCE = 'recorded traffic';

/** Kinds of operations that store the fields of their body in an item. */
export const CHANGES = /^(create|update|replace)/;

/** Returns the resource, the outer ids and the id of the item that a request concerns. */
export function keyOf({ derived: { kind, idField }, collection, id = '', response }: Exchange): string {
  const isCreated = kind === 'create' && isObject(response) && idField !== undefined;
  return `${collection} ${isCreated ? String(response[idField]) : id}`;
}

/** Returns the most frequent status. */
export const usualStatus = (own: readonly Exchange[]): number =>
  [...groupBy(own, ({ status }) => status)].sort(([, one], [, other]) => other.length - one.length)[0]?.[0] ?? 200;

/** Returns the fields that the query parameter `fields` selects. */
export const selectedFields = ({ query }: Exchange): string[] =>
  query.getAll('fields').flatMap((one) => one.split(','));

/** Returns the items in the response of a list. */
export function listedItems({ derived: { lists = [] }, response }: Exchange): JsonObject[] {
  const found = [response, ...lists.map(({ property }) => Object(response)[property ?? ''])].find(Array.isArray) ?? [];
  return found.filter(isObject);
}
