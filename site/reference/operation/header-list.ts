import { code, jsonCode } from '../markdown.ts';
import { describedItem } from '../schema/described-item.ts';
import type { SchemaNames } from '../schema/type-text.ts';
import { valueText } from '../schema/value-text.ts';

/** The keywords of a header field that the reference shows. */
export interface Header {
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: object;
  readonly example?: unknown;
  readonly 'x-not-shown'?: readonly string[];
}

/** Writes the header fields of a response as a list. Without header fields, the list is empty. */
export function headerList(headers: Readonly<Record<string, Header>>, links: SchemaNames): string {
  return Object.entries(headers)
    .map(([name, { required = false, description: text, schema = {}, example, 'x-not-shown': notShown }]) => {
      const words = [
        valueText(schema, links, ...(required ? ['required'] : [])),
        ...(example === undefined ? [] : [`for example ${jsonCode(example)}`]),
      ];
      return describedItem({ head: `${code(name)}: ${words.join(', ')}`, description: text, notShown });
    })
    .join('\n');
}
