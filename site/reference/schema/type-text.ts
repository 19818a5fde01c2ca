import { allowsNull, joined, type OpenApiDocument, schemaIn } from 'tools-document';
import { code } from '../markdown.ts';
import { choicesOf, namedTypes, type Schema, subschema } from './schema.ts';

/** Finds the schemas of a document. */
export interface SchemaNames {
  readonly document: OpenApiDocument;
  /** Resolves a reference; returns any other schema unchanged. */
  resolve(schema: Schema): Schema;
  /** Returns the name of the component to which a schema refers. */
  nameOf(schema: Schema): string | undefined;
}

/** Returns a type in the plural, for the items of an array or the values of a map. */
function pluralOf(text: string): string {
  if (/ (or|and) /.test(text)) return `(${text})`;
  return PLURALS[text] ?? text.replace(/^object(?= `)/, 'objects');
}

/** Maximum depth of the types in one text. Only circular references can exceed this depth. */
const MAX_DEPTH = 6;

/** The type of a schema that accepts every value. */
export const ANY = 'any JSON value';

const PLURALS: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  boolean: 'booleans',
  object: 'objects',
  [ANY]: 'any JSON values',
};

/** Describes the type of a schema in a few words, such as `array of strings, or null`. */
export function typeText(schema: Schema, links: SchemaNames, depth = 0): string {
  const text = nameOrType(schema, links, depth);
  const isAny = text === ANY || text === 'null';
  // As in the types of the package, null is allowed if one of several keywords allows it.
  return !isAny && allowsNull(schemaIn(links.document, schema), 'types') ? `${text}, or null` : text;
}

/** Describes the type of a schema without `null`. An object has the name of its component. */
function nameOrType(schema: Schema, links: SchemaNames, depth: number): string {
  const name = links.nameOf(schema);
  const text = typeWithoutNull(schema, links, depth);
  return name !== undefined && text === 'object' ? `object ${code(name)}` : text;
}

function typeWithoutNull(schema: Schema, links: SchemaNames, depth: number): string {
  const resolved = links.resolve(schema);
  const choices = choicesOf(links.document, resolved);
  const types = namedTypes(resolved);
  const { allOf = [], properties, items } = resolved;
  if (depth > MAX_DEPTH) return types?.join(' or ') ?? ANY;
  if (properties !== undefined) return 'object';
  if (choices.length > 0) {
    const texts = choices.map((choice) => nameOrType(choice, links, depth + 1));
    return joined([...new Set(texts)], 'or');
  }
  if (allOf.length > 0) return allOfText(allOf, links, depth);
  if (types === undefined) return items === undefined ? ANY : 'array';
  if (types.length === 0) return 'null';
  return joined(
    types.map((type) => {
      if (type === 'array') return arrayText(resolved, links, depth);
      return type === 'object' ? objectText(resolved, links, depth) : type;
    }),
    'or',
  );
}

/** Describes a value to which all members of `allOf` apply: the fields of several members are merged. */
function allOfText(members: readonly Schema[], links: SchemaNames, depth: number): string {
  const textOf = members.length === 1 ? nameOrType : typeWithoutNull;
  const texts = members.map((member) => textOf(member, links, depth + 1)).filter((text) => text !== ANY);
  return joined([...new Set(texts)], 'and') || ANY;
}

function arrayText({ items }: Schema, links: SchemaNames, depth: number): string {
  const schema = subschema(items);
  if (schema === undefined) return 'array';
  const text = typeText(schema, links, depth + 1);
  return `array of ${pluralOf(text)}`;
}

/** Describes an object without declared fields: a map if its values have a schema. */
function objectText({ additionalProperties, patternProperties }: Schema, links: SchemaNames, depth: number): string {
  if (additionalProperties === false) return patternProperties === undefined ? 'object without fields' : 'object';
  const values = subschema(additionalProperties);
  if (values === undefined || Object.keys(values).length === 0) return 'object with any fields';
  const text = typeText(values, links, depth + 1);
  return `map of names to ${pluralOf(text)}`;
}
