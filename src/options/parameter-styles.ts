import { createQuerySerializer } from 'openapi-fetch';
import { byHash } from '../operation-hash.js';
import { readHeaders } from './header-fields.js';
import { expandPath } from './path.js';
import { type ParameterStyle, type ParameterValue, readParts, serializeParameter } from './serialize-parameter.js';
import { checkObject, isScalar } from './value-checks.js';

/** Styles of the parameters of an operation. A key is a place and a name, such as `query.ids` and `header.x-ids`. */
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
 * Writes the parameters of a call in the styles of its operation. Returns `undefined` if no parameter of the operation
 * needs a style.
 *
 * @throws TypeError If a value is not valid, or if its text in the style would be ambiguous.
 */
export type WriteParameters = (
  method: string,
  path: string,
  pathParameters: object,
  query: object,
  header: unknown,
) => WrittenParameters | undefined;

type Place = 'path' | 'query' | 'header';

/** Writes a query parameter that has no style: a scalar, or a parameter that the document does not describe. */
const writeScalar = createQuerySerializer();

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
    const write = (place: Place, name: string, value: unknown): string | undefined => {
      const style = found[`${place}.${place === 'header' ? name.toLowerCase() : name}`];
      return style === undefined ? undefined : textOf(place, name, style, value);
    };
    /** The path parameters, each read once. */
    const values: Record<string, unknown> = {};
    const template = path.replace(/{(.*?)}/g, (braced, name) => {
      values[name] = Reflect.get(pathParameters, name);
      return write('path', name, values[name]) ?? braced;
    });
    const search = Object.entries(query)
      .map(([name, value]) => write('query', name, value) ?? writeScalar({ [name]: value }))
      .filter((pair) => pair !== '')
      .join('&');
    const fields = Object.entries(header).map(([name, value]) => {
      const text = write('header', name, value);
      // For a list without items, and for an empty text, the client sends no header field.
      return [name, text === '' ? undefined : (text ?? value)];
    });
    return {
      expandedPath: expandPath(template, values) + (search && `?${search}`),
      params: { query: {}, header: readHeaders('params.header', Object.fromEntries(fields)) },
    };
  };
}

function textOf(place: Place, name: string, style: ParameterStyle, value: unknown): string {
  const parameter = place === 'header' ? `params.header["${name}"]` : `params.${place}.${name}`;
  const given = readParts(value);
  const problem = problemOf(place, value, given);
  if (problem !== undefined) throw new TypeError(`${parameter} must ${problem}`);
  const { text, conflict } = serializeParameter(place, name, style, given);
  if (conflict !== undefined)
    throw new TypeError(
      `${parameter} must have no "${conflict}" in its items or fields: it separates them in this style`,
    );
  // A label writes a dot before the value.
  if (place === 'path' && /^\.{1,2}$/.test(text)) throw new TypeError(`${parameter} must not be "." or ".."`);
  return text;
}

/** Returns what must be true of a value that cannot be sent. */
function problemOf(place: Place, value: unknown, { type, parts }: ParameterValue): string | undefined {
  const isPlain = type !== 'object' || Object.prototype.toString.call(value) === '[object Object]';
  const isAbsent = (item: unknown) => item === undefined || item === null;
  const items = parts.map(([, item]) => item);
  if (!isPlain || !items.every((item) => isScalar(item) || isAbsent(item)))
    return 'be a string, a finite number, a boolean, or an array or a plain object of these';
  if (place === 'path' && items.some((item) => isAbsent(item) || item === ''))
    return type === 'scalar' ? 'not be missing or empty' : 'not contain an empty value';
  if (place === 'path' && items.length === 0) return 'not be empty';
  return parts.flat().every((text) => String(text).isWellFormed()) ? undefined : 'be well-formed Unicode';
}
