// The pages in the order of llms.txt and llms-full.txt.
import { type CollectionEntry, getCollection } from 'astro:content';
import { slugsOf } from '../reference/slugs.ts';
import { siteBase } from './page-address.ts';

type Page = CollectionEntry<'docs'>;

/** Titles of the parts, by the first segment of the ids of their pages. */
const PARTS: ReadonlyMap<string, string> = new Map([
  ['guides', 'Guides'],
  ['reference', 'Reference of the operations'],
  ['api', 'API of the packages'],
  ['decisions', 'Decisions'],
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

/** A text file with all pages of a part. */
export interface PartFile extends PagePart {
  /** Name of the file below `llms-full`, without its extension. */
  readonly name: string;
}

/** The pages of operations: a large document has hundreds of them. */
const isOperation = ({ data }: Page): boolean => data.operation !== undefined;

/**
 * Divides the pages for llms-full.txt: a file for the operations of each group, and the other pages, which are in
 * llms-full.txt itself.
 */
export async function readFiles(): Promise<{ files: PartFile[]; rest: Page[] }> {
  const pages = (await readParts()).flatMap((part) => part.pages);
  const groups = Map.groupBy(pages.filter(isOperation), ({ data }) => data.group ?? '');
  const slugs = slugsOf([...groups.keys()]);
  return {
    files: [...groups].map(([title, group]) => ({ title, pages: group, name: `operations/${slugs.get(title)}` })),
    rest: pages.filter((page) => !isOperation(page)),
  };
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
