import { textsLike } from '../samples/pattern-sample.ts';
import { compilePattern } from './ajv.ts';

/** One value of each JSON type. */
export const VALUES: readonly unknown[] = ['text', 7, true, { undeclared: 1 }, [{ undeclared: 1 }], null];
/** Keywords whose changed values can violate another keyword instead, such as the `type` of a new property. */
export const MEMBER_KEYWORDS: readonly string[] = [
  ...['prefixItems', 'items', 'unevaluatedItems', 'contains', 'maxContains'],
  ...['propertyNames', 'properties', 'patternProperties', 'additionalProperties', 'unevaluatedProperties'],
  ...['dependentRequired', 'dependentSchemas', 'if'],
];
/** Names that violate almost every pattern, length and list of names. */
const ODD_NAMES = ['!', '', 'undeclared_property', '!'.repeat(300)];
/** Maximum length of a text or a list, and maximum number of properties. Larger values would make the tests slow. */
export const MAX_LENGTH = 5_000;

/** A JSON Schema as an object. */
export type Schema = Readonly<Record<string, unknown>>;
/** Receives a changed value. `path` is the place of the error. */
export type Add = (keyword: string, error: string, changed: unknown, path?: string) => void;

/** Lists lists whose items a schema may reject, apart from their number and their duplicates. */
export function itemChanges(schema: Schema, value: readonly unknown[], add: Add): void {
  const { prefixItems = [], maxContains = MAX_LENGTH } = schema as { prefixItems?: unknown[]; maxContains?: number };
  for (const index of prefixItems.keys()) {
    const start = Array.from({ length: index }, (_, at) => value[at] ?? sampleItem(prefixItems[at]));
    for (const item of VALUES)
      add('prefixItems', 'is not an allowed item', [...start, item, ...value.slice(index + 1)], `[${index}]`);
  }
  const complete = [...value, ...prefixItems.slice(value.length).map(sampleItem)];
  if (prefixItems.length > 0 || value.length === 0) {
    for (const item of VALUES) add('items', 'has an item that is not allowed', [...complete, item]);
  }
  for (const item of VALUES) add('unevaluatedItems', 'has an item that is not declared', [...complete, item]);
  for (const list of [[], ...VALUES.map((item) => [item])])
    add('contains', 'does not contain enough of the required items', list);
  // Without `contains`, `maxContains` has no effect.
  if (maxContains >= MAX_LENGTH || schema['contains'] === undefined) return;
  const contained = [value[0], Object(schema['contains']).const, ...VALUES].filter((item) => item !== undefined);
  for (const item of contained)
    add('maxContains', `contains more than ${maxContains} of the counted items`, Array(maxContains + 1).fill(item));
}

/** Lists objects whose properties a schema may reject, apart from missing and undeclared ones. */
export function propertyChanges(schema: Schema, value: object, add: Add): void {
  const {
    properties = {},
    patternProperties = {},
    dependentRequired = {},
    dependentSchemas = {},
  } = schema as {
    [keyword in 'properties' | 'patternProperties' | 'dependentRequired' | 'dependentSchemas']?: Schema;
  };
  for (const name of ODD_NAMES)
    add('propertyNames', 'has a property with a name that is not allowed', { ...value, [name]: 1 });
  for (const [name, property] of Object.entries(properties)) {
    if (property === false) add('properties', 'is not allowed', { ...value, [name]: 1 }, name);
  }
  for (const pattern of Object.keys(patternProperties)) {
    const name = matchingName(pattern);
    for (const other of name === undefined ? [] : VALUES)
      add('patternProperties', `has an invalid property that matches ${pattern}`, {
        ...value,
        [name as string]: other,
      });
  }
  for (const keyword of ['additionalProperties', 'unevaluatedProperties']) {
    for (const other of schema[keyword] === false ? [] : VALUES)
      add(keyword, 'has an invalid additional property', { ...value, undeclared_property: other });
  }
  for (const [name, others] of Object.entries(dependentRequired)) {
    for (const other of others as string[]) {
      const { [other]: _removed, ...rest } = { [name]: 1, ...value } as Schema;
      add('dependentRequired', `is missing next to ${name}`, rest, other);
    }
  }
  for (const name of Object.keys(dependentSchemas)) {
    for (const extra of [{}, { undeclared_property: 1 }, ...VALUES.map((other) => ({ [name]: other }))])
      add('dependentSchemas', `is not allowed with ${name}`, { [name]: 1, ...value, ...extra });
  }
}

/** A value for an item before the item that changes. The caller validates the whole value. */
const sampleItem = (item: unknown): unknown => {
  const { const: only, type } = Object(item);
  if (only !== undefined) return only;
  return { string: 'text', integer: 7, number: 7, boolean: true, object: {}, array: [] }[String(type)] ?? 'text';
};

/** Returns a name that matches a pattern; `undefined` if no name is found. */
function matchingName(pattern: string): string | undefined {
  const expression = compilePattern(pattern);
  for (const text of textsLike(pattern)) if (text !== '' && expression.test(text)) return text;
  return undefined;
}
