import { readFileSync } from 'node:fs';
import { pageId, resolveLink } from '../src/page-address.ts';

const LIST = 'docs/README.md';

/** A group of pages in the sidebar. */
export interface PageGroup {
  readonly label: string;
  readonly items: { readonly label: string; readonly slug: string }[];
}

/**
 * Reads the groups of pages from the lists of `docs/README.md`, so that each page is listed only once: of each item that
 * starts with a link, all links.
 */
export function readGuideGroups(): PageGroup[] {
  const groups: PageGroup[] = [];
  for (const line of readFileSync(new URL(`../../${LIST}`, import.meta.url), 'utf8').split('\n')) {
    const [, label] = /^(\w.*):$/.exec(line) ?? [];
    if (label !== undefined) groups.push({ label, items: [] });
    if (!/^(?:-|\d+\.) \[/.test(line)) continue;
    for (const [, text = '', target = ''] of line.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
      const slug = pageId(resolveLink(target, LIST)?.file ?? '');
      if (slug === undefined) throw new Error(`The link "${target}" in ${LIST} must lead to a page of the site.`);
      groups.at(-1)?.items.push({ label: text, slug });
    }
  }
  return groups.filter(({ items }) => items.length > 0);
}
