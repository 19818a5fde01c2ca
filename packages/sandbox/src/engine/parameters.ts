import type { BuiltParameter } from '../built-document.js';

/** The parameters of a request by place, with values of their documented types. */
export interface ParameterValues {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
}

/** The parameters of a request as they were sent. */
export interface SentParameters {
  /** Decoded path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
}

/** Reads the parameters of a request, and converts each text to the documented type if possible. */
export function readParameters(parameters: readonly BuiltParameter[], sent: SentParameters): ParameterValues {
  const valuesIn = (place: BuiltParameter['in'], read: (parameter: BuiltParameter) => unknown) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => [parameter.name, read(parameter)])
        .filter(([, value]) => value !== undefined),
    );
  return {
    path: valuesIn('path', (parameter) => parameterValue(parameter, [sent.path[parameter.name]])),
    query: valuesIn('query', (parameter) => queryValue(parameter, sent.query, parameters)),
    header: valuesIn('header', (parameter) => parameterValue(parameter, [sent.header(parameter.name)])),
  };
}

/** Removes the type `string` from a parameter, and from each of its fields, if all other types are scalars. */
export const withoutText = (parameter: BuiltParameter): BuiltParameter => ({
  ...parameter,
  types: withoutString(parameter.types),
  fields: Object.fromEntries(Object.entries(parameter.fields).map(([name, types]) => [name, withoutString(types)])),
});

function withoutString(types: readonly string[]): readonly string[] {
  const others = types.filter((type) => type !== 'string');
  const isScalar = others.length > 0 && others.every((type) => ['integer', 'number', 'boolean'].includes(type));
  return isScalar ? others : types;
}

/** Finds the first query parameter that an operation does not declare. */
export function unknownQueryParameter(
  parameters: readonly BuiltParameter[],
  query: URLSearchParams,
): string | undefined {
  // In the style `form` with `explode`, the properties of an object are separate parameters, which can have any name.
  if (parameters.some((parameter) => parameter.in === 'query' && isSpread(parameter))) return undefined;
  return undeclaredNames(parameters, query)[0];
}

/** Returns the names of a query that no parameter of an operation has. */
function undeclaredNames(parameters: readonly BuiltParameter[], query: URLSearchParams): string[] {
  const declared = parameters.filter((parameter) => parameter.in === 'query' && !isSentSpread(parameter, query));
  const isObject = ({ style }: BuiltParameter) => style === 'deepObject';
  const objects = new Set(declared.filter(isObject).map(({ name }) => name));
  const names = new Set(declared.filter((one) => !isObject(one) || allowsOther(one)).map(({ name }) => name));
  return [...query.keys()].filter((name) => {
    const [, object] = /^([^[]+)\[/.exec(name) ?? [];
    return !names.has(name) && !(object !== undefined && objects.has(object)) && !names.has(name.replace(/\[\]$/, ''));
  });
}

const isSpread = ({ types, style, explode, isJson }: BuiltParameter): boolean =>
  types.includes('object') && style === 'form' && explode && !isJson;

/** Whether a parameter can also have a value that is not an object. */
const allowsOther = ({ types }: BuiltParameter): boolean => types.some((type) => type !== 'object' && type !== 'null');

/** Whether a query has the properties of an object as separate parameters, not a value of another type. */
const isSentSpread = (parameter: BuiltParameter, query: URLSearchParams): boolean =>
  isSpread(parameter) && !(allowsOther(parameter) && query.has(parameter.name) && !hasField(parameter, parameter.name));

const hasField = ({ fields }: BuiltParameter, name: string): boolean => Object.hasOwn(fields, name);

/** Returns the text with which a path parameter must start in its style. */
const prefixOf = ({ name, style, types, explode }: BuiltParameter): string => {
  if (style === 'label') return '.';
  if (style !== 'matrix') return '';
  return explode && types.includes('object') ? ';' : `;${name}=`;
};

/** Returns the first path parameter that does not start with the prefix of its style, and this prefix. */
export function unstyledParameter(
  parameters: readonly BuiltParameter[],
  path: Readonly<Record<string, string>>,
): { readonly name: string; readonly prefix: string } | undefined {
  return parameters
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => ({ name: parameter.name, prefix: prefixOf(parameter) }))
    .find(({ name, prefix }) => path[name]?.startsWith(prefix) === false);
}

/**
 * Rewrites path parameters in the style `simple`: removes the prefixes and names that `label` and `matrix` add. Each
 * parameter must start as {@link unstyledParameter} requires.
 */
export const simplePath = (
  parameters: readonly BuiltParameter[],
  path: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(path).map(([name, text]) => {
      const parameter = parameters.find((one) => one.in === 'path' && one.name === name);
      return [name, parameter === undefined ? text : simpleText(parameter, text)];
    }),
  );

function simpleText(parameter: BuiltParameter, text: string): string {
  const { name, types, explode } = parameter;
  const separator = prefixOf(parameter).charAt(0);
  if (separator === '') return text;
  const hasParts = types.some((type) => type === 'array' || type === 'object');
  const parts = explode && hasParts ? text.slice(1).split(separator) : [text.slice(1)];
  const isNamed = (part: string) => separator === ';' && part.startsWith(`${name}=`);
  return parts.map((part) => (isNamed(part) ? part.slice(name.length + 1) : part)).join(',');
}

const SEPARATORS: Readonly<Record<string, string>> = { spaceDelimited: ' ', pipeDelimited: '|' };

function queryValue(parameter: BuiltParameter, query: URLSearchParams, all: readonly BuiltParameter[]): unknown {
  const { name, style, fields } = parameter;
  if (style === 'deepObject') {
    const properties = [...query]
      .filter(([key]) => key.startsWith(`${name}[`) && key.endsWith(']'))
      .map(([key, value]) => [key.slice(name.length + 1, -1), value]);
    if (properties.length > 0) return typedObject(properties, fields);
  }
  if (isSentSpread(parameter, query)) {
    const isOfAnother = (key: string) =>
      !hasField(parameter, key) && all.some((one) => isSpread(one) && hasField(one, key));
    const names = undeclaredNames(all, query).filter((key) => !isOfAnother(key));
    if (names.length === 0) return undefined;
    return typedObject(
      names.map((key) => [key, query.get(key) ?? '']),
      fields,
    );
  }
  const values = query.getAll(name);
  return parameterValue(parameter, values.length > 0 ? values : query.getAll(`${name}[]`));
}

function parameterValue(
  { types, items, fields, style, explode, isJson }: BuiltParameter,
  texts: readonly (string | undefined)[],
): unknown {
  const [first] = texts;
  if (first === undefined) return undefined;
  if (isJson) return parseJson(first);
  const separator = SEPARATORS[style] ?? ',';
  if (types.includes('array') && (texts.length > 1 || !types.includes('string'))) {
    // With `explode`, `spaceDelimited` and `pipeDelimited` repeat the name, as `form` does.
    const isRepeated = explode && (style === 'form' || separator !== ',');
    const parts = isRepeated ? texts : first === '' ? [] : first.split(separator);
    return parts.map((part) => typedValue(part ?? '', items));
  }
  if (types.includes('object') && !types.includes('string')) {
    const parts = first.split(separator);
    const pairs = explode ? parts.map(pairOf) : pairsIn(parts);
    return typedObject(pairs, fields);
  }
  // If a parameter is sent twice, return both texts, which do not match the schema of a single value.
  return texts.length > 1 ? texts : typedValue(first, types);
}

/** Splits `name=value`. The value can contain `=`. */
function pairOf(part: string): string[] {
  const [name = ''] = part.split('=', 1);
  return [name, part.slice(name.length + 1)];
}

/** Returns names and values that follow each other as pairs. */
const pairsIn = (parts: readonly string[]): string[][] =>
  parts.flatMap((part, index) => (index % 2 === 0 ? [[part, parts[index + 1] ?? '']] : []));

/** Returns an object with values of their documented types. */
const typedObject = (pairs: readonly (readonly string[])[], fields: BuiltParameter['fields']): object =>
  Object.fromEntries(
    pairs.map(([name = '', text = '']) => [
      name,
      typedValue(text, (Object.hasOwn(fields, name) ? fields[name] : undefined) ?? ['string']),
    ]),
  );

/** Converts a text to a value of one of the types. Returns the text unchanged if this is not possible. */
export function typedValue(text: string, types: readonly string[]): unknown {
  if (types.includes('string')) return text;
  const isNumeric = types.includes('integer') || types.includes('number');
  if (isNumeric && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return Number(text);
  if (types.includes('boolean') && (text === 'true' || text === 'false')) return text === 'true';
  if (types.includes('null') && (text === '' || text === 'null')) return null;
  if (types.includes('object') || types.includes('array')) return parseJson(text);
  return text;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
