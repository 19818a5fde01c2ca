// Adds the generated pages to the menu: the pages of the reference and of the API. A page of a large document stays
// small, because its menu contains the operations of the current group, and only one link for each other group.

import { type CollectionEntry, getCollection } from 'astro:content';
import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { pageAddress, siteBase } from './page-address.ts';

type Page = CollectionEntry<'docs'>;
type MenuEntry = StarlightRouteData['sidebar'][number];
type MenuLink = Extract<MenuEntry, { type: 'link' }>;

const base = siteBase(import.meta.env.BASE_URL);
const pages = (await getCollection('docs')).toSorted(compareOrder);
const overview = pages.filter(({ id }) => id === 'reference');
const operations = Map.groupBy(
  pages.filter(({ data }) => data.operation !== undefined),
  ({ data }) => data.group ?? '',
);
const api = pages.filter(({ id }) => /^api(?:\/|$)/.test(id));

function compareOrder(first: Page, second: Page): number {
  const order = ({ data }: Page) => data.sidebar.order ?? Number.MAX_VALUE;
  return order(first) - order(second) || first.id.localeCompare(second.id);
}

function linkTo({ id, data }: Page, current: string, label = data.sidebar.label ?? data.title): MenuLink {
  const { badge, attrs } = data.sidebar;
  const isCurrent = id === current;
  // The cast is safe: each badge of this site has a text in one language.
  return { type: 'link', label, href: base + pageAddress(id), isCurrent, badge, attrs } as MenuLink;
}

/** A group of the menu, which is open on its own pages only. */
const groupOf = (label: string, entries: MenuEntry[]): MenuEntry => ({
  type: 'group',
  label,
  collapsed: true,
  badge: undefined,
  entries,
});

/** A group with its operations if it contains the current page, else a link to its first operation. */
function operationEntries(label: string, group: readonly Page[], current: string): MenuEntry[] {
  if (!group.some(({ id }) => id === current))
    return group.slice(0, 1).map((page) => ({ ...linkTo(page, current, label), badge: undefined }));
  return [groupOf(label, linksTo(group, current))];
}

const linksTo = (group: readonly Page[], current: string) => group.map((page) => linkTo(page, current));

const linksOf = (entry: MenuEntry): MenuLink[] => (entry.type === 'link' ? [entry] : entry.entries.flatMap(linksOf));

export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute: route } }) => {
  const groups = [...operations].flatMap(([label, group]) => operationEntries(label, group, route.id));
  const generated = [...overview, ...[...operations.values()].flat(), ...api];
  const order = [...route.sidebar.flatMap(linksOf), ...linksTo(generated, route.id)];
  const place = order.findIndex(({ isCurrent }) => isCurrent);
  if (place !== -1) route.pagination = { prev: order[place - 1], next: order[place + 1] };
  route.sidebar.push(
    groupOf('Reference', [...linksTo(overview, route.id), ...groups, groupOf('API', linksTo(api, route.id))]),
  );
});
