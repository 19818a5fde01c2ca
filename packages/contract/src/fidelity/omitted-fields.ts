// Learns which fields of a response a service omits, and which pages of a list have a cursor.
import {
  composedSchemas,
  type FieldSchema,
  isObject,
  itemSchema,
  type OpenApiDocument,
  type OperationBehavior,
} from 'tenant-management-document';
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

/** Share of the responses without a field that the service sets later, from which an operation does not show the field. */
const RARE = 0.95;

/**
 * Returns the fields, as paths, that the responses of an operation omit: required fields that most responses do not
 * have, and fields that the service sets, but that almost no response of this operation has.
 *
 * @param set Names of the fields that the service sets in the items.
 */
export function omittedFields(document: OpenApiDocument, own: readonly Exchange[], set: readonly string[]): string[] {
  const { derived } = own[0] ?? {};
  const schema = derived && itemSchema(derived);
  const items = own.flatMap((exchange) => {
    if (exchange.query.has('fields')) return [];
    return derived?.kind === 'list' ? listedItems(exchange).slice(0, 1) : [exchange.response].filter(isObject);
  });
  if (schema === undefined || items.length === 0) return [];
  const property = derived?.kind === 'list' ? derived.lists?.find((list) => list.property)?.property : undefined;
  const required = composedSchemas(document, schema as FieldSchema).flatMap(
    (one: FieldSchema & { readonly required?: readonly string[] }) => one.required ?? [],
  );
  const missing = (name: string) => items.filter((item) => !(name in item)).length / items.length;
  const names = [...required.filter((name) => missing(name) > 0.5), ...set.filter((name) => missing(name) >= RARE)];
  return [...new Set(names)].map((name) => (property === undefined ? name : `${property}.${name}`));
}
