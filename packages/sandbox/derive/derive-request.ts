import type { OpenApiDocument, OperationObject, Parameter } from 'tools-document/model';
import { hasValidName, isIgnored } from 'tools-document/operations';
import { alternativesOf, type FieldSchema, propertiesOf, schemaIn, typesOf } from 'tools-document/schema';
import type { BundledOperation, BundledParameter } from '../src/bundled-document.ts';

/** The keywords of a schema that describe a single value. */
interface ValueSchema extends FieldSchema {
  readonly default?: unknown;
}

/** Returns the parameters that the sandbox reads: all except cookies, and header fields that are ignored or invalid. */
export const readableParameters = (parameters: readonly Parameter[]): Parameter[] =>
  parameters.filter((parameter) => parameter.in !== 'cookie' && !isIgnored(parameter) && hasValidName(parameter));

export const bundledParameters = (document: OpenApiDocument, parameters: readonly Parameter[]): BundledParameter[] =>
  readableParameters(parameters).map(({ name, in: place, schema = {} }) => ({
    name,
    // The cast is safe: readableParameters() omits cookies.
    in: place as BundledParameter['in'],
    types: typeNames(document, schema),
    itemTypes: alternativesOf(document, schema).flatMap(({ items }) => (items ? typeNames(document, items) : [])),
  }));

/** Returns the JSON types that a schema allows; an empty list if the schema does not show them. */
export const typeNames = (document: OpenApiDocument, schema: object): string[] => [
  ...(typesOf(schemaIn(document, schema)) ?? []),
];

const fieldTypes = (document: OpenApiDocument, schema: object): Record<string, string[]> =>
  Object.fromEntries(
    [...propertiesOf(document, schema)].map(([name, property]) => [name, typeNames(document, property)]),
  );

/** Returns the query parameters that have the name of a field of the items. */
export function filterParameters(parameters: readonly Parameter[], fields: Iterable<string>): string[] {
  const names = new Set(fields);
  return parameters
    .filter((parameter) => parameter.in === 'query' && names.has(parameter.name))
    .map(({ name }) => name);
}

/** Returns the facts that the sandbox needs about the request body of an operation. */
export function bundledBody(
  document: OpenApiDocument,
  { requestBody }: OperationObject,
): Exclude<BundledOperation['body'], undefined> | undefined {
  if (requestBody === undefined) return undefined;
  const media = Object.values(requestBody.content);
  const form = requestBody.content['application/x-www-form-urlencoded'];
  const defaults = media.flatMap(({ schema }) => Object.entries(defaultsIn(document, schema ?? {})));
  return {
    required: requestBody.required === true,
    mediaTypes: Object.keys(requestBody.content),
    fields: form?.schema === undefined ? {} : fieldTypes(document, form.schema),
    defaults: Object.fromEntries(defaults),
  };
}

/** Returns the `default` of each property. Omits properties of alternatives, because another alternative can apply. */
export function defaultsIn(document: OpenApiDocument, schema: FieldSchema): Record<string, unknown> {
  const [only, ...others] = alternativesOf(document, schema);
  if (only === undefined || others.length > 0) return {};
  const properties = [...propertiesOf(document, only)] as [string, ValueSchema][];
  return Object.fromEntries(
    properties.flatMap(([name, { default: value }]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Returns the query parameters that select the fields of items: `fields`, and perhaps `include_fields`. */
export function fieldParameters(parameters: readonly Parameter[]): { fields: string; include?: string } | undefined {
  const find = (pattern: RegExp) => parameters.find(({ name, in: place }) => place === 'query' && pattern.test(name));
  const fields = find(/^fields$/i);
  const include = find(/^include_?fields$/i);
  return fields && { fields: fields.name, ...(include && { include: include.name }) };
}
