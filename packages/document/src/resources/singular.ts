/** Returns the singular of a plural, such as `entry` for `entries`; other words keep their form. */
export const singularOf = (plural: string): string => plural.replace(/ies$/, 'y').replace(/s$/, '');
