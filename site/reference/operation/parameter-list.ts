import { isIgnored, type Parameter } from 'tools-document';
import { code, jsonCode } from '../markdown.ts';
import type { Links } from '../reference.ts';
import { describedItem } from '../schema/described-item.ts';
import { shownFields } from '../schema/field-list.ts';
import { valueText } from '../schema/value-text.ts';

/** Describes the parameters of an operation. */
export function parameterText(parameters: readonly Parameter[], links: Links): string {
  const shown = parameters.filter((parameter) => !isIgnored(parameter));
  return shown.map((parameter) => parameterItem(parameter, links)).join('\n');
}

/** The keywords of a parameter that only the reference reads. */
interface DescribedParameter extends Parameter {
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly 'x-not-shown'?: readonly string[];
}

function parameterItem(parameter: DescribedParameter, links: Links): string {
  const { name, in: place, required = false, schema = {}, example, deprecated = false } = parameter;
  const words = [
    valueText(schema, links, required ? 'required' : 'optional'),
    ...(deprecated ? ['deprecated'] : []),
    ...(example === undefined ? [] : [`for example ${jsonCode(example)}`]),
  ];
  return describedItem({
    head: `${code(name)} (${place}): ${words.join(', ')}`,
    description: parameter.description,
    notShown: parameter['x-not-shown'],
    inner: shownFields(schema, { ...links, direction: 'request' }),
  });
}
