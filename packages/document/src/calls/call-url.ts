import type { OperationEntry } from '../document.ts';
import { pathWith } from '../samples/sample.ts';
import type { CallArguments } from './call-code.ts';

/** Returns the path and the query of a call. A list in the query has one pair for each item. */
export function callUrl(entry: OperationEntry, { path = {}, query = {} }: CallArguments['params']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((item) => [name, String(item)]));
  const search = new URLSearchParams(pairs).toString();
  return pathWith(entry, path) + (search === '' ? '' : `?${search}`);
}
