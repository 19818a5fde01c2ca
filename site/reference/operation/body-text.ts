import { isReference, type MediaType, type OpenApiDocument, type OperationObject, resolve } from 'tools-document/model';
import { documentedContent, isJsonType, type OperationEntry } from 'tools-document/operations';
import { firstExample, sampleResponse } from 'tools-document/samples';
import { joined } from '../../../common/formatting.ts';
import { groupBy } from '../../../common/group-by.ts';
import { suggestedContent } from '../../../common/success-content.ts';
import { code, description, fenced, fencedJson } from '../markdown.ts';
import { headerList } from './described-value.ts';
import { literal } from './literal.ts';
import { describe, isUnknown, type PageSchemas } from './schema-rows.ts';

/** Describes the request body: its media types, and the rows of its fields. */
export function requestBodyText(page: PageSchemas, { requestBody }: OperationObject): string[] {
  if (requestBody === undefined) return [];
  const {
    required = false,
    content,
    description: text = '',
  } = requestBody as { description?: string } & typeof requestBody;
  return [
    required ? 'The request body is required.' : 'The request body is optional.',
    description(text),
    ...bodyParts(page, Object.entries(content)),
  ];
}

/** Describes the successful responses: the value of `data`, the rows of the bodies, and the header fields. */
export function successTexts(page: PageSchemas, { method, path, operation }: OperationEntry): string[] {
  const successes = successesOf(operation);
  const isRange = successes.some(([key]) => !/^\d+$/.test(key));
  return [
    ...(successes.length === 0 ? ['The document shows no successful response.'] : []),
    `${dataText(page.document, operation, method, isRange)} In TypeScript, the type of \`data\` is ${code(`DataOf<${literal(path)}, '${method}'>`)}.`,
    ...successes.flatMap(([key, { description: text, content = {}, headers }]) => [
      `**${code(key)}** ${description(text)}`,
      ...bodyParts(page, Object.entries(content)),
      ...(headers === undefined ? [] : ['Header fields:', headerList(page, headers)]),
    ]),
  ];
}

/**
 * Writes an example of the first media type of each successful response. A body that the document does not show has no
 * example.
 */
export const successExamples = (document: OpenApiDocument, operation: OperationObject): string[] =>
  successesOf(operation).flatMap(([key, { content = {} }]) => {
    const [[mediaType, media] = ['', undefined]] = Object.entries(content);
    if (media === undefined || (firstExample(media) === undefined && isUnknown(document, media.schema))) return [];
    const value = sampleResponse(document, media);
    const label = `The response ${code(key)}:`;
    if (value === undefined) return [];
    if (isJsonType(mediaType)) return [label, fencedJson(value)];
    return typeof value === 'string' ? [label, fenced('text', value)] : [];
  });

/** Describes the value of `data` after a success. */
function dataText(document: OpenApiDocument, operation: OperationObject, method: string, isRange: boolean): string {
  switch (documentedContent(document, operation) ?? suggestedContent(method)) {
    case 'object':
    case 'json':
    case 'value':
      return 'Every 2xx is a success, and `data` is the parsed JSON.';
    case 'other':
      return 'Every 2xx is a success, and `data` is the `Response`. Read or cancel the body of the `Response`.';
    case 'mixed':
      return 'Every 2xx is a success. `data` is the parsed JSON if the response is JSON, and otherwise the `Response`.';
    case 'none':
      return isRange
        ? 'Every 2xx is a success, except if its body is HTML. The API documents no body: the type of `data` is `unknown`, and its value is the parsed JSON, the text, or `undefined`. Check `error` to find out whether the call succeeded.'
        : 'Every 2xx is a success. The document shows no body, so `data` is `undefined`: check `error` to find out whether the call succeeded.';
  }
}

/**
 * Writes each body once, after the keys and the media types that have this body.
 *
 * @param bodies Media types by a text with all keys, such as a media type.
 */
export function bodyParts(
  page: PageSchemas,
  bodies: readonly (readonly [mediaType: string, media: MediaType])[],
): string[] {
  const groups = groupBy(bodies, ([mediaType, { schema }]) => `${isJsonType(mediaType)} ${JSON.stringify(schema)}`);
  return [...groups.values()].flatMap((group) => {
    const [[first, { schema }] = ['', {}]] = group;
    const mediaTypes = joined([...new Set(group.map(([mediaType]) => code(mediaType)))], 'or');
    if (isUnknown(page.document, schema)) return [`${mediaTypes}: ${unknownBody(first)}`];
    const { words, blocks } = describe(page, { schema });
    const type = isReference(schema) ? resolve(page.document, schema).component : undefined;
    const name = type === undefined ? '' : `, in TypeScript ${code(`components['schemas'][${literal(type.name)}]`)}`;
    return [`${mediaTypes}: ${words.join(', ')}${name}`, ...blocks];
  });
}

/** Describes a body that the document does not describe. */
function unknownBody(mediaType: string): string {
  if (isJsonType(mediaType)) return 'not documented by the API';
  return mediaType.startsWith('text/') ? 'text' : 'binary data';
}

/** The keys of the failures that an operation documents: statuses, ranges and `default`. */
export function documentedFailures({ responses = {} }: OperationObject): string[] {
  const keys = Object.keys(responses);
  const hasSuccess = keys.some((key) => key.startsWith('2'));
  return keys.filter((key) => !key.startsWith('2') && (key !== 'default' || hasSuccess));
}

/** The keys and the responses of the successes that an operation documents. */
function successesOf(operation: OperationObject) {
  const failures = documentedFailures(operation);
  return Object.entries(operation.responses ?? {}).filter(([key]) => !failures.includes(key));
}
