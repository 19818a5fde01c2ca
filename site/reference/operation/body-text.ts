import {
  type Direction,
  documentedContent,
  firstExample,
  groupBy,
  isJsonType,
  joined,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  sampleResponse,
  suggestedContent,
} from 'tools-document';
import { code, description, fenced, inline } from '../markdown.ts';
import type { Links } from '../reference.ts';
import { shownFields } from '../schema/field-list.ts';
import { literal } from '../schema/literal.ts';
import type { Schema } from '../schema/schema.ts';
import { ANY, typeText } from '../schema/type-text.ts';
import { valueText } from '../schema/value-text.ts';
import { successesOf } from '../successes-and-failures.ts';
import { PACKAGE } from './call-samples.ts';
import { headerList } from './described-value.ts';

/** Describes the request body: its media types, its type, and its fields. */
export function requestBodyText({ requestBody }: Operation, links: Links): string[] {
  if (requestBody === undefined) return [];
  const { required = false, content } = requestBody;
  const text = (requestBody as { description?: string }).description;
  return [
    required ? 'The request body is required.' : 'The request body is optional.',
    description(text ?? ''),
    ...contentParts(content, links, 'request'),
  ];
}

/** Describes the successful responses: the value of `data`, the fields and the header fields. */
export function successTexts(document: OpenApiDocument, { method, operation }: OperationEntry, links: Links): string[] {
  const successes = successesOf(operation);
  return [
    ...(successes.length === 0 ? ['The document shows no successful response.'] : []),
    dataText(
      document,
      operation,
      method,
      successes.some(([key]) => !/^\d+$/.test(key)),
    ),
    ...successes.flatMap(([key, response]) => [
      `**${code(key)}** ${description(response.description)}`,
      ...contentParts(response.content ?? {}, links, 'response'),
      ...(response.headers === undefined ? [] : ['Header fields:', headerList(response.headers, links)]),
    ]),
  ];
}

/** Writes the examples of the successful responses. */
export const successExamples = (document: OpenApiDocument, operation: Operation, links: Links): string[] =>
  successesOf(operation).flatMap(([key, { content = {} }]) =>
    exampleParts(document, content, links, `The response ${code(key)}:`),
  );

/** Describes the value of `data` after a success. */
function dataText(document: OpenApiDocument, operation: Operation, method: string, isRange: boolean): string {
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

/** Describes each kind of body once, with the media types that have it. */
export function contentParts(
  content: Readonly<Record<string, MediaType>>,
  links: Links,
  direction: Direction,
): string[] {
  const texts = Object.entries(content).map(([type, { schema = {} }]) => {
    const fields = shownFields(schema, { ...links, direction });
    const parts = [typeOfBody(schema, type, links), ...aboutSchema(schema, links), fields];
    return [
      type,
      parts
        .filter((part) => part !== '')
        .join('\n\n')
        .trimEnd(),
    ] as const;
  });
  return textsOnce(texts, 'or').map(([types, text]) => `${types}: ${text}`);
}

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

/** Writes the description of a schema, its type in TypeScript, and what the API does not document about the schema. */
function aboutSchema(schema: Schema, links: Links): string[] {
  const name = links.nameOf(schema);
  const { description: text = '', 'x-not-shown': notShown = [] } = links.resolve(schema);
  return [
    description(text),
    name === undefined || typeText(schema, links) === ANY ? '' : fenced('ts', typeSample(name)),
    notShown.length === 0 ? '' : `Not documented by the API: ${notShown.map(inline).join('; ')}.`,
  ];
}

/** Writes the import of the type of a schema. The name of the type is in Pascal case, and an identifier. */
function typeSample(schema: string): string {
  const words = schema.replaceAll(/(?:^|[^A-Za-z0-9]+)(.)?/g, (_, first = '') => first.toUpperCase());
  const name = /^\d/.test(words) ? `Type${words}` : words;
  return `import type { components } from '${PACKAGE}';\n\ntype ${name} = components['schemas'][${literal(schema)}];`;
}

/** Describes the type of a body. A body that is not JSON and has no schema is text or binary data. */
function typeOfBody(schema: Schema, type: string, links: Links): string {
  if (Object.keys(schema).length === 0 && !isJsonType(type)) return type.startsWith('text/') ? 'text' : 'binary data';
  return valueText(schema, links);
}

/** Writes an example of the first media type. A body that the document does not show has no example. */
export function exampleParts(
  document: OpenApiDocument,
  content: Readonly<Record<string, MediaType>>,
  links: Links,
  label: string,
): string[] {
  const [type, media] = Object.entries(content)[0] ?? [];
  if (type === undefined || media === undefined) return [];
  if (firstExample(media) === undefined && typeText(media.schema ?? {}, links) === ANY) return [];
  const value = sampleResponse(document, media);
  if (value === undefined) return [];
  if (isJsonType(type)) return [label, fenced('json', JSON.stringify(value, null, 2))];
  return typeof value === 'string' ? [label, fenced('text', value)] : [];
}
