// Adds "Try it" to the table of contents of each operation, below the call. Starlight lists only the headings of the
// Markdown.
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute } }) => {
  if (starlightRoute.entry.data.operation === undefined) return;
  const items = starlightRoute.toc?.items;
  const place = items?.findIndex(({ slug }) => slug === 'call') ?? -1;
  items?.splice(place + 1, 0, { depth: 2, slug: 'try-it', text: 'Try it', children: [] });
});
