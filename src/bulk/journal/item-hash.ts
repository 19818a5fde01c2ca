import { isJsonValue } from '../../options/value-checks.js';
import { stoppedAt } from '../bulk-error.js';
import type { IndexedItem } from '../item-source.js';

/** Returns the value that identifies an item in the journal: the item, or the result of the option `key`. */
export type ItemKey<Item> = (item: Item) => unknown;

const REMEDY =
  'with a journal, each item must be a string, or a value that JSON can represent (no Map, Set, function or' +
  ' undefined); for other items, pass the option key, a function that returns a string for an item';

/**
 * Returns the SHA-256 of an item in base64url. Hashes a string as UTF-8, and any other item as JSON.
 *
 * @throws BulkError If the key of the item cannot be hashed, because JSON would lose a part of it.
 */
export async function hashItem<Item>({ item, index }: IndexedItem<Item>, keyOf: ItemKey<Item>): Promise<string> {
  let text: string;
  try {
    const key = keyOf(item);
    text = typeof key === 'string' ? key : JSON.stringify(key, rejectLoss);
  } catch (cause) {
    throw stoppedAt(index, REMEDY, cause);
  }
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const base64 = btoa(String.fromCharCode(...new Uint8Array(hash)));
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '');
}

/** Throws if JSON cannot represent a value. */
function rejectLoss(_name: string, value: unknown): unknown {
  if (isJsonValue(value)) return value;
  throw new TypeError('JSON would lose a part of the item');
}
