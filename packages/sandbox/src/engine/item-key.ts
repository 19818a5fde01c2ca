/** The id of a singleton in the map of its resource. */
export const SINGLETON = 'singleton';

/**
 * Creates the key of an item in the map of its resource: the encoded outer parameters and the id, separated by slashes.
 *
 * @example itemKey(['usr_1'], 'rol_1') === 'usr_1/rol_1'
 */
export const itemKey = (outer: readonly string[], id: string): string =>
  outer.length === 0 ? id : `${prefixOf(outer)}${id}`;

/** Returns the start that the keys of all items with these outer parameters have in common. */
export const prefixOf = (outer: readonly string[]): string =>
  outer.map((value) => `${encodeURIComponent(value)}/`).join('');
