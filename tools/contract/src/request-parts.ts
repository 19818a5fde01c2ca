// The URL and the header fields of a call, as the client writes them.
import { fillTemplate, type OperationEntry } from 'tools-document/operations';
import type { CallArguments } from 'tools-document/samples';

type ParameterValues = Readonly<Record<string, unknown>>;

/** Returns the path and the query of a call, as the client writes them, perhaps with another percent-encoding. */
export function callUrl(
  { path: template }: OperationEntry,
  { path = {}, query = {} }: CallArguments['params'],
): string {
  const search = Object.entries(query)
    .flatMap(([name, value]) => [value].flat().map((item) => [name, item]))
    .filter(([, item]) => item !== undefined && item !== null)
    .map((pair) => pair.map((text) => encodeURIComponent(String(text))).join('='))
    .join('&');
  return pathWith(template, path) + (search && `?${search}`);
}

/** Returns a path template with the values of its parameters. */
export const pathWith = (template: string, values: ParameterValues): string =>
  fillTemplate(template, (name) => encodeURIComponent(String(values[name])));

/** Returns the header fields of a call, as the client writes them. */
export const headerTexts = (values: ParameterValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
