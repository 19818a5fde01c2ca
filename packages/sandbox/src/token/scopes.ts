/** Returns whether `granted` contains all scopes of at least one list. Returns `true` if `lists` is empty. */
export const hasScopes = (lists: readonly (readonly string[])[], granted: readonly string[]): boolean =>
  lists.length === 0 || lists.some((list) => list.every((scope) => granted.includes(scope)));

/**
 * Joins the scopes of all lists into strings for a 403 response: `scopes` for its message, and `scope` for its
 * `WWW-Authenticate` header field (RFC 6750 section 3).
 */
export function scopeNames(lists: readonly (readonly string[])[]): { scopes: string; scope: string } {
  const names = [...new Set(lists.flat())];
  return { scopes: names.join(','), scope: names.join(' ') };
}
