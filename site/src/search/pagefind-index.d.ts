/** Searches the index of Pagefind; the result is `null` if a newer search has replaced this one. */
export function search(
  query: string | null,
  options?: object,
): Promise<{ results: { readonly id: string; readonly score: number }[] } | null>;
