import type { OpenApiDocument, Parameter } from 'tools-document/model';
import { isIgnored } from 'tools-document/operations';
import { schemaIn, typesOf, valuesOf } from 'tools-document/schema';
import { joined } from '../../../common/formatting.ts';
import { code, inline, jsonCode } from '../markdown.ts';

/** Keywords that are shown with their values next to the type. */
const LIMITS = /^(?:format|pattern|minimum|maximum|(?:min|max)(?:Length|Items)|default)$/;

/** The keywords of a parameter or a header field that the reference shows. */
interface DescribedValue {
  readonly required?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly schema?: object;
  readonly example?: unknown;
  readonly 'x-not-shown'?: readonly string[];
}

/** Writes the parameters of an operation as a list. */
export const parameterList = (parameters: readonly Parameter[], document: OpenApiDocument): string =>
  parameters
    .filter((parameter) => !isIgnored(parameter))
    .map((parameter) => {
      const notes = [parameter.in, parameter.required === true ? 'required' : 'optional'];
      return valueItem(parameter.name, parameter, document, notes);
    })
    .join('\n');

/** Writes the header fields of a response as a list. */
export const headerList = (headers: Readonly<Record<string, DescribedValue>>, document: OpenApiDocument): string =>
  Object.entries(headers)
    .map(([name, header]) => valueItem(name, header, document, header.required === true ? ['required'] : []))
    .join('\n');

function valueItem(name: string, value: DescribedValue, document: OpenApiDocument, notes: readonly string[]): string {
  const { deprecated = false, example, 'x-not-shown': notShown = [] } = value;
  const words = [
    schemaText(document, value.schema ?? {}),
    ...(deprecated ? ['deprecated'] : []),
    ...(example === undefined ? [] : [`for example ${jsonCode(example)}`]),
  ];
  const lines = [
    `- ${code(name)}${notes.length === 0 ? '' : ` (${notes.join(', ')})`}: ${words.join(', ')}`,
    inline(value.description ?? ''),
    notShown.length === 0 ? '' : `Not documented by the API: ${notShown.map(inline).join('; ')}.`,
  ];
  return lines.filter((line) => line !== '').join('  \n  ');
}

/** Describes the type and the limits of a schema, such as `array of string, maxItems 2`. */
function schemaText(document: OpenApiDocument, schema: object): string {
  const { members } = schemaIn(document, schema);
  const items = members['items'] === undefined ? '' : ` of ${typeText(document, members['items'])}`;
  const limits = Object.entries(members).flatMap(([keyword, value]) =>
    LIMITS.test(keyword) ? [`${keyword} ${jsonCode(value)}`] : [],
  );
  return [`${typeText(document, schema)}${items}`, ...limits].join(', ');
}

/** Names the values or the types that a schema allows. */
function typeText(document: OpenApiDocument, schema: unknown): string {
  const node = schemaIn(document, schema);
  return joined(valuesOf(node.members)?.map(jsonCode) ?? typesOf(node) ?? ['any JSON value'], 'or');
}
