// The pages in the order of llms.txt.
import { type CollectionEntry, getCollection } from 'astro:content';
import { siteBase } from './page-address.ts';

type Page = CollectionEntry<'docs'>;

/** Titles of the parts, by the first segment of the ids of their pages. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['guides', 'Guides'],
  ['reference', 'Reference of the operations'],
  ['api', 'API of the packages'],
]);

/** Pages with a common subject. */
export interface PagePart {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** Returns all pages except the home page, by part. Pages that belong to no part come last. */
export async function readParts(): Promise<PagePart[]> {
  const pages = await getCollection('docs', ({ id }) => id !== 'index');
  const parts = Map.groupBy(pages, ({ id }) => PARTS.get(id.replace(/\/.*/, '')) ?? 'Other pages');
  return [...PARTS.values(), 'Other pages'].map((title) => ({
    title,
    pages: (parts.get(title) ?? []).toSorted((first, second) => first.id.localeCompare(second.id)),
  }));
}

/**
 * Returns a function that writes a link to an address below the root of the site: a URL if the site has a known origin,
 * else a path.
 */
export function linkFrom(site: URL | undefined): (text: string, address: string) => string {
  const root = new URL(siteBase(import.meta.env.BASE_URL), site ?? 'http://localhost');
  return (text, address) => {
    const { href, pathname } = new URL(address, root);
    return `[${text}](${site ? href : pathname})`;
  };
}
