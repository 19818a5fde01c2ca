import { createQuerySerializer } from 'openapi-fetch';
import { byHash } from '../operation-hash.js';
import { readHeaders } from './header-fields.js';
import { expandPath } from './path.js';
import { type ParameterStyle, serializeParameter } from './serialize-parameter.js';
import { checkObject, isScalar } from './value-checks.js';

/** Styles of the parameters of an operation. A key is a place and a name, such as `query.ids`. */
type OperationStyles = Readonly<Record<string, ParameterStyle>>;

/** The parameters of a call, as openapi-fetch needs them. */
export interface WrittenParameters {
  /** The path with the values of its parameters. If the operation has styles, it contains the query too. */
  readonly expandedPath: string;
  readonly params: {
    readonly query: Record<string, unknown>;
    readonly header: Record<string, string>;
  };
}

/**
 * Writes the parameters of a call in the styles of its operation. Returns `undefined` if the operation has only
 * parameters with the usual style of their place.
 *
 * @throws TypeError If the style cannot express a value.
 */
export type WriteParameters = (
  method: string,
  path: string,
  pathParameters: object,
  query: object,
  header: unknown,
) => WrittenParameters | undefined;

/** Writes a query in the usual styles: a list repeats its name, and a field of an object is `name[field]`. */
const writeUsual = createQuerySerializer();

/**
 * Creates the function that writes parameters.
 *
 * @param styles The styles by the hash of the operation.
 */
export function parameterWriter(modulus: number, styles: Readonly<Record<number, OperationStyles>>): WriteParameters {
  const stylesOf = byHash(modulus, styles);
  return (method, path, pathParameters, query, header = {}) => {
    const found = stylesOf(method, path);
    if (found === undefined) return undefined;
    checkObject('params.header', header);
    const write = (place: 'path' | 'query' | 'header', name: string, value: unknown): string | undefined => {
      const style = found[`${place}.${name}`];
      if (style === undefined || value === undefined || value === null) return undefined;
      const parameter = `params.${place}.${name}`;
      checkItems(parameter, place, value);
      const text = serializeParameter(place, name, style, value);
      if (place === 'path' && /^\.{0,2}$/.test(text))
        throw new TypeError(`${parameter} must not be empty, "." or ".."`);
      return text;
    };
    const template = path.replace(
      /{(.*?)}/g,
      (whole, name) => write('path', name, Reflect.get(pathParameters, name)) ?? whole,
    );
    const search = Object.entries(query)
      .map(([name, value]) => write('query', name, value) ?? writeUsual({ [name]: value }))
      .filter((pair) => pair !== '')
      .join('&');
    const fields = Object.entries(header).map(([name, value]) => {
      const text = write('header', name, value) ?? value;
      // Without items, there is no header field.
      return [name, text === '' && value !== '' ? undefined : text];
    });
    return {
      expandedPath: expandPath(template, pathParameters) + (search && `?${search}`),
      params: { query: {}, header: readHeaders('params.header', Object.fromEntries(fields)) },
    };
  };
}

/** Throws if a list or an object contains a list, an object, or, in a path, an empty item. */
function checkItems(parameter: string, place: string, value: unknown): void {
  const items: unknown[] = Object(value) === value ? Object.values(Object(value)) : [value];
  const isMissing = (item: unknown) => item === undefined || item === null || item === '';
  if (place === 'path' && items.some(isMissing)) throw new TypeError(`${parameter} must not contain empty values`);
  if (!items.every((item) => isScalar(item) || isMissing(item)))
    throw new TypeError(`${parameter} must be a string or a number, or contain only strings and numbers`);
  if (!items.every((item) => String(item).isWellFormed()))
    throw new TypeError(`${parameter} must be well-formed Unicode`);
}
