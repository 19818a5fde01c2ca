// Fills the group "Reference" of the sidebar: all groups of operations, and the operations of the current group only.

import { type CollectionEntry, getCollection } from 'astro:content';
import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { pageAddress } from './page-address.ts';

type SidebarEntry = StarlightRouteData['sidebar'][number];
type SidebarLink = Extract<SidebarEntry, { type: 'link' }>;
type Page = CollectionEntry<'docs'>;

const base = import.meta.env.BASE_URL.replace(/\/?$/, '/');
const reference = (await getCollection('docs', ({ id }) => /^reference(\/|$)/.test(id))).toSorted(compareOrder);
const operations = Map.groupBy(
  reference.filter(({ data }) => data.operation !== undefined),
  ({ data }) => data.group ?? '',
);
/** The pages before the operations in the sidebar. The pages of schemas are linked from the index of schemas. */
const overviews = ['reference', 'reference/schemas', 'reference/scopes'].flatMap(
  (id) => reference.find((page) => page.id === id) ?? [],
);

function compareOrder(first: Page, second: Page): number {
  const [one, other] = [first, second].map(({ data }) => data.sidebar.order ?? Number.MAX_VALUE) as [number, number];
  return one - other || first.id.localeCompare(second.id);
}

function linkTo({ id, data }: Page, current: string, label = data.sidebar.label ?? data.title): SidebarLink {
  const { badge: text, attrs } = data.sidebar;
  const badge = typeof text === 'string' ? { text, variant: 'default' as const } : text;
  // The cast is safe: the texts of this site have one language.
  return { type: 'link', label, href: base + pageAddress(id), isCurrent: id === current, badge, attrs } as SidebarLink;
}

/** The entries of the sidebar group "Reference" on the page with an id. */
function referenceEntries(current: string): SidebarEntry[] {
  const groups = [...operations].map(([name, pages]): SidebarEntry => {
    const [first] = pages;
    if (first && !pages.some(({ id }) => id === current)) return { ...linkTo(first, current, name), badge: undefined };
    return {
      type: 'group',
      label: name,
      collapsed: false,
      badge: undefined,
      entries: pages.map((page) => linkTo(page, current)),
    };
  });
  return [...overviews.map((page) => linkTo(page, current)), ...groups];
}

/** The previous and the next page in the order of the sidebar. */
const sequence = [...overviews, ...[...operations.values()].flat()];

export const onRequest = defineRouteMiddleware((context) => {
  const route = context.locals.starlightRoute;
  for (const group of route.sidebar) {
    if (group.type === 'group' && group.label === 'Reference') group.entries = referenceEntries(route.id);
  }
  const place = sequence.findIndex(({ id }) => id === route.id);
  if (place === -1) return;
  const [previous, next] = [sequence[place - 1], sequence[place + 1]];
  route.pagination = {
    prev: previous && linkTo(previous, route.id, previous.data.title),
    next: next && linkTo(next, route.id, next.data.title),
  };
});
