import {
  type CallArguments,
  fillTemplate,
  type OpenApiDocument,
  type OperationEntry,
  type Parameter,
  parameterStyle,
} from 'tenant-management-document';
import { type ParameterStyle, readParts, serializeParameter } from '../../../../src/options/serialize-parameter.ts';

type Values = Readonly<Record<string, unknown>>;

/** Returns the path and the query of a call, as the client writes them, perhaps with another percent-encoding. */
export function callUrl(
  document: OpenApiDocument,
  entry: OperationEntry,
  { path = {}, query = {} }: CallArguments['params'],
): string {
  const search = Object.entries(query)
    .map(([name, value]) => textOf(document, entry, 'query', name, value))
    .filter((pair) => pair !== '')
    .join('&');
  return pathWith(document, entry, path) + (search && `?${search}`);
}

/** Returns the path of an operation with the values of its parameters. */
export const pathWith = (document: OpenApiDocument, entry: OperationEntry, values: Values): string =>
  fillTemplate(entry.path, (name) => textOf(document, entry, 'path', name, values[name]));

/** Returns the header fields of a call, as the client writes them. */
export const headerTexts = (document: OpenApiDocument, entry: OperationEntry, values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, textOf(document, entry, 'header', name, value)])
      // The client sends no header field for a list without items.
      .filter(([name = '', text]) => text !== '' || values[name] === ''),
  );

function textOf(
  document: OpenApiDocument,
  { parameters }: OperationEntry,
  place: Exclude<Parameter['in'], 'cookie'>,
  name: string,
  value: unknown,
): string {
  const parameter = parameters.find((one) => one.in === place && one.name === name);
  // The cast is safe: the client has the same styles.
  const style = parameter && (parameterStyle(document, parameter) as ParameterStyle | undefined);
  return serializeParameter(place, name, style ?? usualStyle(place, value), readParts(value)).text;
}

/** Returns the style with which the client writes a parameter without further information. */
function usualStyle(place: Parameter['in'], value: unknown): ParameterStyle {
  if (place !== 'query') return 'simple';
  return Object(value) === value && !Array.isArray(value) ? 'deepObject' : 'form*';
}
