import { isObject, keysIn, type MediaType, type OpenApiDocument, resolve } from 'tools-document/model';
import {
  isIgnored,
  isJsonType,
  jsonOf,
  listOperations,
  type OperationEntry,
  sentType,
} from 'tools-document/operations';
import { firstExample, sampleResponse } from 'tools-document/samples';
import { checkedFormat } from 'tools-document/validation';

/**
 * Creates the copy of a document that Prism reads. The copy works around errors of Prism:
 * - Each response has an example, because the bodies that Prism generates without an example violate many schemas.
 * - A response that is not JSON has a text as example and no schema: Prism cannot serialize anything else.
 * - Braces are escaped in patterns, and patterns that are still invalid with the `u` flag are left out: for an invalid
 *   pattern, Prism itself would send a 500 response.
 * - The format `url` is `uri`: Prism would reject URNs and local hosts. The format `int64` is left out: Prism would
 *   reject integers that JavaScript cannot represent exactly.
 * - A wildcard is `application/json`, because Prism would send the wildcard as the media type.
 * - A header field that is a list or an object has no schema: Prism ends if a message does not have this field.
 * - A header field of a response has a text as example: Prism would send neither 0 nor a boolean.
 * - The fields of a form that are lists or objects have no schema: Prism reads only the last value, as a text. A
 *   request body that is neither JSON nor a form has no schema.
 * - Read-only fields are not required: Prism would also require them in a request that has alternative schemas. The
 *   contract suite itself checks that responses have them.
 * - The header parameters that OpenAPI ignores, such as `Content-Type`, are left out: Prism would require them.
 * - An operation that accepts calls without credentials has no security.
 */
export function prismDocument(document: OpenApiDocument): object {
  const { paths: _, ...rest } = document;
  const paths: Record<string, object> = {};
  for (const entry of listOperations(document)) {
    const { path, method } = entry;
    const { servers } = resolve(document, document.paths[path] ?? {}).value as { readonly servers?: unknown };
    const copied = copyMembers(document, withPrismMessages(document, entry));
    paths[path] = { ...(servers !== undefined && { servers }), ...paths[path], [method.toLowerCase()]: copied };
  }
  return { ...copyMembers(document, rest), paths };
}

/** Copies an object of the document, and changes the keywords that Prism handles wrongly. */
function copyMembers(document: OpenApiDocument, value: object): object {
  const copy = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(copy);
    return isObject(part) ? copyMembers(document, part) : part;
  };
  const copyMember = (key: string, part: unknown): unknown => {
    if (key.startsWith('x-')) return undefined;
    if (key === 'pattern' && typeof part === 'string') return unicodePattern(part);
    if (key === 'format') return part === 'int64' ? undefined : checkedFormat(part);
    if (key === 'security') return requiredSecurity(part);
    const keys = keysIn(key, part, 'keywords');
    if (keys === 'data') return part;
    return keys === 'names' && isObject(part) ? mapValues(part, copy) : copy(part);
  };
  const members = Object.entries(withoutReadOnly(document, value)).map(([key, part]) => [key, copyMember(key, part)]);
  return Object.fromEntries(members.filter(([, part]) => part !== undefined));
}

/** Returns an operation with parameters, request bodies and responses that Prism can read and send. */
function withPrismMessages(document: OpenApiDocument, { operation, parameters }: OperationEntry): object {
  const { requestBody, responses = {} } = operation;
  const content =
    requestBody?.content &&
    withoutWildcard(mapValues(requestBody.content, (media, type) => withoutParts(document, type, media)));
  return {
    ...operation,
    ...(content && { requestBody: { ...requestBody, content } }),
    parameters: parameters
      .filter((one) => !isIgnored(one))
      .map((one) => (one.in === 'header' ? withTextValue(document, one) : one)),
    responses: mapValues(responses, ({ content: bodies, headers, ...response }) => ({
      ...response,
      ...(headers && { headers: mapValues(headers, (header) => withTextExample(document, header)) }),
      ...(bodies && {
        content: withoutWildcard(mapValues(bodies, (media, type) => withExample(document, type, media))),
      }),
    })),
  };
}

/**
 * Returns the security of the document or an operation. An operation that accepts calls without credentials requires
 * none: if all alternatives are `{}`, Prism rejects the token, which the client always sends.
 */
const requiredSecurity = (security: unknown): unknown =>
  Array.isArray(security) && security.some((one) => Object.keys(Object(one)).length === 0) ? [] : security;

const mapValues = <From, To>(values: Readonly<Record<string, From>>, change: (value: From, key: string) => To) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));

/** Returns content with `application/json` in the place of a wildcard. Another JSON type stays. */
const withoutWildcard = (content: Readonly<Record<string, MediaType>>): Record<string, MediaType> =>
  Object.fromEntries([
    ...Object.entries(content).map(([type, media]) => [sentType(type), media]),
    ...jsonEntries(content),
  ]);

const jsonEntries = (content: Readonly<Record<string, MediaType>>) =>
  Object.entries(content).filter(([type]) => isJsonType(type));

/** Returns a header field without its schema, if the schema describes a list or an object, or no text without a type. */
function withTextValue<T extends { readonly schema?: object }>(document: OpenApiDocument, header: T): T {
  const { type, const: only = '', enum: values = [only] } = resolve<HeaderSchema>(document, header.schema ?? {}).value;
  const isText = type !== undefined || values.every((one) => typeof one === 'string');
  return isText && ![type].flat().some((one) => one === 'array' || one === 'object')
    ? header
    : { ...header, schema: {} };
}

interface HeaderSchema {
  readonly type?: unknown;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
}

/** Returns a header field of a response with the example that the mock sends: a text. */
function withTextExample(document: OpenApiDocument, { examples, ...header }: MediaType): MediaType {
  const example = firstExample({ ...header, ...(examples && { examples }) }) ?? sampleResponse(document, header) ?? '';
  const text = isObject(example) ? JSON.stringify(example) : String(example);
  return { schema: {}, ...withTextValue(document, header), example: text };
}

/** Returns an object without the read-only fields in `required`, if it is a schema. */
function withoutReadOnly(document: OpenApiDocument, value: object): object {
  const { required, properties } = value as { readonly required?: unknown; readonly properties?: unknown };
  if (!Array.isArray(required) || !isObject(properties)) return value;
  const isReadOnly = (name: string) =>
    resolve<{ readonly readOnly?: unknown }>(document, Object(properties[name])).value.readOnly === true;
  return { ...value, required: required.filter((name) => !isReadOnly(name)) };
}

const FORM = /^(multipart\/form-data|application\/x-www-form-urlencoded)/i;
const SCALARS = ['string', 'number', 'integer', 'boolean', 'null'];

/**
 * Returns the media type of a request body. A form has no schemas of fields that are not scalars, and a body that is
 * neither JSON nor a form has no schema, because Prism would compare the text with it.
 */
function withoutParts(document: OpenApiDocument, type: string, media: MediaType): MediaType {
  if (jsonOf({ [type]: media }) === undefined && !FORM.test(type)) return {};
  const { encoding: _, ...rest } = media as MediaType & { readonly encoding?: unknown };
  const { properties, ...schema } = resolve<{ readonly properties?: unknown }>(document, media.schema ?? {}).value;
  if (!FORM.test(type) || !isObject(properties)) return media;
  const isScalar = (property: unknown) =>
    [resolve<{ readonly type?: unknown }>(document, Object(property)).value.type]
      .flat()
      .every((one) => SCALARS.includes(String(one)));
  return {
    ...rest,
    schema: { ...schema, properties: mapValues(properties, (property) => (isScalar(property) ? property : {})) },
  };
}

/** The text that the mock sends as the body of a response that is not JSON. */
const MOCK_TEXT = 'data: A text of the mock.\n\n';

/**
 * Returns a media type of a response with the example that the mock sends. Returns the media type unchanged if no valid
 * example is found.
 */
function withExample(document: OpenApiDocument, type: string, media: MediaType): MediaType {
  if (jsonOf({ [type]: media }) === undefined) {
    const example = firstExample(media);
    return { example: typeof example === 'string' ? example : MOCK_TEXT };
  }
  // Use the example of the document even if it is invalid, so that the contract suite fails. Prism would prefer the
  // examples of a schema to a named example.
  const example = firstExample(media) ?? sampleResponse(document, media);
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
