import { isObject, type JsonObject } from '../model/json.ts';
import type { OpenApiDocument, Parameter } from '../model/openapi-document.ts';
import { resolve } from '../model/resolve.ts';
import { schemaIn, typesOf } from '../schema/schema-view.ts';

/** Why the client cannot send a parameter as the document describes it, and what to do instead. */
export interface ParameterFinding {
  readonly feature: string;
  readonly remedy: string;
  /** The parameter, such as `query parameter ids`. A cookie has none, because a `fetch` function can send it. */
  readonly part?: string;
}

/** Keywords of parameters that only this module reads. */
interface SerializedParameter extends Parameter {
  readonly style?: string;
  readonly explode?: boolean;
}

/** Whether `fetch` can send a parameter with this name. The name of a header field is a token (RFC 9110, section 5.6.2). */
export const hasValidName = ({ in: place, name }: Parameter): boolean =>
  place !== 'header' || /^[\w!#$%&'*+.^`|~-]+$/.test(name);

/**
 * Returns the finding for a parameter that the client cannot write. The client writes scalars, and lists of scalars in
 * the query, each in the default style of OpenAPI (3.1, 4.8.12.2).
 */
export function parameterFinding(
  document: OpenApiDocument,
  parameter: SerializedParameter,
): ParameterFinding | undefined {
  const { in: place, name, content, schema = {}, style = place === 'query' ? 'form' : 'simple' } = parameter;
  if (place === 'cookie') return { feature: 'cookie parameters', remedy: 'set the field Cookie in the option `fetch`' };
  const finding = (feature: string, remedy: string) => ({ feature, remedy, part: `${place} parameter ${name}` });
  if (!hasValidName(parameter))
    return finding('header parameters with invalid names', 'correct the name (RFC 9110, section 5.1)');
  if (content !== undefined) return finding(`${place} parameters with content`, 'describe the text with a schema');
  const kind = kindOf(document, schema);
  const { explode = style === 'form' } = parameter;
  // All styles of a query write a scalar in the same way.
  if (kind === 'scalar' && (place === 'query' || style === 'simple')) return undefined;
  if (kind !== 'array' || place !== 'query' || style !== 'form' || !explode)
    return finding(
      `${place} parameters of type ${kind} with style ${style}, explode ${explode}`,
      'describe a string, or a list in the query with the default style',
    );
  // OpenAPI does not define how a style writes lists and objects in a list.
  const { items }: JsonObject = { ...resolve(document, schema).value };
  return typeof items === 'object' && items !== null && kindOf(document, items) !== 'scalar'
    ? finding(`${place} parameters whose items are objects or lists`, 'describe a string')
    : undefined;
}

/** Returns the kind of values that a style writes differently: `object` if a schema allows objects, or else `array`. */
function kindOf(document: OpenApiDocument, schema: object): 'object' | 'array' | 'scalar' {
  const types = typesOf(schemaIn(document, schema));
  return (['object', 'array'] as const).find((kind) => types?.includes(kind)) ?? 'scalar';
}

/** Header fields that OpenAPI ignores as parameters: media types and security schemes describe them (3.1, 4.8.12.2). */
const IGNORED_HEADERS = ['accept', 'content-type', 'authorization'];

/** Whether OpenAPI ignores a parameter, because other parts of the document describe its header field. */
export const isIgnored = ({ name, in: place }: Parameter): boolean =>
  place === 'header' && IGNORED_HEADERS.includes(name.toLowerCase());

/**
 * Returns a copy of a document without the header parameters that OpenAPI ignores, such as `Authorization` (OpenAPI 3.1,
 * 4.8.12.2). Callers cannot be required to pass these parameters, because the client sets their header fields.
 */
export function withoutIgnoredParameters(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  const { pathItems = {} } = (copy.components ?? {}) as { readonly pathItems?: object };
  for (const item of [...Object.values(copy.paths ?? {}), ...Object.values(pathItems)]) {
    if (isObject(item)) for (const part of [item, ...Object.values(item)]) removeIgnored(copy, part);
  }
  return copy;
}

function removeIgnored(document: OpenApiDocument, part: unknown): void {
  if (!isObject(part) || !Array.isArray(part['parameters'])) return;
  const parameters = part['parameters'].filter((parameter) => !isIgnored(resolve(document, parameter).value));
  Object.assign(part, { parameters });
}
