/** Whether the granted scopes contain all scopes of any one list. Without a list, no scope is required. */
export const hasScopes = (lists: readonly (readonly string[])[], granted: readonly string[]): boolean =>
  lists.length === 0 || lists.some((list) => list.every((scope) => granted.includes(scope)));
