/** A result of a search, without its content. */
export interface Result {
  readonly id: string;
  readonly score: number;
  readonly data: () => Promise<ResultData>;
}

/** The content of a result. */
export interface ResultData extends Excerpt {
  readonly meta: { readonly name?: string; readonly description?: string };
  readonly sub_results: readonly Excerpt[];
}

interface Excerpt {
  readonly excerpt: string;
}

/** Searches the index of Pagefind; the result is `null` if a newer search has replaced this one. */
export function search(query: string | null, options?: object): Promise<{ results: readonly Result[] } | null>;
