import {
  type Direction,
  documentedContent,
  firstExample,
  isJsonType,
  joined,
  type MediaType,
  type OpenApiDocument,
  type Operation,
  type OperationEntry,
  sampleResponse,
} from 'tenant-management-document';
import { suggestedContent } from '../../../src/success-content.ts';
import { code, description, fenced } from '../markdown.ts';
import type { Links } from '../reference.ts';
import { fieldList } from '../schema/field-list.ts';
import type { Schema } from '../schema/schema.ts';
import { ANY, ownTypeText } from '../schema/type-text.ts';
import { valueText } from '../schema/value-text.ts';
import { documentedFailures } from './documented-failures.ts';
import { headerList } from './header-list.ts';

/** Maximum number of characters in a list of fields. A longer list is only on the page of the schema. */
const MAX_LENGTH = 40_000;

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

/** Describes the successful responses: the value of `data`, the fields, the header fields, and an example. */
export function successTexts(document: OpenApiDocument, { method, operation }: OperationEntry, links: Links): string[] {
  const { responses = {} } = operation;
  const failures = documentedFailures(operation);
  const successes = Object.entries(responses).filter(([key]) => !failures.includes(key));
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
      ...exampleParts(document, response.content ?? {}, links),
    ]),
  ];
}

/** Describes the value of `data` after a success. */
function dataText(document: OpenApiDocument, operation: Operation, method: string, isRange: boolean): string {
  switch (documentedContent(document, operation) ?? suggestedContent(method)) {
    case 'json':
    case 'value':
      return 'Every 2xx is a success, and `data` is the parsed JSON.';
    case 'other':
      return 'Every 2xx is a success, and `data` is the `Response`. Read or cancel the body of the `Response`.';
    case 'mixed':
      return 'Every 2xx is a success. `data` is the parsed JSON if the response is JSON, and otherwise the `Response`.';
    case 'none':
      return isRange
        ? 'Every 2xx is a success, except if its body is HTML. The source shows no body: the type of `data` is `unknown`, and its value is the parsed JSON, the text, or `undefined`. Check `error` to find out whether the call succeeded.'
        : 'Every 2xx is a success. The document shows no body, so `data` is `undefined`: check `error` to find out whether the call succeeded.';
  }
}

/** Describes each schema of a body once, with the media types that have the schema. */
function contentParts(content: Readonly<Record<string, MediaType>>, links: Links, direction: Direction): string[] {
  const bySchema = new Map<Schema, { schema: Schema; types: string[] }>();
  for (const [type, { schema = {} }] of Object.entries(content)) {
    // Two references to a component have the same value.
    const value = links.resolve(schema);
    const { types = [] } = bySchema.get(value) ?? {};
    bySchema.set(value, { schema, types: [...types, type] });
  }
  return [...bySchema.values()].flatMap(({ schema, types }) => {
    const fields = fieldList(schema, { ...links, direction });
    const isLong = fields.length > MAX_LENGTH && links.linkTo(schema) !== undefined;
    return [
      `${joined(types.map(code), 'or')}: ${typeOfBody(schema, types, links)}`,
      isLong ? 'The page of the schema describes the fields.' : fields,
    ];
  });
}

/** Describes the type of a body. A body that is not JSON and has no schema is text or binary data. */
function typeOfBody(schema: Schema, [first = '']: readonly string[], links: Links): string {
  if (Object.keys(schema).length === 0 && !isJsonType(first)) return first.startsWith('text/') ? 'text' : 'binary data';
  return valueText(schema, links);
}

/** Writes an example of the first media type. A body that the document does not show has no example. */
export function exampleParts(
  document: OpenApiDocument,
  content: Readonly<Record<string, MediaType>>,
  links: Links,
): string[] {
  const [type, media] = Object.entries(content)[0] ?? [];
  if (type === undefined || media === undefined) return [];
  if (firstExample(media) === undefined && ownTypeText(media.schema ?? {}, links) === ANY) return [];
  const value = sampleResponse(document, media);
  if (value === undefined) return [];
  if (isJsonType(type)) return ['Example:', fenced('json', JSON.stringify(value, null, 2))];
  return typeof value === 'string' ? ['Example:', fenced('text', value)] : [];
}
