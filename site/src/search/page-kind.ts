// The kinds of pages, which are labels and filters of the search.
import type { StarlightRouteData } from '@astrojs/starlight/route-data';
import { isReference } from '../page-address.ts';
import type { PageKind } from './rank.ts';

/** Returns the kind of the page of a route. A page that the sidebar does not list is for maintainers. */
export function kindOf({ id, sidebar }: StarlightRouteData): PageKind {
  if (id.startsWith('reference/operations/')) return 'Operation';
  if (isReference(id)) return 'Guide';
  if (/^api(?:\/|$)/.test(id)) return 'API';
  const group = sidebar.find((item) => item.type === 'group' && hasCurrentPage(item));
  return id !== '' && (group === undefined || group.label === 'For maintainers') ? 'Maintainer' : 'Guide';
}

const hasCurrentPage = (item: StarlightRouteData['sidebar'][number]): boolean =>
  item.type === 'link' ? item.isCurrent : item.entries.some(hasCurrentPage);
