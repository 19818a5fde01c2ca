import { isIgnored, type Parameter } from 'tools-document';
import { code, jsonCode } from '../markdown.ts';
import type { Links } from '../reference.ts';
import { describedItem } from '../schema/described-item.ts';
import { shownFields } from '../schema/field-list.ts';
import { valueText } from '../schema/value-text.ts';

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
export const parameterList = (parameters: readonly Parameter[], links: Links): string =>
  parameters
    .filter((parameter) => !isIgnored(parameter))
    .map((parameter) => {
      const inner = shownFields(parameter.schema ?? {}, { ...links, direction: 'request' });
      const head = `${code(parameter.name)} (${parameter.in})`;
      return valueItem(head, parameter, links, [parameter.required === true ? 'required' : 'optional'], inner);
    })
    .join('\n');

/** Writes the header fields of a response as a list. */
export const headerList = (headers: Readonly<Record<string, DescribedValue>>, links: Links): string =>
  Object.entries(headers)
    .map(([name, header]) => valueItem(code(name), header, links, header.required === true ? ['required'] : []))
    .join('\n');

function valueItem(head: string, value: DescribedValue, links: Links, notes: readonly string[], inner = ''): string {
  const { description, deprecated = false, schema = {}, example, 'x-not-shown': notShown } = value;
  const words = [
    valueText(schema, links, ...notes),
    ...(deprecated ? ['deprecated'] : []),
    ...(example === undefined ? [] : [`for example ${jsonCode(example)}`]),
  ];
  return describedItem({ head: `${head}: ${words.join(', ')}`, description, notShown, inner });
}
