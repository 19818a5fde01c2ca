// Adds "Try it" to the table of contents of each operation, because Starlight lists only the headings of the Markdown.
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';

export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute } }) => {
  if (starlightRoute.entry.data.operation === undefined) return;
  starlightRoute.toc?.items.push({ depth: 2, slug: 'try-it', text: 'Try it', children: [] });
});
