import type { BundledParameter } from '../bundled-document.js';

/** The parameters of a request by place, with values of their documented types. */
type ParameterValues = Readonly<Record<BundledParameter['in'], Readonly<Record<string, unknown>>>>;

/** The parameters of a request as they were sent. */
export interface SentParameters {
  /** Decoded path parameters by name. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
}

/** Reads the parameters of a request, and converts each text to the documented type if possible. */
export function readParameters(parameters: readonly BundledParameter[], sent: SentParameters): ParameterValues {
  const valuesIn = (place: BundledParameter['in'], read: (parameter: BundledParameter) => unknown) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) => [parameter.name, read(parameter)])
        .filter(([, value]) => value !== undefined),
    );
  return {
    path: valuesIn('path', (parameter) => parameterValue(parameter, [sent.path[parameter.name]])),
    query: valuesIn('query', (parameter) => parameterValue(parameter, sent.query.getAll(parameter.name))),
    header: valuesIn('header', (parameter) => parameterValue(parameter, [sent.header(parameter.name)])),
  };
}

/** Finds the first query parameter that an operation does not declare. */
export const unknownQueryParameter = (
  parameters: readonly BundledParameter[],
  query: URLSearchParams,
): string | undefined =>
  [...query.keys()].find((name) => !parameters.some((one) => one.in === 'query' && one.name === name));

function parameterValue({ types, itemTypes }: BundledParameter, texts: readonly (string | undefined)[]): unknown {
  const [first] = texts;
  if (first === undefined) return undefined;
  if (types.includes('array') && (texts.length > 1 || !types.includes('string')))
    return texts.map((text) => typedValue(text ?? '', itemTypes));
  // If a parameter is sent twice, return both texts, which do not match the schema of a single value.
  return texts.length > 1 ? texts : typedValue(first, types);
}

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
