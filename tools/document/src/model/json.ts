export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object but not an array. */
export const isObject = (value: unknown): value is JsonObject => hasMembers(value) && !Array.isArray(value);

/** Returns whether a value is an object or an array. The keys of the members of an array are its indexes. */
export const hasMembers = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null;

/** Returns an own member of an object or an array; `undefined` for any other value. */
export const memberOf = (value: unknown, key: string): unknown =>
  hasMembers(value) && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;

/** Returns a member that is an object; an empty object for any other member. */
export function objectIn(value: unknown, key: string): JsonObject {
  const member = memberOf(value, key);
  return isObject(member) ? member : {};
}

// JSON pointers: RFC 6901.

/** Escapes a key for use in a JSON pointer. */
export const escapeKey = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** Returns the key that a segment of a JSON pointer names. */
export const unescapeKey = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

/** Returns the keys of a JSON pointer such as `/paths/~1books`. */
export const keysOf = (pointer: string): string[] => pointer.split('/').slice(1).map(unescapeKey);

/**
 * Returns the keys of a reference in the same document, such as `#/components/schemas/Item`; `undefined` for any other
 * text. A key with an invalid percent-encoding stays unchanged.
 */
export function keysOfReference(reference: string): string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  return reference.slice('#/'.length).split('/').map(decodeKey);
}

function decodeKey(segment: string): string {
  try {
    return unescapeKey(decodeURIComponent(segment));
  } catch {
    return unescapeKey(segment);
  }
}

/** Returns the `$ref` of a place in the same document: a JSON pointer whose keys are percent-encoded (section 6). */
export const referenceTo = (keys: readonly string[]): string =>
  ['#', ...keys.map((key) => encodeURIComponent(escapeKey(key)))].join('/');

/** Returns the JSON pointer of a place, as a URI fragment such as `#/paths/~1books`. */
export const pointerTo = (keys: readonly string[]): string => ['#', ...keys.map(escapeKey)].join('/');
