import { joined } from 'tools-document';
import { code, jsonCode, plain } from '../markdown.ts';
import { type Schema, subschema } from './schema.ts';
import { type SchemaNames, typeText } from './type-text.ts';

/** Describes a value: its type, notes such as `required`, and its constraints. */
export const valueText = (schema: Schema, links: SchemaNames, ...notes: readonly string[]): string =>
  [typeText(schema, links), ...notes, ...constraintTexts(schema, links)].join(', ');

/** Describes the constraints of a schema, such as ``format `uuid` `` and `3 to 50 characters`. */
function constraintTexts(schema: Schema, links: SchemaNames): string[] {
  const resolved = links.resolve(schema);
  const items = subschema(resolved.items);
  const values = resolved.properties === undefined ? subschema(resolved.additionalProperties) : undefined;
  return [
    ...ownConstraints(resolved),
    ...(resolved.allOf ?? []).flatMap((part) => ownConstraints(links.resolve(part))),
    ...constraintsOfEach('item', items, links),
    ...constraintsOfEach('value', values, links),
  ];
}

function constraintsOfEach(what: string, schema: Schema | undefined, links: SchemaNames): string[] {
  if (schema === undefined) return [];
  const texts = ownConstraints(links.resolve(schema));
  return texts.length === 0 ? [] : [`each ${what}: ${texts.join(', ')}`];
}

function ownConstraints(schema: Schema): string[] {
  const { format, pattern, multipleOf, uniqueItems, enum: values, const: constant, default: initial } = schema;
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, deprecated, readOnly, writeOnly } = schema;
  const listed = values?.filter((value) => value !== null) ?? [];
  return [
    ...(format === undefined ? [] : [`format ${code(format)}`]),
    ...rangeText(schema.minLength, schema.maxLength, 'character'),
    ...rangeText(minimum, maximum),
    ...(exclusiveMinimum === undefined ? [] : [`more than ${exclusiveMinimum}`]),
    ...(exclusiveMaximum === undefined ? [] : [`less than ${exclusiveMaximum}`]),
    ...(multipleOf === undefined ? [] : [`a multiple of ${multipleOf}`]),
    ...rangeText(schema.minItems, schema.maxItems, 'item'),
    ...(uniqueItems === true ? ['no item twice'] : []),
    ...rangeText(schema.minProperties, schema.maxProperties, 'field'),
    ...(pattern === undefined ? [] : [`pattern ${code(pattern)}`]),
    ...(listed.length === 0
      ? []
      : [`${listed.length === 1 ? 'only' : 'one of'} ${joined(listed.map(jsonCode), 'or')}`]),
    ...(constant === undefined ? [] : [`only ${jsonCode(constant)}`]),
    ...(initial === undefined ? [] : [`default ${jsonCode(initial)}`]),
    ...(readOnly === true ? ['only in responses'] : []),
    ...(writeOnly === true ? ['only in requests'] : []),
    ...(schema['x-release-lifecycle'] === undefined ? [] : [`lifecycle ${plain(schema['x-release-lifecycle'])}`]),
    ...(deprecated === true ? ['deprecated'] : []),
  ];
}

/** Describes a minimum and a maximum: `1 to 9 items`. */
function rangeText(least: number | undefined, most: number | undefined, unit = ''): string[] {
  const bound = most ?? least;
  if (bound === undefined) return [];
  const units = unit === '' ? '' : ` ${unit}${bound === 1 ? '' : 's'}`;
  if (least === undefined || (least === 0 && unit !== '')) return most === undefined ? [] : [`at most ${most}${units}`];
  if (most === undefined) return [`at least ${least}${units}`];
  return [least === most ? `exactly ${most}${units}` : `${least} to ${most}${units}`];
}
