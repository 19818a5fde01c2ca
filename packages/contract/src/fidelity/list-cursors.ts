// Learns which pages of a list have a cursor.
import type { OperationBehavior } from 'tenant-management-document';
import { type Exchange, listedItems, SOURCE } from './exchange.ts';

/**
 * Returns the cursors of a list that most responses do not have, and whether pages that are shorter than the requested
 * size have a cursor, although no items follow.
 */
export function learnedCursors(own: readonly Exchange[]): Pick<OperationBehavior, 'omits' | 'pages'> {
  const cursors = own[0]?.derived.lists?.flatMap((list) => list.fields.filter((name) => /^(next|cursor)/i.test(name)));
  const isUsual = (name: string, pages: readonly Exchange[]) =>
    pages.filter(({ response }) => name in Object(response)).length * 2 >= pages.length;
  const short = own.filter((exchange) => {
    const { length } = listedItems(exchange);
    return length > 0 && length < requestedSize(exchange);
  });
  const hasLastCursor = short.length > 0 && [...new Set(cursors)].some((name) => isUsual(name, short));
  const fields = [...new Set(cursors)].filter((name) => !isUsual(name, own));
  return {
    ...(fields.length > 0 && { omits: { fields, source: SOURCE } }),
    ...(hasLastCursor && { pages: { lastCursor: true, source: SOURCE } }),
  };
}

/** Returns the largest size of a page that the query requests. */
const requestedSize = ({ query }: Exchange): number =>
  Math.max(
    0,
    ...[...query].map(([name, value]) =>
      /^(limit|size|take|(per_?page|page_?size))$/i.test(name) ? Number(value) : 0,
    ),
  );
