// Random pairs of schemas: a schema, and the same schema after a few small changes.
import fc from 'fast-check';

/** A schema of JSON Schema 2020-12. */
export type Schema = boolean | { readonly [keyword: string]: unknown };
/** The keywords of a schema that is not `true` or `false`. */
export type Keywords = Readonly<Record<string, unknown>>;

/** A schema, and the component to which `{ $ref: COMPONENT }` refers. */
export interface SchemaVersion {
  readonly schema: Schema;
  readonly component: Schema;
}

/** Two versions of a schema. */
export interface SchemaPair {
  readonly before: SchemaVersion;
  readonly after: SchemaVersion;
}

/** The reference to the component of a pair. */
export const COMPONENT = 'the component of the pair';

const TYPES = ['string', 'integer', 'number', 'array', 'object', 'boolean', 'null'];
/** Few names, so that two schemas often have the same fields. */
const NAMES = ['a', 'b', 'c'];

const one = <T>(keyword: string, value: fc.Arbitrary<T>): fc.Arbitrary<Keywords> =>
  value.map((inner) => ({ [keyword]: inner }));
const each = (keywords: readonly string[], value: fc.Arbitrary<unknown>): fc.Arbitrary<Keywords> =>
  fc.oneof(...keywords.map((keyword) => one(keyword, value)));
const names = fc.subarray(NAMES, { minLength: 1 });
const size = fc.nat(3);
const limit = fc.constantFrom(-1, 0, 0.5, 1, 1.5, 2, 3);
const scalar = fc.constantFrom<unknown>('', 'a', 'ab', 'abc', 0, 1, 2, 0.5, true, false, null);
const values = fc.uniqueArray(scalar, { minLength: 1, maxLength: 4 });
const pattern = fc.constantFrom('^a', 'b$', '^[ab]*$', '^.{2}');

/** Returns the arbitraries of a schema with some levels of schemas inside it. */
function arbitraries(depth: number): { readonly schema: fc.Arbitrary<Schema>; readonly keyword: KeywordsOf } {
  const inner = depth === 0 ? fc.constantFrom<Schema>({ type: 'string' }, { type: 'integer' }) : anySchema(depth - 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  const fields = fc.dictionary(fc.constantFrom(...NAMES), inner, { minKeys: 1, maxKeys: 3 });
  const byType: Readonly<Record<string, fc.Arbitrary<Keywords>>> = {
    string: fc.oneof(
      each(['minLength', 'maxLength'], size),
      one('pattern', pattern),
      one('format', fc.constantFrom('date', 'ipv4', 'email', 'idn-email')),
    ),
    number: fc.oneof(
      each(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'], limit),
      one('multipleOf', fc.constantFrom(0.1, 0.3, 0.5, 1, 2, 3)),
    ),
    array: fc.oneof(
      each(['minItems', 'maxItems'], size),
      one('uniqueItems', fc.boolean()),
      each(['items', 'items', 'contains'], inner),
      one('prefixItems', list),
      fc.record({ contains: inner, minContains: size }),
      fc.record({ contains: inner, maxContains: size }),
    ),
    object: fc.oneof(
      { weight: 3, arbitrary: one('properties', fields) },
      { weight: 2, arbitrary: one('required', names) },
      { weight: 2, arbitrary: one('additionalProperties', fc.oneof(fc.boolean(), inner)) },
      each(['minProperties', 'maxProperties'], size),
      one('propertyNames', fc.oneof(one('pattern', pattern), one('maxLength', size), one('enum', names))),
      one('patternProperties', fc.dictionary(pattern, inner, { minKeys: 1, maxKeys: 1 })),
      one('dependentRequired', fc.dictionary(fc.constantFrom(...NAMES), names, { minKeys: 1, maxKeys: 2 })),
      one('dependentSchemas', fields),
    ),
  };
  const describing = each(['title', 'default'], fc.constantFrom('a', 'b'));
  const any = fc.oneof(
    one('enum', values),
    one('const', scalar),
    each(['anyOf', 'oneOf', 'allOf'], list),
    one('not', inner),
    // biome-ignore lint/suspicious/noThenProperty: the name of a keyword.
    fc.record({ if: inner, then: inner, else: inner }, { requiredKeys: ['if'] }),
    one('type', fc.oneof(fc.constantFrom(...TYPES), fc.subarray(TYPES, { minLength: 1, maxLength: 3 }))),
    describing,
  );
  const keyword: KeywordsOf = (type) => {
    if (type === 'null') return describing;
    const own = byType[type === 'integer' ? 'number' : type];
    return own === undefined ? any : fc.oneof({ weight: 3, arbitrary: own }, { weight: 1, arbitrary: any });
  };
  const typed = fc
    .constantFrom(...TYPES, 'string', 'integer', 'array', 'object', 'object', 'object')
    .chain((type) =>
      fc
        .tuple(
          type === 'null' ? fc.constant<unknown>(type) : fc.constantFrom<unknown>(type, type, type, [type, 'null']),
          fc.array(keyword(type), { maxLength: 3 }),
        )
        .map(([shown, keywords]) => Object.assign({ type: shown }, ...keywords) as Schema),
    );
  const untyped = fc
    .array(fc.oneof(any, ...Object.values(byType)), { minLength: 1, maxLength: 2 })
    .map((keywords) => Object.assign({}, ...keywords) as Schema);
  const special = fc.oneof(
    fc.constantFrom<Schema>(true, false, {}, { $ref: COMPONENT }, { type: 'null' }),
    fc.oneof(...Object.values(byType)).map((siblings): Schema => ({ ...siblings, $ref: COMPONENT })),
  );
  const schema = fc.oneof(
    { weight: 6, arbitrary: typed },
    { weight: 2, arbitrary: untyped },
    { weight: 1, arbitrary: special },
  );
  return { schema, keyword };
}

type KeywordsOf = (type: string) => fc.Arbitrary<Keywords>;
const anySchema = (depth: number): fc.Arbitrary<Schema> => arbitraries(depth).schema;

const SCHEMA = ['items', 'contains', 'not', 'if', 'then', 'else', 'additionalProperties', 'propertyNames'];
const SCHEMAS = ['anyOf', 'oneOf', 'allOf', 'prefixItems'];
const NAMED = ['properties', 'patternProperties', 'dependentSchemas'];

/** Returns a copy of a schema whose subschemas are replaced by the results of a function. */
export function mapSubschemas(schema: Keywords, replace: (inner: Schema) => Schema): Keywords {
  const map = (value: unknown) => Object.entries(value as Record<string, Schema>).map(([k, v]) => [k, replace(v)]);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (SCHEMA.includes(keyword)) return [keyword, replace(value as Schema)];
      if (SCHEMAS.includes(keyword)) return [keyword, (value as Schema[]).map(replace)];
      return [keyword, NAMED.includes(keyword) ? Object.fromEntries(map(value)) : value];
    }),
  );
}

/** Replaces subschemas by the results of a function, or visits their subschemas. The schema itself has the index 0. */
function replaceIn(schema: Schema, replace: (inner: Schema, index: number) => Schema | undefined): Schema {
  let index = -1;
  const visit = (inner: Schema): Schema => {
    index += 1;
    return replace(inner, index) ?? (typeof inner === 'boolean' ? inner : mapSubschemas(inner, visit));
  };
  return visit(schema);
}

/** Changes the subschema that a number selects. */
function changeAt(schema: Schema, selected: number, change: SchemaChange): Schema {
  let last = 0;
  replaceIn(schema, (_inner, index) => {
    last = index;
    return undefined;
  });
  return replaceIn(schema, (inner, index) => (index === selected % (last + 1) ? change(inner) : undefined));
}

type SchemaChange = (schema: Schema) => Schema;
const keywordsOf = (schema: Schema): Keywords => (typeof schema === 'boolean' ? {} : schema);
const typeIn = (schema: Schema): string => String([keywordsOf(schema)['type']].flat()[0]);

/** Changes one member of a schema, which a number selects. */
const changeMember =
  (selected: number, change: (value: unknown) => unknown): SchemaChange =>
  (schema) => {
    const entries = Object.entries(keywordsOf(schema));
    const [key, value] = entries[selected % entries.length] ?? [];
    if (key === undefined) return schema;
    const changed = change(value);
    return Object.fromEntries(
      entries.flatMap(([one, old]) => (one !== key ? [[one, old]] : changed === undefined ? [] : [[key, changed]])),
    );
  };

/** Removes an item or a member, changes a number or a flag, or removes a value that cannot be changed. */
function changeValue(value: unknown, selected: number): unknown {
  if (typeof value === 'number') return Math.max(0, value + (selected % 2 === 0 ? 1 : -1));
  if (typeof value === 'boolean') return !value;
  if (Array.isArray(value) && value.length > 1) return value.toSpliced(selected % value.length, 1);
  return undefined;
}

const leaf = arbitraries(1);
const mutation: fc.Arbitrary<SchemaChange> = fc.oneof(
  // Adds or replaces a keyword.
  fc.tuple(...[...TYPES, 'undefined'].map((type) => leaf.keyword(type))).map(
    (keywords): SchemaChange =>
      (schema) => {
        const added = keywords[[...TYPES, 'undefined'].indexOf(typeIn(schema))];
        return { ...keywordsOf(schema), ...added };
      },
  ),
  fc.nat().map((selected) => changeMember(selected, () => undefined)),
  fc.tuple(fc.nat(), fc.nat()).map(([selected, item]) => changeMember(selected, (value) => changeValue(value, item))),
  // Adds an item to a list, or a member to an object.
  fc.tuple(fc.nat(), leaf.schema, scalar, fc.constantFrom(...NAMES)).map(
    ([selected, added, value, name]): SchemaChange =>
      (schema) => {
        const entries = Object.entries(keywordsOf(schema)).filter(([, old]) => typeof old === 'object' && old !== null);
        const [key, old] = entries[selected % entries.length] ?? [];
        if (key === undefined) return schema;
        const item = SCHEMAS.includes(key) ? added : key === 'enum' ? value : key === 'type' ? typeIn(added) : name;
        if (Array.isArray(old))
          return old.includes(item) || item === 'undefined' ? schema : { ...keywordsOf(schema), [key]: [...old, item] };
        return key === 'properties' ? { ...keywordsOf(schema), [key]: { ...(old as object), [name]: added } } : schema;
      },
  ),
  leaf.schema.map(
    (added): SchemaChange =>
      () =>
        added,
  ),
  fc.tuple(fc.constantFrom('anyOf', 'oneOf', 'allOf'), leaf.schema, fc.boolean()).map(
    ([keyword, added, isAlone]): SchemaChange =>
      (schema) => ({
        [keyword]: isAlone ? [schema] : [schema, added],
      }),
  ),
  // Replaces a combination with its first schema.
  fc.constant<SchemaChange>((schema) => {
    const [first] = SCHEMAS.flatMap((keyword) => (keywordsOf(schema)[keyword] ?? []) as Schema[]);
    return first ?? schema;
  }),
  // Allows null, or no longer allows null.
  fc.constant<SchemaChange>((schema) => {
    const { type } = keywordsOf(schema);
    if (Array.isArray(type)) return { ...keywordsOf(schema), type: type.filter((one) => one !== 'null')[0] ?? 'null' };
    return type === undefined || type === 'null' ? schema : { ...keywordsOf(schema), type: [type, 'null'] };
  }),
);

/** Pairs of schemas: the second schema is the first schema after one to three changes. */
export const schemaPairs: fc.Arbitrary<SchemaPair> = fc
  .record({
    schema: fc.oneof(anySchema(0), anySchema(1), anySchema(2)),
    component: anySchema(1).filter((schema) => typeof schema === 'object'),
    changes: fc.array(fc.tuple(fc.nat(), mutation, fc.constantFrom(true, true, false)), { minLength: 1, maxLength: 2 }),
  })
  .map(({ schema, component, changes }) => {
    const before = { schema, component };
    const after: Record<keyof SchemaVersion, Schema> = { ...before };
    for (const [index, change, isSchema] of changes) {
      const part = isSchema ? 'schema' : 'component';
      after[part] = changeAt(after[part], index, change);
    }
    return { before, after };
  });
