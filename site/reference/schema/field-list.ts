import { type Direction, isExcluded } from 'tools-document';
import { code, item } from '../markdown.ts';
import { describedItem } from './described-item.ts';
import { choicesOf, namedTypes, type Schema, subschema } from './schema.ts';
import type { SchemaNames } from './type-text.ts';
import { valueText } from './value-text.ts';

/** How a list of fields is written. */
export interface FieldListOptions extends SchemaNames {
  /** Omits the fields that are not part of a request or of a response. */
  readonly direction: Direction;
  /** How many lists, one in the other, the text contains at most. */
  readonly depth: number;
  /** Names of the schemas that contain the list. The list does not contain them again, because they are recursive. */
  readonly within?: readonly (string | undefined)[];
}

/** Maximum number of characters in a list with nested lists. A longer list has fewer nested lists. */
const MAX_LENGTH = 20_000;
/** Maximum number of lists, one in the other. A deeper list is too narrow to read on a phone. */
const MAX_DEPTH = 8;

/** Writes the fields of a schema like {@link fieldList}, with as many nested lists as fit on a page. */
export function shownFields(schema: Schema, options: Omit<FieldListOptions, 'depth'>): string {
  let text = fieldList(schema, { ...options, depth: 1 });
  for (let depth = 2; depth <= MAX_DEPTH; depth += 1) {
    const deeper = fieldList(schema, { ...options, depth });
    if (deeper.length > MAX_LENGTH)
      return `${text}\n\nDeeper fields are not listed here: see the types of the package.`;
    text = deeper;
  }
  return text;
}

/**
 * Writes the fields of a schema as nested Markdown lists: the fields of objects, the items of arrays, the values of
 * maps, and the alternatives of `oneOf` and `anyOf`.
 *
 * @returns An empty string if the schema has no fields.
 */
function fieldList(schema: Schema, { depth, within = [], ...names }: FieldListOptions): string {
  const name = names.nameOf(schema);
  if (depth === 0 || (name !== undefined && within.includes(name))) return '';
  const options = { ...names, depth: depth - 1, within: [...within, name] };
  const resolved = options.resolve(schema);
  const { fields, required } = mergedFields(resolved, options);
  const shown = [...fields].filter(([, field]) => !isExcluded(options.resolve(field), options.direction));
  return [
    ...shown.map(([field, value]) => fieldItem(field, value, required.has(field), options)),
    ...otherFields(resolved, fields.size > 0, options),
    ...choiceItems(resolved, options),
    ...innerLists(resolved, options),
  ].join('\n');
}

/** Writes one field: its type and constraints on the first line, and its description on the next lines. */
function fieldItem(name: string, field: Schema, isRequired: boolean, options: FieldListOptions): string {
  const value = valueText(field, options, ...(isRequired ? ['required'] : []));
  return schemaItem(`${code(name)}: ${value}`, field, options);
}

function schemaItem(head: string, schema: Schema, options: FieldListOptions): string {
  const resolved = options.resolve(schema);
  return describedItem({
    head,
    description: schema.description ?? resolved.description,
    notShown: resolved['x-not-shown'],
    inner: fieldList(schema, options),
  });
}

/** Returns the fields of a schema, and of all schemas in its `allOf`. */
function mergedFields(
  schema: Schema,
  options: FieldListOptions,
): { fields: Map<string, Schema>; required: Set<string> } {
  const inherited = (schema.allOf ?? []).map((part) => mergedFields(options.resolve(part), options));
  return {
    fields: new Map([...inherited.flatMap(({ fields }) => [...fields]), ...Object.entries(schema.properties ?? {})]),
    required: new Set([...inherited.flatMap(({ required }) => [...required]), ...(schema.required ?? [])]),
  };
}

/** Describes the fields that the schema does not name. */
function otherFields(schema: Schema, hasFields: boolean, options: FieldListOptions): string[] {
  if (!hasFields) return [];
  const { additionalProperties, patternProperties } = schema;
  if (additionalProperties === false && patternProperties === undefined) return ['- No other fields are allowed.'];
  const values = subschema(additionalProperties);
  if (values === undefined || Object.keys(values).length === 0) return [];
  return [schemaItem(`other fields: ${valueText(values, options)}`, values, options)];
}

/** Writes the alternatives of `oneOf` and `anyOf`, also those of the schemas in `allOf`. */
function choiceItems(schema: Schema, options: FieldListOptions): string[] {
  const own = choicesOf(options.document, schema);
  const rest = (schema.allOf ?? []).flatMap((part) => choiceItems(options.resolve(part), options));
  // If null is the only other alternative, the remaining one is the type of the value itself.
  const [only] = own;
  if (only !== undefined && own.length === 1) return [...flatList(only, options), ...rest];
  if (!own.some((choice) => isShown(choice, options))) return rest;
  const selector = schema.discriminator;
  const by = selector === undefined ? '' : `; the field ${code(selector.propertyName)} selects the alternative`;
  const items = own.map((choice, index) =>
    schemaItem(`alternative ${index + 1}: ${valueText(choice, options)}`, choice, options),
  );
  const many = schema.anyOf === undefined || schema.oneOf !== undefined ? 'Exactly one' : 'At least one';
  return [item(`${many} of these alternatives applies${by}:\n${items.join('\n')}`), ...rest];
}

/** Whether an alternative needs more text than its type. */
function isShown(schema: Schema, options: FieldListOptions): boolean {
  const { description: text, allOf, properties, items } = options.resolve(schema);
  return text !== undefined || allOf !== undefined || properties !== undefined || items !== undefined;
}

/** Returns the list of {@link fieldList}, or an empty list without fields. */
function flatList(schema: Schema, options: FieldListOptions): string[] {
  const text = fieldList(schema, options);
  return text === '' ? [] : [text];
}

/** Writes the fields of the items of an array, and of the values of a map. */
function innerLists(schema: Schema, options: FieldListOptions): string[] {
  const types = namedTypes(schema);
  const items = subschema(schema.items);
  const values = schema.properties === undefined ? subschema(schema.additionalProperties) : undefined;
  return [
    ...(items === undefined || types?.includes('array') === false ? [] : flatList(items, options)),
    ...(values === undefined ? [] : flatList(values, options)),
  ];
}
