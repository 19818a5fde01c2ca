import {
  escapeKey,
  firstExample,
  isObject,
  jsonOf,
  listOperations,
  type MediaType,
  type OpenApiDocument,
  sampleResponse,
} from 'tenant-management-document';

/**
 * Creates the copy of a document that Prism reads. The copy works around errors of Prism:
 * - Each response has an example, because the bodies that Prism generates without an example violate many schemas.
 * - A response that is not JSON has a text as example and no schema: Prism cannot serialize anything else.
 * - Braces are escaped in patterns, and patterns that are still invalid with the `u` flag are left out: for an invalid
 *   pattern, Prism itself would send a 500 response.
 *
 * The copy refers to the schemas of components with `$ref`. With resolved references, a large document would be many
 * times larger.
 */
export function prismDocument(document: OpenApiDocument): object {
  const names = new Map(Object.entries(document.components?.schemas ?? {}).map(([name, schema]) => [schema, name]));
  const contents = new Set<unknown>(
    listOperations(document).flatMap(({ operation }) =>
      Object.values(operation.responses ?? {}).flatMap(({ content }) => content ?? []),
    ),
  );

  const copyEntries = (value: object): object =>
    Object.fromEntries(
      Object.entries(value)
        .map(([key, part]) => [key, key === 'pattern' && typeof part === 'string' ? unicodePattern(part) : copy(part)])
        .filter(([, part]) => part !== undefined),
    );
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    const name = names.get(value);
    if (name !== undefined) return { $ref: `#/components/schemas/${pointerSegment(name)}` };
    if (!contents.has(value)) return copyEntries(value);
    // The cast is safe: the set has only the contents of responses.
    return Object.fromEntries(
      Object.entries(value as Record<string, MediaType>).map(([type, content]) => [
        type,
        copyEntries(withExample(document, type, content)),
      ]),
    );
  };

  const { components = {}, ...rest } = document;
  const schemas = Object.entries(components.schemas ?? {}).map(([name, schema]) => [name, copyEntries(schema)]);
  return {
    ...copyEntries(rest),
    components: { securitySchemes: components.securitySchemes ?? {}, schemas: Object.fromEntries(schemas) },
  };
}

/** The text that the mock sends as the body of a response that is not JSON. */
export const MOCK_TEXT = 'data: A text of the mock.\n\n';

/**
 * Returns a media type of a response with the example that the mock sends. Returns the media type unchanged if no valid
 * example is found.
 */
function withExample(document: OpenApiDocument, type: string, media: MediaType): MediaType {
  if (jsonOf({ [type]: media }) === undefined) {
    const example = firstExample(media);
    return { example: typeof example === 'string' ? example : MOCK_TEXT };
  }
  // Keep the example of the document even if it is invalid, so that the contract suite fails.
  if (firstExample(media) !== undefined) return media;
  const example = sampleResponse(document, media);
  return example === undefined ? media : { ...media, example };
}

/** Matches an escape, a character class, a quantifier, or a single brace. */
const BRACES = /\\.|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[{}]/gs;

/**
 * Returns an equivalent pattern that Prism can compile. Prism always uses the `u` flag, which requires an escape for
 * each brace that is not part of a quantifier. Returns `undefined` if the pattern is invalid for another reason.
 */
export function unicodePattern(pattern: string): string | undefined {
  const escaped = pattern.replaceAll(BRACES, (part) => (/^[{}]$/.test(part) ? `\\${part}` : part));
  return [pattern, escaped].find((candidate) => {
    try {
      return new RegExp(candidate, 'u') !== undefined;
    } catch {
      return false;
    }
  });
}

/** Encodes a name as one segment of a JSON pointer in a URI fragment (RFC 6901, section 6). */
const pointerSegment = (name: string): string => encodeURIComponent(escapeKey(name));
