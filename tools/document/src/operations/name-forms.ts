/** Returns a name in lower case without separators, so that `user-blocks`, `user_blocks` and `userBlocks` are equal. */
export const plainName = (name: string): string => name.replaceAll(/[^a-z0-9]/gi, '').toLowerCase();

/** Returns the singular of a plural, such as `entry` for `entries`; other words keep their form. */
export const singularOf = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');
