import type { OpenApiDocument, Operation } from './document.ts';
import { isJsonType, isWildcard } from './media-type.ts';
import { resolve } from './references/resolve.ts';

/**
 * The content that the document shows for the success of an operation: only JSON objects and arrays (`json`), only
 * JSON, which can be `null` (`value`), no content (`none`), only other media types (`other`), or JSON and other media
 * types (`mixed`).
 */
export type SuccessContent = 'json' | 'value' | 'none' | 'other' | 'mixed';

/** Whether a media type is JSON or a wildcard. A wildcard counts as JSON, because its schema describes JSON data. */
const describesJson = (type: string): boolean => isJsonType(type) || isWildcard(type);

/** Content of the 2xx responses, or else of `default`; `undefined` if the operation has neither. */
export function documentedContent(
  document: OpenApiDocument,
  { responses = {} }: Operation,
): SuccessContent | undefined {
  const keys = Object.keys(responses).filter((key) => key.startsWith('2'));
  const successes = (keys.length > 0 ? keys : ['default']).flatMap((key) => responses[key] ?? []);
  if (successes.length === 0) return undefined;
  const types = successes.flatMap(({ content = {} }) => Object.keys(content));
  if (types.length === 0) return 'none';
  if (types.every(describesJson)) {
    const schemas = successes.flatMap(({ content = {} }) => Object.values(content).map(({ schema }) => schema));
    return schemas.every((schema) => isStructured(document, schema)) ? 'json' : 'value';
  }
  return types.some(describesJson) ? 'mixed' : 'other';
}

/** The keywords that make a schema without `type` an object or an array in the generated types. */
const STRUCTURE_KEYWORDS = ['properties', 'required', 'additionalProperties', 'items', 'prefixItems'];

/**
 * Whether a schema shows only objects and arrays. A response can be `null` if its schema has another type, or shows no
 * type at all.
 *
 * @param parents Schemas that contain this schema, because a schema can contain itself.
 */
function isStructured(document: OpenApiDocument, schema: object | undefined, parents: readonly object[] = []): boolean {
  if (schema === undefined || parents.includes(schema)) return false;
  const resolved: StructureSchema = resolve(document, schema).value;
  const { type, allOf = [], anyOf, oneOf, ...others } = resolved;
  if (type !== undefined) return [type].flat().every((name) => name === 'object' || name === 'array');
  const within = (part: object) => isStructured(document, part, [...parents, schema]);
  return (
    STRUCTURE_KEYWORDS.some((keyword) => keyword in others) ||
    allOf.some(within) ||
    [anyOf, oneOf].some((parts) => parts?.every(within))
  );
}

/** The keywords of a schema that decide whether it shows only objects and arrays. */
interface StructureSchema {
  readonly type?: string | string[];
  readonly allOf?: object[];
  readonly anyOf?: object[];
  readonly oneOf?: object[];
}
