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
  readonly content?: object;
}

/** Whether `fetch` can send a parameter with this name. The name of a header field is a token (RFC 9110, section 5.6.2). */
export const hasValidName = ({ in: place, name }: Parameter): boolean =>
  place !== 'header' || /^[\w!#$%&'*+.^`|~-]+$/.test(name);

const NOT_SENT = 'omit the parameter; if it is required, the operation cannot be called';
const AS_STRING = 'pass the serialized string if the schema allows a string';

/**
 * Returns the finding for a parameter that the client cannot serialize. The client sends a path or header parameter as
 * one string. It can also send a query parameter as a repeated name or as `name[key]`.
 */
export function parameterFinding(
  document: OpenApiDocument,
  parameter: SerializedParameter,
): ParameterFinding | undefined {
  const { in: place, content, allowReserved, schema = {} } = parameter;
  if (!hasValidName(parameter))
    return { feature: 'header parameters with invalid names', remedy: 'correct the name (RFC 9110, section 5.1)' };
  if (place === 'cookie') return { feature: 'cookie parameters', remedy: 'pass the field Cookie in `headers`' };
  if (content !== undefined) return { feature: `${place} parameters with content`, remedy: AS_STRING };
  const style = parameter.style ?? (place === 'query' ? 'form' : 'simple');
  const explode = parameter.explode ?? style === 'form';
  const kind = kindOf(document, schema);
  if (allowReserved === true)
    return { feature: `${place} parameters with allowReserved`, remedy: 'the client percent-encodes every value' };
  if (place === 'query') {
    const isSent =
      kind === 'scalar' || (kind === 'array' ? style === 'form' && explode : style === 'deepObject' && explode);
    if (isSent) return undefined;
    return { feature: `query parameters of type ${kind} with style ${style}, explode ${explode}`, remedy: AS_STRING };
  }
  if (style !== 'simple') return { feature: `${place} parameters with style ${style}`, remedy: NOT_SENT };
  return kind === 'scalar' ? undefined : { feature: `${place} parameters of type ${kind}`, remedy: AS_STRING };
}

/** Returns whether a schema allows arrays, objects or only scalars. A schema that is composed of itself is a scalar. */
function kindOf(
  document: OpenApiDocument,
  schema: object,
  parents: readonly object[] = [],
): 'scalar' | 'array' | 'object' {
  if (parents.includes(schema)) return 'scalar';
  const { type, properties, items, allOf, anyOf, oneOf }: JsonObject = { ...resolve(document, schema).value };
  const types = [type].flat();
  if (types.includes('array') || items !== undefined) return 'array';
  if (types.includes('object') || properties !== undefined) return 'object';
  const parts = [allOf, anyOf, oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return (
    parts.map((part) => kindOf(document, part, [...parents, schema])).find((kind) => kind !== 'scalar') ?? 'scalar'
  );
}
