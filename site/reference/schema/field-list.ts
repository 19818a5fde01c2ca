import { type Direction, isExcluded } from 'tenant-management-document';
import { code, item } from '../markdown.ts';
import { describedItem } from './described-item.ts';
import { choicesOf, type Schema, subschema, typesOf } from './schema.ts';
import type { TypeLinks } from './type-text.ts';
import { valueText } from './value-text.ts';

/** Maximum depth of nested lists. Only circular references without a page can exceed this depth. */
const MAX_DEPTH = 16;

/** How a list of fields is written. */
export interface FieldListOptions extends TypeLinks {
  /** Omits the fields that are not part of a request or of a response. Without a direction, the list has all fields. */
  readonly direction?: Direction;
  /** How many schemas with a page, one in the other, the list unfolds; 0 by default. */
  readonly unfold?: number;
  /** Links to the schemas that contain the list. The list does not unfold them again, because they are recursive. */
  readonly within?: readonly string[];
}

/**
 * Writes the fields of a schema as nested Markdown lists: the fields of objects, the items of arrays, the values of
 * maps, and the alternatives of `oneOf` and `anyOf`. Schemas with a page are linked, except the outermost and the
 * unfolded schemas.
 *
 * @returns An empty string if the schema has no fields.
 */
export function fieldList(schema: Schema, options: FieldListOptions, depth = 0): string {
  if (depth > MAX_DEPTH) return '';
  const resolved = options.resolve(schema);
  const { fields, required } = mergedFields(resolved, options);
  const shown = [...fields].filter(
    ([, field]) => options.direction === undefined || !isExcluded(options.resolve(field), options.direction),
  );
  return [
    ...shown.map(([name, field]) => fieldItem(name, field, required.has(name), options, depth)),
    ...otherFields(resolved, fields.size > 0, options, depth),
    ...choiceItems(resolved, options, depth),
    ...innerLists(resolved, options, depth),
  ].join('\n');
}

/** Writes one field: its type and constraints on the first line, and its description on the next lines. */
function fieldItem(name: string, field: Schema, isRequired: boolean, options: FieldListOptions, depth: number): string {
  const value = valueText(field, options, ...(isRequired ? ['required'] : []));
  return schemaItem(`${code(name)}: ${value}`, field, options, depth);
}

function schemaItem(head: string, schema: Schema, options: FieldListOptions, depth: number): string {
  const resolved = options.resolve(schema);
  return describedItem({
    head,
    description: schema.description ?? resolved.description,
    // The page of a schema shows this too.
    notShown: options.linkTo(schema) === undefined ? resolved['x-not-shown'] : undefined,
    inner: innerList(schema, options, depth),
  });
}

/** Writes the fields of a schema in another schema, unless only the page of the schema shows them. */
function innerList(schema: Schema, options: FieldListOptions, depth: number): string {
  const link = options.linkTo(schema);
  if (link === undefined) return fieldList(schema, options, depth + 1);
  const { unfold = 0, within = [] } = options;
  if (unfold === 0 || within.includes(link)) return '';
  return fieldList(schema, { ...options, unfold: unfold - 1, within: [...within, link] }, depth + 1);
}

/** Returns the fields of a schema, and of all schemas in its `allOf`. */
function mergedFields(
  schema: Schema,
  options: FieldListOptions,
  depth = 0,
): { fields: Map<string, Schema>; required: Set<string> } {
  const parts = depth > MAX_DEPTH ? [] : (schema.allOf ?? []);
  const inherited = parts.map((part) => mergedFields(options.resolve(part), options, depth + 1));
  return {
    fields: new Map([...inherited.flatMap(({ fields }) => [...fields]), ...Object.entries(schema.properties ?? {})]),
    required: new Set([...inherited.flatMap(({ required }) => [...required]), ...(schema.required ?? [])]),
  };
}

/** Describes the fields that the schema does not name. */
function otherFields(schema: Schema, hasFields: boolean, options: FieldListOptions, depth: number): string[] {
  const patterns = Object.entries(schema.patternProperties ?? {}).map(([pattern, field]) =>
    schemaItem(`fields that match ${code(pattern)}: ${valueText(field, options)}`, field, options, depth),
  );
  if (!hasFields) return patterns;
  const { additionalProperties } = schema;
  if (additionalProperties === false) return [...patterns, '- No other fields are allowed.'];
  const values = subschema(additionalProperties);
  if (values === undefined || Object.keys(values).length === 0) return patterns;
  return [...patterns, schemaItem(`other fields: ${valueText(values, options)}`, values, options, depth)];
}

/** Writes the alternatives of `oneOf` and `anyOf`, also those of the schemas in `allOf`. */
function choiceItems(schema: Schema, options: FieldListOptions, depth: number): string[] {
  const own = choicesOf(schema);
  const inherited = depth > MAX_DEPTH ? [] : (schema.allOf ?? []);
  const rest = inherited.flatMap((part) => choiceItems(options.resolve(part), options, depth + 1));
  // If null is the only other alternative, the remaining one is the type of the value itself.
  const [only] = own;
  if (only !== undefined && own.length === 1) return [...flatList(only, options, depth), ...rest];
  if (!own.some((choice) => isShown(choice, options))) return rest;
  const selector = schema.discriminator;
  const by = selector === undefined ? '' : `; the field ${code(selector.propertyName)} selects the alternative`;
  const items = own.map((choice, index) =>
    schemaItem(`alternative ${index + 1}: ${valueText(choice, options)}`, choice, options, depth + 1),
  );
  const many = schema.anyOf === undefined || schema.oneOf !== undefined ? 'Exactly one' : 'At least one';
  return [item(`${many} of these alternatives applies${by}:\n${items.join('\n')}`), ...rest];
}

/** Whether an alternative needs more text than its type. */
function isShown(schema: Schema, options: FieldListOptions): boolean {
  const { description: text, allOf, properties, items } = options.resolve(schema);
  const isLinked = options.linkTo(schema) !== undefined;
  return isLinked || text !== undefined || allOf !== undefined || properties !== undefined || items !== undefined;
}

/** Returns the list of {@link innerList}, or an empty list without fields. */
function flatList(schema: Schema, options: FieldListOptions, depth: number): string[] {
  const text = innerList(schema, options, depth);
  return text === '' ? [] : [text];
}

/** Writes the fields of the items of an array, and of the values of a map. */
function innerLists(schema: Schema, options: FieldListOptions, depth: number): string[] {
  const types = typesOf(schema);
  const items = subschema(schema.items);
  const values = schema.properties === undefined ? subschema(schema.additionalProperties) : undefined;
  return [
    ...(items === undefined || types?.includes('array') === false ? [] : flatList(items, options, depth)),
    ...(values === undefined ? [] : flatList(values, options, depth)),
  ];
}
