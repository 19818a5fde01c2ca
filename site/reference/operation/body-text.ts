import type { MediaType, OpenApiDocument, OperationObject } from 'tools-document/model';
import { documentedContent, isJsonType, type OperationEntry } from 'tools-document/operations';
import { firstExample, sampleResponse } from 'tools-document/samples';
import { joined } from '../../../common/formatting.ts';
import { groupBy } from '../../../common/group-by.ts';
import { suggestedContent } from '../../../common/success-content.ts';
import { code, description, fenced } from '../markdown.ts';
import { PACKAGE } from './call-samples.ts';
import { headerList } from './described-value.ts';
import { declarations, type FindType, type GeneratedType, schemaType, typeName } from './generated-types.ts';

/** Returns the type of each body of a request or a response, by media type. */
export const bodyTypes = (find: FindType, content: Readonly<Record<string, MediaType>>, ...place: string[]) =>
  Object.keys(content).map((mediaType) => [mediaType, find(...place, 'content', mediaType)] as const);

/** Describes the request body: its media types, and its type. */
export function requestBodyText({ requestBody }: OperationObject, find: FindType): string[] {
  if (requestBody === undefined) return [];
  const {
    required = false,
    content,
    description: text = '',
  } = requestBody as { description?: string } & typeof requestBody;
  return [
    required ? 'The request body is required.' : 'The request body is optional.',
    description(text),
    ...bodyParts('RequestBody', bodyTypes(find, content, 'requestBody')),
  ];
}

/** Describes the successful responses: the value of `data`, the types of the bodies, and the header fields. */
export function successTexts(
  document: OpenApiDocument,
  { method, operation }: OperationEntry,
  find: FindType,
): string[] {
  const successes = successesOf(operation);
  return [
    ...(successes.length === 0 ? ['The document shows no successful response.'] : []),
    dataText(
      document,
      operation,
      method,
      successes.some(([key]) => !/^\d+$/.test(key)),
    ),
    ...successes.flatMap(([key, { description: text, content = {}, headers }]) => [
      `**${code(key)}** ${description(text)}`,
      ...bodyParts('ResponseBody', bodyTypes(find, content, 'responses', key)),
      ...(headers === undefined ? [] : ['Header fields:', headerList(headers, document)]),
    ]),
  ];
}

/**
 * Writes an example of the first media type of each successful response. A body that the document does not show has no
 * example.
 */
export const successExamples = (document: OpenApiDocument, operation: OperationObject, find: FindType): string[] =>
  successesOf(operation).flatMap(([key, { content = {} }]) => {
    const [[mediaType, type] = ['', undefined]] = bodyTypes(find, content, 'responses', key);
    const media = content[mediaType];
    if (media === undefined || (firstExample(media) === undefined && isUnknown(type))) return [];
    const value = sampleResponse(document, media);
    const label = `The response ${code(key)}:`;
    if (value === undefined) return [];
    if (isJsonType(mediaType)) return [label, fenced('json', JSON.stringify(value, null, 2))];
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

/** Writes the type of each kind of body once, after the media types that have it. */
function bodyParts(name: string, types: ReturnType<typeof bodyTypes>): string[] {
  const texts = types.map(([mediaType, type]) => [mediaType, bodyText(name, mediaType, type)] as const);
  return textsOnce(texts, 'or').map(([mediaTypes, text]) => `${mediaTypes}:${text}`);
}

function bodyText(name: string, mediaType: string, type: GeneratedType | undefined): string {
  const text = shortType(mediaType, type);
  if (text !== undefined || type === undefined) return ` ${text}`;
  const { schema } = type;
  if (schema === undefined) return `\n\n${fenced('ts', declarations(name, type))}`;
  const alias = typeName(schema);
  const use = `import type { components } from '${PACKAGE}';\n\ntype ${alias} = ${schemaType(schema)};`;
  return `\n\n${fenced('ts', use)}\n\n${fenced('ts', declarations(alias, type))}`;
}

/** Returns the type of a body that needs no code block; `undefined` for other bodies. */
export function shortType(mediaType: string, type: GeneratedType | undefined): string | undefined {
  if (isUnknown(type)) {
    if (isJsonType(mediaType)) return 'not documented by the API';
    return mediaType.startsWith('text/') ? 'text' : 'binary data';
  }
  return type?.schema === undefined && type?.comment === '' && /^\w+$/.test(type.text) ? code(type.text) : undefined;
}

const isUnknown = (type: GeneratedType | undefined): boolean => type === undefined || type.text === 'unknown';

/** Returns each text once, after the names of all keys that have this text. */
export const textsOnce = (
  texts: readonly (readonly [key: string, text: string])[],
  conjunction: 'and' | 'or',
): [keys: string, text: string][] =>
  [...groupBy(texts, ([, text]) => text)].map(([text, group]) => [
    joined(
      group.map(([key]) => code(key)),
      conjunction,
    ),
    text,
  ]);

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
