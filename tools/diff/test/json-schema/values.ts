// Values near the bounds of schemas.
import { COMPONENT, type Keywords, type Schema, type SchemaPair } from './pairs.ts';

/** Largest number of values for a field or an item, and of lists or objects for a schema. */
const MAX_INNER = 10;
const MAX_CONTAINERS = 48;
const MAX_DEPTH = 2;
/** Values of a place without a schema. */
const ANYTHING = [0, 'a', '', 1.5, true, null, [], {}, ['b'], { a: 1 }];

/** Keywords whose schemas apply to the same value as the schema that contains them. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** Returns the keywords of schemas and of all schemas that apply to the same value. */
export function applying(schemas: readonly Schema[], components: readonly Schema[], depth = 0): Keywords[] {
  return schemas.flatMap((schema): Keywords[] => {
    if (typeof schema === 'boolean' || depth > 4) return [];
    const inner = IN_PLACE.flatMap((keyword) => (schema[keyword] ?? []) as Schema | readonly Schema[]);
    const target = schema['$ref'] === COMPONENT ? components : [];
    return [schema, ...applying([...inner, ...target], components, depth + 1)];
  });
}

/** Selects a different number for each step, always in the same order. */
const mix = (step: number): number => {
  const mixed = Math.imul(step ^ (step >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 12)) >>> 0;
};

const spread = <T>(list: readonly T[], max: number): T[] =>
  list.length <= max
    ? [...list]
    : Array.from({ length: max }, (_, i) => list[Math.floor((i * list.length) / max)] as T);

const unique = (values: readonly unknown[]): unknown[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

/**
 * Returns values for which two versions of a schema can differ: numbers and lengths near each bound, listed values,
 * objects with and without each field, and lists and objects of such values.
 */
export const boundaryValues = ({ before, after }: SchemaPair): unknown[] =>
  valuesOf([before.schema, after.schema], [before.component, after.component]);

function valuesOf(schemas: readonly Schema[], components: readonly Schema[], depth = 0): unknown[] {
  if (schemas.every((schema) => typeof schema === 'boolean' || Object.keys(schema).length === 0) && depth > 0)
    return ANYTHING;
  const all = applying(schemas, components);
  const read = (keyword: string): unknown[] =>
    all.flatMap((schema) => (schema[keyword] === undefined ? [] : [schema[keyword]]));
  const inner = (keywords: readonly string[]): Schema[] =>
    keywords.flatMap((keyword) => read(keyword).flat() as Schema[]);
  const numbers = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].flatMap(
    read,
  ) as number[];
  const lengths = ['minLength', 'maxLength'].flatMap(read) as number[];
  const scalars = unique([
    ...read('enum').flat(),
    ...read('const'),
    ...[...new Set([0, 1, ...numbers])].flatMap((one) => [
      one,
      one + 1,
      one - 1,
      one + 0.5,
      one * 2,
      Math.round(one * 30) / 10,
    ]),
    ...[...new Set([1, 2, ...lengths])].flatMap((length) =>
      [length, length + 1, length - 1]
        .filter((one) => one >= 0)
        .flatMap((one) => ['a', 'b', 'z'].map((letter) => letter.repeat(one))),
    ),
    'ab',
    'aab',
    '2026-01-31',
    '127.0.0.1',
    null,
    true,
    false,
  ]);
  if (depth === MAX_DEPTH) return [...spread(scalars, MAX_INNER), [], {}];
  const items = valuesOf(inner(['items', 'prefixItems', 'contains']), components, depth + 1);
  const lists = Array.from({ length: depth === 0 ? MAX_CONTAINERS : MAX_INNER }, (_, step) =>
    Array.from({ length: step % 5 }, (_, index) => items[mix(step * 31 + index * (step % 3)) % items.length]),
  );
  const byName = read('properties') as Record<string, Schema>[];
  const names = [...new Set(['a', 'b', 'c', 'abcd', ...byName.flatMap((fields) => Object.keys(fields))])];
  const others = [
    ...inner(['additionalProperties']),
    ...read('patternProperties').flatMap((one) => Object.values(one as object)),
  ];
  const fields = names.map((name) => {
    const own = byName.flatMap((schemas) => (schemas[name] === undefined ? [] : [schemas[name]]));
    return [name, valuesOf([...own, ...others], components, depth + 1)] as const;
  });
  const objects = Array.from({ length: depth === 0 ? MAX_CONTAINERS : MAX_INNER }, (_, step) =>
    Object.fromEntries(
      fields
        .filter((_, index) => (step < 16 ? (step >> index) & 1 : mix(step * 7 + index) % 3 > 0))
        .map(([name, values], index) => [name, values[mix(step * 13 + index * 101) % values.length]]),
    ),
  );
  const values = unique([...scalars, ...lists, ...objects]);
  return depth === 0 ? values : spread(values, MAX_INNER * 3);
}
