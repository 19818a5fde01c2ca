/** Factors of the scores of a search. Pages for maintainers mention every subject, so they would often come first. */
export const KIND_FACTORS = { Operation: 1, Guide: 1.3, API: 0.8, Maintainer: 0.45 } as const;

/** The kind of a page. */
export type PageKind = keyof typeof KIND_FACTORS;

/** The facts about a page that decide its rank. */
export interface RankedPage {
  readonly kind: PageKind;
  /** The title; for an operation with its method, path, id and verbs. */
  readonly name: string;
  /** Number of words in the title. */
  readonly length: number;
}

/** Factor for a page whose title consists of the words of the query. */
const SAME_TITLE = 6;
/** Words that do not distinguish titles. */
const COMMON = new Set(['a', 'an', 'the', 'of', 'by', 'for', 'from', 'to', 'in', 'and', 'all']);

/** Returns the words of a text in lower case and without the `s` of a plural. */
export const wordsOf = (text: string): string[] =>
  [...text.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)]
    .map(([word]) => word.replace(/(?<=\w{2})s$/, ''))
    .filter((word) => !COMMON.has(word));

/**
 * Sorts the results of a search. The score of a page is multiplied by the factor of its kind, and by up to
 * {@link SAME_TITLE} if its title consists of the words of the query, except for pages for maintainers: Pagefind ranks
 * a long page that repeats a word above the page with that title.
 *
 * @param pages The pages by the ids of their results.
 */
export function rank<T extends { readonly id: string; readonly score: number }>(
  results: readonly T[],
  query: string,
  pages: Readonly<Record<string, RankedPage>>,
): T[] {
  const words = new Set(wordsOf(query));
  const scoreOf = ({ id, score }: T): number => {
    const page = pages[id];
    if (page === undefined) return score;
    if (page.kind === 'Maintainer') return score * KIND_FACTORS.Maintainer;
    const name = new Set(wordsOf(page.name));
    const found = [...words].filter((word) => name.has(word)).length;
    const share = words.size === 0 ? 0 : (found / words.size) * Math.min(found / Math.max(page.length, 1), 1);
    return score * KIND_FACTORS[page.kind] * SAME_TITLE ** share;
  };
  return results.toSorted((first, second) => scoreOf(second) - scoreOf(first));
}
