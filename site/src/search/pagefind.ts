// The module that the search dialog loads: Pagefind, with another order of the results. site/build/install-ranking.ts
// bundles this file, and writes pages.json.
import { search as find } from './pagefind-index.js';
import { type RankedPage, rank } from './rank.ts';

export * from './pagefind-index.js';

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
  return query === null || found === null ? found : { ...found, results: rank(found.results, query, await pages) };
}
