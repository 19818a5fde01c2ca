/** Returns whether all scopes of at least one list are granted. Returns `true` for an empty list of lists. */
export const hasScopes = (lists: readonly (readonly string[])[], granted: readonly string[]): boolean =>
  lists.length === 0 || lists.some((list) => list.every((scope) => granted.includes(scope)));

/**
 * Returns the scopes of all lists. `scopes` is for the message of a 403, and `scope` is for the challenge of the 403
 * (RFC 6750 section 3).
 */
export function scopeNames(lists: readonly (readonly string[])[]): { scopes: string; scope: string } {
  const names = [...new Set(lists.flat())];
  return { scopes: names.join(','), scope: names.join(' ') };
}
