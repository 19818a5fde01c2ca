import type { OpenApiDocument, Parameter } from './document.ts';
import type { JsonObject } from './json-object.ts';
import { resolve } from './references/resolve.ts';

/** Why the client cannot send a parameter as the document describes it, and what to do instead. */
export interface ParameterFinding {
  readonly feature: string;
  readonly remedy: string;
}

/** Keywords of parameters that only this module reads. */
interface SerializedParameter extends Parameter {
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
}

/** Whether `fetch` can send a parameter with this name. The name of a header field is a token (RFC 9110, section 5.6.2). */
export const hasValidName = ({ in: place, name }: Parameter): boolean =>
  place !== 'header' || /^[\w!#$%&'*+.^`|~-]+$/.test(name);

const AS_STRING = 'pass the serialized string if the schema allows a string';
/** Styles that OpenAPI defines for a place and a kind of values: OpenAPI 3.1, 4.8.12.3. */
const STYLES: Readonly<Record<string, readonly string[]>> = {
  path: ['simple', 'label', 'matrix'],
  header: ['simple'],
  'query array': ['form', 'spaceDelimited', 'pipeDelimited'],
  'query object': ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
};

interface Serialization {
  readonly kind: Kind;
  readonly style: string;
  readonly explode: boolean;
}

function serializationOf(document: OpenApiDocument, parameter: SerializedParameter): Serialization {
  const { in: place, schema = {}, style = place === 'query' ? 'form' : 'simple' } = parameter;
  return { kind: kindOf(document, schema), style, explode: parameter.explode ?? style === 'form' };
}

/** Returns `object` if a parameter allows objects; otherwise `array` if it allows arrays; otherwise `scalar`. */
export const parameterKind = (document: OpenApiDocument, parameter: Parameter): Kind =>
  serializationOf(document, parameter).kind;

/**
 * Returns the style of a parameter for the client, such as `form*`: `+` means `allowReserved`, and `*` means `explode`.
 * Returns `undefined` for a scalar that the client writes correctly without this information, and for a parameter that
 * it cannot write.
 */
export function parameterStyle(document: OpenApiDocument, parameter: SerializedParameter): string | undefined {
  if (parameterFinding(document, parameter) !== undefined) return undefined;
  const { kind, style, explode } = serializationOf(document, parameter);
  if (parameter.in !== 'query') {
    return kind === 'scalar' && style === 'simple' ? undefined : style + (explode ? '*' : '');
  }
  const isReserved = parameter.allowReserved === true;
  if (kind === 'scalar' && !isReserved) return undefined;
  // With `explode`, an array repeats its name in each of these styles. A scalar is the same in each style.
  const isForm = kind === 'scalar' || (explode && style !== 'deepObject');
  return `${isReserved ? '+' : ''}${isForm ? 'form' : style}${explode ? '*' : ''}`;
}

/**
 * Whether the fields of an object are separate query parameters, which can have any name: the style `form` with
 * `explode` (OpenAPI 3.1, 4.8.12).
 */
export function isSpreadObject(document: OpenApiDocument, parameter: SerializedParameter): boolean {
  const { kind, style, explode } = serializationOf(document, parameter);
  const isObject = parameter.in === 'query' && parameter.content === undefined && kind === 'object';
  return isObject && style === 'form' && explode;
}

/** Returns the finding for a parameter that the client cannot write. */
export function parameterFinding(
  document: OpenApiDocument,
  parameter: SerializedParameter,
): ParameterFinding | undefined {
  const { in: place, content } = parameter;
  if (!hasValidName(parameter))
    return { feature: 'header parameters with invalid names', remedy: 'correct the name (RFC 9110, section 5.1)' };
  if (place === 'cookie') return { feature: 'cookie parameters', remedy: 'set the field Cookie in the option `fetch`' };
  if (content !== undefined)
    return {
      feature: `${place} parameters with content`,
      remedy: 'pass the serialized string, such as the result of JSON.stringify()',
    };
  const { kind, style, explode } = serializationOf(document, parameter);
  // All styles of a query write a scalar in the same way.
  if (kind === 'scalar' && place === 'query') return undefined;
  const allowed = STYLES[`${place} ${kind}`] ?? STYLES[place] ?? [];
  const isUndefined = kind === 'object' && explode && /Delimited$/.test(style);
  if (allowed.includes(style) && !isUndefined)
    return hasNestedItems(document, parameter.schema)
      ? { feature: `${place} parameters whose items are objects or lists`, remedy: AS_STRING }
      : undefined;
  return { feature: `${place} parameters of type ${kind} with style ${style}, explode ${explode}`, remedy: AS_STRING };
}

/** Whether the items of a list are objects or lists. OpenAPI does not define how a style writes them. */
function hasNestedItems(document: OpenApiDocument, schema: object = {}): boolean {
  const { items }: JsonObject = { ...resolve(document, schema).value };
  return typeof items === 'object' && items !== null && kindOf(document, items) !== 'scalar';
}

/** The kinds of values that a style writes differently. */
type Kind = 'scalar' | 'array' | 'object';

/**
 * Returns `object` if a schema allows objects; otherwise `array` if it allows arrays; otherwise `scalar`. A schema that is
 * composed of itself is a scalar.
 */
function kindOf(document: OpenApiDocument, schema: object, parents: readonly object[] = []): Kind {
  if (parents.includes(schema)) return 'scalar';
  const value: JsonObject = { ...resolve(document, schema).value };
  const types = [value['type']].flat();
  const has = (...keywords: string[]) => value['type'] === undefined && keywords.some((keyword) => keyword in value);
  const parts = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => {
    const list = value[keyword];
    return Array.isArray(list) ? list.map((part) => kindOf(document, part, [...parents, schema])) : [];
  });
  if (types.includes('object') || has('properties', 'additionalProperties') || parts.includes('object'))
    return 'object';
  return types.includes('array') || has('items', 'prefixItems') || parts.includes('array') ? 'array' : 'scalar';
}
