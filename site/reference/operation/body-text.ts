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
import { type FieldListOptions, fieldList } from '../schema/field-list.ts';
import type { Schema } from '../schema/schema.ts';
import { ANY, ownTypeText } from '../schema/type-text.ts';
import { valueText } from '../schema/value-text.ts';
import { successesOf } from '../successes-and-failures.ts';
import { headerList } from './header-list.ts';

/** Maximum number of characters in a list of fields. A longer list is only on the page of the schema. */
const MAX_LENGTH = 40_000;
/** Maximum number of characters in a list that unfolds other schemas. A longer list unfolds fewer of them. */
const MAX_UNFOLDED_LENGTH = 12_000;
/** How many schemas with a page, one in the other, a list can unfold. */
const MAX_UNFOLDED = 3;

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
        ? 'Every 2xx is a success, except if its body is HTML. The source shows no body: the type of `data` is `unknown`, and its value is the parsed JSON, the text, or `undefined`. Check `error` to find out whether the call succeeded.'
        : 'Every 2xx is a success. The document shows no body, so `data` is `undefined`: check `error` to find out whether the call succeeded.';
  }
}

/** Describes each kind of body once, with the media types that have it. */
function contentParts(content: Readonly<Record<string, MediaType>>, links: Links, direction: Direction): string[] {
  const byText = new Map<string, string[]>();
  for (const [type, { schema = {} }] of Object.entries(content)) {
    const fields = unfoldedFields(schema, { ...links, direction });
    const isLong = fields.length > MAX_LENGTH && links.linkTo(schema) !== undefined;
    const shown = isLong ? 'The page of the schema describes the fields.' : fields;
    const about = links.linkTo(schema) === undefined ? aboutSchema(schema, links) : [];
    const text = [typeOfBody(schema, type, links), ...about, shown]
      .filter((part) => part !== '')
      .join('\n\n')
      .trimEnd();
    byText.set(text, [...(byText.get(text) ?? []), type]);
  }
  return [...byText].map(([text, types]) => `${joined(types.map(code), 'or')}: ${text}`);
}

/** Writes what the page of a schema would show before its fields: its description, and its type in TypeScript. */
function aboutSchema(schema: Schema, links: Links): string[] {
  const name = links.nameOf(schema);
  return [
    description(links.resolve(schema).description ?? ''),
    name === undefined ? '' : `**In TypeScript:** ${code(`components['schemas']['${name}']`)}`,
  ];
}

/** Writes the fields of a body, and unfolds as many of the schemas in it as fit on a page. */
function unfoldedFields(schema: Schema, options: FieldListOptions): string {
  const link = options.linkTo(schema);
  const within = link === undefined ? [] : [link];
  for (let unfold = MAX_UNFOLDED; unfold > 0; unfold -= 1) {
    const fields = fieldList(schema, { ...options, unfold, within });
    if (fields.length <= MAX_UNFOLDED_LENGTH) return fields;
  }
  return fieldList(schema, options);
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
  label = 'Example:',
): string[] {
  const [type, media] = Object.entries(content)[0] ?? [];
  if (type === undefined || media === undefined) return [];
  if (firstExample(media) === undefined && ownTypeText(media.schema ?? {}, links) === ANY) return [];
  const value = sampleResponse(document, media);
  if (value === undefined) return [];
  if (isJsonType(type)) return [label, fenced('json', JSON.stringify(value, null, 2))];
  return typeof value === 'string' ? [label, fenced('text', value)] : [];
}
