import type { OpenApiDocument, Parameter } from '../model/openapi-document.ts';
import { alternativesOf, type FieldSchema } from '../schema/field-schema.ts';

/** Names of the query parameters that select a page. */
export interface PageParameters {
  readonly page?: string;
  readonly firstPage: number;
  /** Names of the parameters with the size of a page. */
  readonly sizes: readonly string[];
  /** Names of those parameters in `sizes` that request a list with a cursor. */
  readonly cursorSizes: readonly string[];
  readonly defaultSize: number;
  readonly maxSize?: number;
  readonly offset?: string;
  /** The parameter with the cursor of a page. */
  readonly cursor?: string;
  /** Name of the boolean parameter that requests a list with totals. */
  readonly totals?: string;
}

/** The keywords of the schema of a page number or a page size. */
interface PageSchema extends FieldSchema {
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Size of a page if the document does not show a default. */
const PAGE_SIZE = 50;

const PAGE = /^(page|page_?number)$/i;
const SIZE = /^(per_?page|page_?size|limit|take|size|count|max_?results|first)$/i;
/** Name of the query parameter that is always the page size of a list with a cursor. */
const TAKE = 'take';
const OFFSET = /^(offset|start|skip)$/i;
const CURSOR = /^(from|cursor|after|next|(next_?)?page_?token|starting_?after|checkpoint)$/i;
const TOTALS = /^include_?(totals?|count)$/i;

/**
 * Finds the query parameters that select a page. Returns `undefined` if none of them is a page number, a page size or
 * an offset.
 */
export function pageParameters(
  document: OpenApiDocument,
  { parameters }: { parameters: readonly Parameter[] },
): PageParameters | undefined {
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const find = (pattern: RegExp) => query.find(({ name }) => pattern.test(name));
  const [page, offset, totals] = [find(PAGE), find(OFFSET), find(TOTALS)];
  const sizes = query
    .filter(({ name }) => SIZE.test(name))
    .sort((one, other) => (one.name === TAKE ? 1 : 0) - (other.name === TAKE ? 1 : 0));
  const [size] = sizes;
  // `from` can also be the start of a period of time. It is treated as a cursor only if there is a size parameter.
  const cursor = size === undefined ? undefined : find(CURSOR);
  if (page === undefined && size === undefined && offset === undefined) return undefined;
  const schemaOf = (parameter: Parameter | undefined): PageSchema =>
    Object.assign({}, ...alternativesOf(document, parameter?.schema ?? {}));
  const { default: defaultSize, maximum } = schemaOf(size);
  const { default: defaultPage, minimum } = schemaOf(page);
  const names = sizes.map(({ name }) => name);
  return {
    ...(page && { page: page.name }),
    firstPage: [minimum, defaultPage].includes(1) ? 1 : 0,
    sizes: names,
    // If there is also a page parameter, the size parameters belong to it, except `take`, which belongs to the cursor.
    cursorSizes: cursor === undefined ? [] : page === undefined ? names : names.filter((name) => name === TAKE),
    defaultSize: typeof defaultSize === 'number' ? defaultSize : Math.min(PAGE_SIZE, maximum ?? PAGE_SIZE),
    ...(maximum !== undefined && { maxSize: maximum }),
    ...(offset && { offset: offset.name }),
    ...(cursor && { cursor: cursor.name }),
    ...(totals && { totals: totals.name }),
  };
}
