import { isJsonType, isWildcard } from './media-type.ts';
import type { OpenApiDocument, Operation } from './openapi-document.ts';
import { resolve } from './references/resolve.ts';

/**
 * The content that the document shows for the success of an operation: only JSON objects (`object`), only JSON objects
 * and arrays (`json`), only JSON, which can be `null` (`value`), no content (`none`), only other media types (`other`),
 * or JSON and other media types (`mixed`).
 */
export type SuccessContent = 'object' | 'json' | 'value' | 'none' | 'other' | 'mixed';

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
    const showOnly = (types: readonly Structure[]) => schemas.every((schema) => showsOnly(types, document, schema));
    if (showOnly(['object'])) return 'object';
    return showOnly(['object', 'array']) ? 'json' : 'value';
  }
  return types.some(describesJson) ? 'mixed' : 'other';
}

/** A type of JSON that has parts. */
type Structure = 'object' | 'array';

/** The keywords that make a schema without `type` an object in the generated types. */
const OBJECT_KEYWORDS = ['properties', 'additionalProperties'];
/** The keywords that, in a schema without `type`, describe an array, or only the objects among other values. */
const OTHER_KEYWORDS = ['required', 'items', 'prefixItems'];

/**
 * Whether a schema shows only values of some types. A response can be `null` if its schema has another type than objects
 * and arrays, or shows no type at all.
 *
 * @param parents Schemas that contain this schema, because a schema can contain itself.
 */
function showsOnly(
  types: readonly Structure[],
  document: OpenApiDocument,
  schema: object | undefined,
  parents: readonly object[] = [],
): boolean {
  if (schema === undefined || parents.includes(schema)) return false;
  const resolved: StructureSchema = resolve(document, schema).value;
  const { type, allOf = [], anyOf, oneOf, ...others } = resolved;
  if (type !== undefined) return [type].flat().every((name) => types.some((one) => one === name));
  const keywords = types.includes('array') ? [...OBJECT_KEYWORDS, ...OTHER_KEYWORDS] : OBJECT_KEYWORDS;
  const within = (part: object) => showsOnly(types, document, part, [...parents, schema]);
  return (
    keywords.some((keyword) => keyword in others) ||
    allOf.some(within) ||
    [anyOf, oneOf].some((parts) => parts?.every(within))
  );
}

/** The keywords of a schema that contain its types. */
interface StructureSchema {
  readonly type?: string | string[];
  readonly allOf?: object[];
  readonly anyOf?: object[];
  readonly oneOf?: object[];
}

/** Finds the key of the documented response for a status: the status itself, a range such as `4XX`, or `default`. */
export const documentedKey = (
  { responses = {} }: { responses?: object },
  status: number | string,
): string | undefined => [String(status), `${String(status)[0]}XX`, 'default'].find((key) => key in responses);
