import { listOperations, type OpenApiDocument } from './document.ts';
import { pathWith, sampleCall } from './sample.ts';

/**
 * Returns a `curl` command for a POSIX shell that calls the first operation with a valid sample, with the required
 * arguments of the call.
 *
 * @param url URL of the server.
 * @returns Only the URL if no operation can be called.
 */
export function curlCommand(document: OpenApiDocument, url: string): string {
  for (const entry of listOperations(document)) {
    const { params, body } = sampleCall(document, entry);
    // A form or a file would need other options of curl.
    if (params === undefined || isForm(body)) continue;
    const required = (place: 'query' | 'header') =>
      Object.entries(params[place]).filter(([name]) =>
        entry.parameters.some((parameter) => parameter.name === name && parameter.in === place && parameter.required),
      );
    const query = new URLSearchParams(required('query').flatMap(([name, value]) => pairsOf(name, value))).toString();
    const headers = [
      'Authorization: Bearer any-token',
      ...required('header').map(([name, value]) => `${name}: ${value}`),
      ...(body === undefined ? [] : ['Content-Type: application/json']),
    ];
    const data = body === undefined ? [] : ['-d', quoted(JSON.stringify(body))];
    return [
      `curl -i -X ${entry.method}`,
      ...headers.flatMap((header) => ['-H', quoted(header)]),
      ...data,
      quoted(url + pathWith(entry, params.path) + (query === '' ? '' : `?${query}`)),
    ].join(' ');
  }
  return url;
}

const isForm = (body: unknown): boolean =>
  body instanceof URLSearchParams || body instanceof FormData || body instanceof Blob;

/** The pairs of a query parameter: one for each item of a list. */
const pairsOf = (name: string, value: unknown): [string, string][] =>
  [value].flat().map((item) => [name, String(item)]);

/** A text in single quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
