import type { BuiltResource } from '../built-document.js';
import { itemKey, prefixOf } from './item-key.js';
import { matches } from './list.js';

/**
 * Returns the key of the item with an id. If no item has the id, returns the key of the item in which a natural key, such
 * as `identifier`, has this value; otherwise the key that an item with this id would have.
 */
export function keyOfId(
  { naturalKeys = [] }: Pick<BuiltResource, 'naturalKeys'>,
  items: ReadonlyMap<string, unknown>,
  outer: readonly string[],
  id: string,
): string {
  const key = itemKey(outer, id);
  return items.has(key) ? key : (keyOfValue(items, outer, naturalKeys, id) ?? key);
}

/** Returns the key of the first item in which one of the fields has a value, or `undefined`. */
export function keyOfValue(
  items: ReadonlyMap<string, unknown>,
  outer: readonly string[],
  fields: readonly string[],
  value: string,
): string | undefined {
  if (fields.length === 0) return undefined;
  const prefix = prefixOf(outer);
  const isFound = (item: unknown) => fields.some((field) => matches(item, field, value));
  return [...items].find(([key, item]) => key.startsWith(prefix) && isFound(item))?.[0];
}
