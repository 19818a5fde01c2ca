/** The id of a singleton in the map of its resource. */
export const SINGLETON = 'singleton';

/**
 * Creates the key of an item in the map of its resource: its id, after the encoded outer parameters and slashes.
 *
 * @example itemKey(['usr_1'], 'rol_1') === 'usr_1/rol_1'
 */
export const itemKey = (outer: readonly string[], id: string): string =>
  outer.length === 0 ? id : `${prefixOf(outer)}${id}`;

/** The start of the keys of all items that have the same outer parameters. */
export const prefixOf = (outer: readonly string[]): string =>
  outer.map((value) => `${encodeURIComponent(value)}/`).join('');
