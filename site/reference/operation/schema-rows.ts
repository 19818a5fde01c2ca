// Writes schemas as rows: a list with an item for each field, and below an item the fields of its value.
import { isObject, isReference, type JsonObject, type OpenApiDocument, resolve } from 'tools-document/model';
import { CHOICES, schemaIn, typesOf, valuesOf } from 'tools-document/schema';
import { joined } from '../../../common/formatting.ts';
import { groupBy } from '../../../common/group-by.ts';
import { code, description, inline, jsonCode, plain } from '../markdown.ts';
import { schemaId } from '../schema-id.ts';

/** Keywords that are shown with their values next to the type. */
const LIMITS =
  /^(?:format|pattern|default|multipleOf|uniqueItems|(?:m|exclusiveM)(?:in|ax)imum|(?:min|max)(?:Length|Items|Properties))$/;
/** Flags of a schema, in the words of the page. */
const FLAGS = { deprecated: 'deprecated', readOnly: 'read-only', writeOnly: 'write-only' };
/** An array below more arrays than this can be an array of itself. */
const MAX_ARRAYS = 3;

/** Rows in more rows than this cannot be nested in a page. */
const MAX_DEPTH = 30;
/** Keywords of a schema that only names types or values. */
const TYPES = /^(?:type|enum|const|title|x-.*)$/;
/** Keywords that do not restrict a value. */
const ANNOTATIONS = /^(?:title|description|examples?|x-.*)$/;

/** A schema whose references are resolved, with the keywords that the rows show. */
interface Schema extends JsonObject {
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: JsonObject;
  readonly 'x-not-shown'?: readonly string[];
}

/** A field, a parameter or a header field. */
export interface DescribedValue {
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema?: unknown;
  readonly example?: unknown;
  readonly 'x-not-shown'?: readonly string[];
}

/** A label, a value, and words such as `required`. */
type Row = readonly [label: string, value: DescribedValue, notes: readonly string[]];

/** The schemas of a page: each schema with a name has its rows once, and is a link in other places. */
export interface PageSchemas {
  readonly document: OpenApiDocument;
  /** Names of the schemas whose rows the page has. */
  readonly shown: Set<string>;
}

/** Writes a list with a row for each value. */
export const rowList = (page: PageSchemas, rows: readonly Row[], depth = 0): string =>
  rows
    .map(([label, value, notes]) => {
      const { words, blocks, isDescribed } = describe(page, value, depth);
      const missing = isDescribed || !label.startsWith('`') ? [] : ['without description'];
      const terms = [...words.slice(0, 1), ...notes, ...words.slice(1), ...missing].join(', ');
      return `- ${[`${label} *${terms}*`, ...blocks].join('\n\n').replaceAll(/\n(?!\n)/g, '\n  ')}`;
    })
    .join('\n');

/** Returns words about the type, the limits and the flags of a value, and its description and rows as blocks. */
export function describe(page: PageSchemas, value: DescribedValue, depth = 0) {
  const { document, shown } = page;
  const { name, schema } = targetOf(document, value.schema);
  const own = partsOf(document, value.schema);
  const inner = partsOf(document, schema);
  const { fields, alternatives } = rowsOf(document, inner);
  // A schema that combines schemas with a name can contain itself.
  const key = name ?? JSON.stringify(schema ?? true);
  const isAbove = shown.has(key) && fields.length + alternatives.length > 0;
  const isTooDeep = depth === MAX_DEPTH;
  if ((name !== undefined || key.includes('"$ref"')) && !isTooDeep) shown.add(key);
  const words = [
    typeText(document, value.schema),
    ...own.flatMap(limitsOf),
    ...Object.entries(FLAGS).flatMap(([flag, word]) =>
      [Object(value), ...own].some((part) => part[flag] === true) ? [word] : [],
    ),
    ...(value.example === undefined ? [] : [`for example ${jsonCode(value.example)}`]),
    ...(isAbove ? [name === undefined ? 'see above' : `see [${code(name)}](#${schemaId(name)})`] : []),
    ...(isTooDeep ? ['see the OpenAPI document'] : []),
  ];
  // The items of an array can have their own description.
  const described = isAbove ? [[value, ...own]] : [[value, ...own], inner];
  const texts = described.map((parts) => description(parts.find(({ description: text }) => text)?.description ?? ''));
  const notShown = new Set(described.flat().flatMap((part) => part['x-not-shown'] ?? []));
  const of = name === undefined ? '' : ` of ${code(name)}`;
  const lists = [
    { rows: fields, word: 'field', of },
    { rows: alternatives, word: 'alternative', of: fields.length > 0 ? '' : of },
  ].filter(({ rows }) => rows.length > 0 && !isAbove && !isTooDeep);
  const blocks = [
    ...new Set(texts),
    ...(notShown.size === 0 ? [] : [`Not documented by the API: ${[...notShown].map(inline).join('; ')}.`]),
    ...lists.flatMap(({ rows, word, of: target }) => [
      `*${rows.length} ${word}${rows.length === 1 ? '' : 's'}${target}*`,
      rowList(page, rows, depth + 1),
    ]),
  ].filter((block) => block !== '');
  return { words: [...new Set(words)], blocks, isDescribed: isAbove || texts.some((text) => text !== '') };
}

/** Returns the schema whose fields the rows of a schema show, and the name of the last reference to this schema. */
function targetOf(document: OpenApiDocument, schema: unknown): { name: string | undefined; schema: unknown } {
  const seen = new Set<unknown>();
  let name: string | undefined;
  for (let next = schema; ; ) {
    const { value, component } = resolve(document, next);
    if (isReference(next)) name = component?.name ?? next.$ref;
    const part = isObject(value) ? onlyPart(document, value) : undefined;
    if (part === undefined || seen.has(value)) return { name, schema: next };
    seen.add(value);
    next = part;
  }
}

/** Returns the only schema to which a schema is reduced: its items, its only alternative, or the only member of `allOf`. */
function onlyPart(document: OpenApiDocument, schema: JsonObject): unknown {
  if (schema['properties'] !== undefined) return undefined;
  const parts = ['allOf', ...CHOICES].flatMap((keyword) => schemasIn(document, schema, keyword));
  const all = [...parts, ...(schema['items'] === undefined ? [] : [schema['items']])];
  const described = all.filter((one) => !isUnknown(document, one));
  return described.length === 1 ? described[0] : undefined;
}

/** Returns the members of a keyword that lists schemas, without those that allow only `null`. */
const schemasIn = (document: OpenApiDocument, schema: JsonObject, keyword: string): unknown[] =>
  [schema[keyword] ?? []].flat().filter((one) => typesOf(schemaIn(document, one))?.join() !== 'null');

/** Returns the schemas that a value must all match: the schema, the members of `allOf`, and an only alternative. */
function partsOf(document: OpenApiDocument, schema: unknown, seen = new Set<unknown>()): Schema[] {
  const key = isReference(schema) ? schema.$ref : schema;
  if (seen.has(key)) return [];
  seen.add(key);
  const { value } = resolve(document, schema);
  if (!isObject(value)) return [];
  const choices = CHOICES.map((keyword) => schemasIn(document, value, keyword)).filter(({ length }) => length === 1);
  const inner = [...schemasIn(document, value, 'allOf'), ...choices.flat()];
  return [value, ...inner.flatMap((one) => partsOf(document, one, seen))];
}

/** Returns the lists of alternatives of a schema, of which a value matches one. */
const alternativesIn = (document: OpenApiDocument, parts: readonly Schema[]): unknown[] =>
  parts
    .flatMap((part) => CHOICES.map((keyword) => schemasIn(document, part, keyword)))
    .filter(({ length }) => length > 1)
    .flat();

/** Returns the rows of the fields and of the alternatives of a schema. Alternatives that are only types have no rows. */
function rowsOf(document: OpenApiDocument, parts: readonly Schema[]): Record<'fields' | 'alternatives', Row[]> {
  const required = new Set(parts.flatMap((part) => part.required ?? []).map(code));
  const alternatives = alternativesIn(document, parts);
  const shown = alternatives.every((one) => isOnlyType(document, one)) ? [] : alternatives;
  return {
    // A field that several parts declare must match all of them.
    fields: [...fieldsOf(parts)].map(([label, [first, ...others]]) => [
      label,
      { schema: others.length === 0 ? first : { allOf: [first, ...others] } },
      required.has(label) ? ['required'] : [],
    ]),
    alternatives: shown.map((one, index) => [`Alternative ${index + 1}`, { schema: one }, requiredIn(document, one)]),
  };
}

/** Names the fields that a schema requires without describing them. */
function requiredIn(document: OpenApiDocument, schema: unknown): string[] {
  const { required = [], properties = {} } = Object(resolve(document, schema).value) as Schema;
  const names = required.filter((name) => !(name in properties));
  return names.length === 0 ? [] : [`requires ${joined(names.map(code), 'and')}`];
}

/** Returns the schemas of each field, by its label. */
function fieldsOf(parts: readonly Schema[]): Map<string, unknown[]> {
  const fields = parts.flatMap(({ properties, patternProperties, additionalProperties: others }) => [
    ...Object.entries(properties ?? {}).map(([name, field]) => [code(name), field] as const),
    ...Object.entries(Object(patternProperties)).map(([pattern, field]) => [code(`/${pattern}/`), field] as const),
    ...(isObject(others) && Object.keys(others).length > 0 ? [['any other field', others] as const] : []),
  ]);
  return new Map(
    [...groupBy(fields, ([label]) => label)].map(([label, group]) => [label, group.map(([, field]) => field)]),
  );
}

/** Whether a schema only names types or values. */
const isOnlyType = (document: OpenApiDocument, schema: unknown): boolean =>
  Object.keys(Object(resolve(document, schema).value)).every((keyword) => TYPES.test(keyword));

const limitsOf = (part: Schema): string[] =>
  Object.entries(part).flatMap(([keyword, value]) =>
    LIMITS.test(keyword) && (value !== false || keyword === 'default') ? [`${keyword} ${jsonCode(value)}`] : [],
  );

/** Names the values or the types that a schema allows, such as `array of string`. */
function typeText(document: OpenApiDocument, schema: unknown, arrays = 0): string {
  const parts = partsOf(document, schema);
  const values = parts.flatMap((part) => valuesOf(part) ?? []);
  if (values.length > 0) return joined([...new Set(values.map(jsonCode))], 'or');
  const alternatives = alternativesIn(document, parts);
  const types = typesOf(schemaIn(document, schema)) ?? ['any JSON value'];
  if (alternatives.length > 0 && alternatives.every((one) => isOnlyType(document, one))) {
    const texts = alternatives.map((one) => typeText(document, one, arrays));
    return joined([...new Set([...texts, ...types.filter((type) => type === 'null')])], 'or');
  }
  const items = parts.find((part) => part['items'] !== undefined)?.['items'];
  const limits = partsOf(document, items).flatMap(limitsOf);
  const text = items === undefined || arrays === MAX_ARRAYS ? '' : typeText(document, items, arrays + 1);
  const list = [text, ...limits].join(', ');
  return joined(
    types.map((type) =>
      type === 'array' && text !== '' ? `array of ${/ /.test(list) ? `(${list})` : list}` : plain(type),
    ),
    'or',
  );
}

/** Whether a document says nothing about a value. */
export const isUnknown = (document: OpenApiDocument, schema: unknown): boolean =>
  partsOf(document, schema).every((part) => Object.keys(part).every((keyword) => ANNOTATIONS.test(keyword)));
