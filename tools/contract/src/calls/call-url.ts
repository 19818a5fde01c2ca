import { type CallArguments, fillTemplate, type OperationEntry } from 'tools-document';

type Values = Readonly<Record<string, unknown>>;

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
export const pathWith = (template: string, values: Values): string =>
  fillTemplate(template, (name) => encodeURIComponent(String(values[name])));

/** Returns the header fields of a call, as the client writes them. */
export const headerTexts = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
