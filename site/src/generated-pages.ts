// Adds the generated pages to the sidebar: the pages of the reference and of the API. A page of a large
// document stays small, because its sidebar contains the operations of the current group, and only one link for each
// other group.

import { type CollectionEntry, getCollection } from 'astro:content';
import { defineRouteMiddleware, type StarlightRouteData } from '@astrojs/starlight/route-data';
import { pageAddress, siteBase } from './page-address.ts';

type Page = CollectionEntry<'docs'>;
type SidebarEntry = StarlightRouteData['sidebar'][number];
type SidebarLink = Extract<SidebarEntry, { type: 'link' }>;

const base = siteBase(import.meta.env.BASE_URL);
const pages = (await getCollection('docs')).toSorted(compareOrder);
const operations = Map.groupBy(
  pages.filter(({ data }) => data.operation !== undefined),
  ({ data }) => data.group ?? '',
);
const overview = pages.filter(({ id }) => id === 'reference');
/** The pages of the generated groups, in the order of the sidebar. */
const generated: ReadonlyMap<string, readonly Page[]> = new Map([
  ['Reference', [...overview, ...[...operations.values()].flat()]],
  ['API', pages.filter(({ id }) => /^api(?:\/|$)/.test(id))],
]);

function compareOrder(first: Page, second: Page): number {
  const order = ({ data }: Page) => data.sidebar.order ?? Number.MAX_VALUE;
  return order(first) - order(second) || first.id.localeCompare(second.id);
}

function linkTo({ id, data }: Page, current: string, label = data.sidebar.label ?? data.title): SidebarLink {
  const { badge, attrs } = data.sidebar;
  const text = typeof badge === 'string' ? { text: badge, variant: 'default' } : badge;
  // The cast is safe: each badge of this site has a text in one language.
  return {
    type: 'link',
    label,
    href: base + pageAddress(id),
    isCurrent: id === current,
    badge: text,
    attrs,
  } as SidebarLink;
}

/** A group with its operations if it contains the current page, else a link to its first operation. */
function operationGroup(label: string, group: readonly Page[], current: string): SidebarEntry[] {
  if (!group.some(({ id }) => id === current))
    return group.slice(0, 1).map((page) => ({ ...linkTo(page, current, label), badge: undefined }));
  const entries = group.map((page) => linkTo(page, current));
  return [{ type: 'group', label, collapsed: false, badge: undefined, entries }];
}

function referenceEntries(current: string): SidebarEntry[] {
  const groups = [...operations].flatMap(([label, group]) => operationGroup(label, group, current));
  return [...overview.map((page) => linkTo(page, current)), ...groups];
}

const linksOf = (entry: SidebarEntry): SidebarLink[] =>
  entry.type === 'link' ? [entry] : entry.entries.flatMap(linksOf);

export const onRequest = defineRouteMiddleware((context) => {
  const route = context.locals.starlightRoute;
  const links = (group: string) => generated.get(group)?.map((page) => linkTo(page, route.id));
  const order = route.sidebar.flatMap((entry) => links(entry.label) ?? linksOf(entry));
  route.sidebar = route.sidebar.map((entry) => {
    if (entry.type === 'link') return entry;
    const entries = entry.label === 'Reference' ? referenceEntries(route.id) : links(entry.label);
    return { ...entry, entries: entries ?? entry.entries };
  });
  const place = order.findIndex(({ isCurrent }) => isCurrent);
  if (place !== -1) route.pagination = { prev: order[place - 1], next: order[place + 1] };
});
