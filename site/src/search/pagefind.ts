// The module that the search dialog loads: Pagefind, with another order of the results. site/build/install-ranking.ts
// bundles this file, and writes pages.json.
import { withoutSearchWords } from './excerpt.ts';
import { search as find, type Result } from './pagefind-index.js';
import { type RankedPage, rank } from './rank.ts';

export * from './pagefind-index.js';

/** With fewer words, the description of the page says more than the excerpt. */
const FEW_WORDS = 8;

let pages: Promise<Record<string, RankedPage>> | undefined;

export async function search(query: string | null, options?: object): ReturnType<typeof find> {
  pages ??= fetch(new URL('pages.json', import.meta.url))
    .then((response) => response.json())
    .catch(() => {
      // Load the file again with the next search. Until then, only Pagefind ranks the pages.
      pages = undefined;
      return {};
    });
  const found = await find(query, options);
  if (query === null || found === null) return found;
  return { ...found, results: rank(found.results, query, await pages).map(withVisibleExcerpts) };
}

/** Returns a result whose excerpts contain only visible text. */
function withVisibleExcerpts(result: Result): Result {
  const data = async () => {
    const { meta, sub_results, ...content } = await result.data();
    const visible = <T extends { excerpt: string }>(part: T): T => {
      const excerpt = withoutSearchWords(part.excerpt, meta.name ?? '');
      const isShort = excerpt.length < part.excerpt.length && excerpt.split(' ').length < FEW_WORDS;
      return { ...part, excerpt: isShort ? (meta.description ?? excerpt) : excerpt };
    };
    return { ...visible(content), meta, sub_results: sub_results.map(visible) };
  };
  return { ...result, data };
}
