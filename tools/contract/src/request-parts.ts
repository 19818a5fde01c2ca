// The request of a call, and its URL and header fields, as the client writes them.
import { fillTemplate, type OperationEntry, otherJsonType } from 'tools-document/operations';
import type { CallArguments, SampleCall } from 'tools-document/samples';

type NamedValues = Readonly<Record<string, unknown>>;

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
export const pathWith = (template: string, values: NamedValues): string =>
  fillTemplate(template, (name) => encodeURIComponent(String(values[name])));

/** Returns the header fields of a call, as the client writes them. */
export const headerTexts = (values: NamedValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/**
 * Creates a request with the same parameters and body as the client would send. A test sends this request without the
 * client, to prepare a situation.
 */
export function directRequest(
  { baseUrl, token }: Readonly<Record<'baseUrl' | 'token', string>>,
  { params, body }: Pick<SampleCall, 'params' | 'body'>,
  entry: OperationEntry,
): Request {
  const jsonType = otherJsonType(entry.operation.requestBody?.content) ?? 'application/json';
  // fetch sets the Content-Type of a form.
  const isForm = body instanceof URLSearchParams || body instanceof FormData || body instanceof Blob;
  return new Request(baseUrl + callUrl(entry, params), {
    method: entry.method,
    headers: {
      ...headerTexts(params.header),
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'Content-Type': jsonType }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}
