import type { OpenApiDocument } from '../model/openapi-document.ts';
import { alternativesOf, type FieldSchema, propertiesOf } from '../schema/field-schema.ts';
import { ownTypes } from '../schema/schema-view.ts';
import { plainName } from './name-forms.ts';

/** One form of a list: an array of the items, or an object with the array in a property. */
export interface ListShape {
  /** The property that contains the items; absent if the list is an array. */
  readonly property?: string;
  /** The other properties of the object, such as `total`, `start`, `limit` and `next`. */
  readonly fields: readonly string[];
  readonly schema: FieldSchema;
  readonly items: FieldSchema;
}

/** Names of the numbers and cursors that describe a page of a list, in lower case without separators. */
const PAGING =
  /^(total(s|count|items|pages|results)?|count|start|offset|skip|limit|length|size|page(size|number)?|perpage|next(page|cursor|token|pagetoken)?|prev(ious)?(cursor|page)?|cursor|hasmore|hasnext|hasprevious|links|meta|self|first|last)$/;

/** Returns whether the values of a schema are arrays. */
const isArray = (schema: FieldSchema): boolean =>
  ownTypes({ ...schema })?.includes('array') ?? schema.items !== undefined;

/**
 * Finds the forms of a list that a schema describes. Returns an empty array if the schema does not describe a list.
 *
 * An object is a list if one of its properties is an array and the others describe the page. If several properties are
 * arrays, the array with the name of the collection contains the items.
 *
 * @param collection Last segment of the path, such as `users`.
 */
export function listShapes(
  document: Pick<OpenApiDocument, 'components'>,
  schema: FieldSchema,
  collection: string,
): ListShape[] {
  const shapes = alternativesOf(document, schema).map((alternative) => listShape(document, alternative, collection));
  return shapes.some((shape) => shape === undefined) ? [] : shapes.flatMap((shape) => shape ?? []);
}

function listShape(
  document: Pick<OpenApiDocument, 'components'>,
  schema: FieldSchema,
  collection: string,
): ListShape | undefined {
  if (isArray(schema)) return { fields: [], schema, items: schema.items ?? {} };
  const properties = [...propertiesOf(document, schema)].map(([name, property]) => ({ name, schema: property }));
  const arrays = properties.filter((property) => isArray(property.schema));
  const named = arrays.find(({ name }) => plainName(name) === plainName(collection));
  const array = named ?? (arrays.length === 1 ? arrays[0] : undefined);
  if (array === undefined) return undefined;
  const fields = properties.map(({ name }) => name).filter((name) => name !== array.name);
  if (named === undefined && !fields.every((name) => PAGING.test(plainName(name)))) return undefined;
  return { property: array.name, fields, schema, items: array.schema.items ?? {} };
}
