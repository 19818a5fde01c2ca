import { listOperations, type OpenApiDocument } from './document.ts';
import { pathWith, sampleCall } from './sample.ts';

/**
 * Returns a `curl` command for a POSIX shell. The command calls the first operation that has a valid sample, and passes
 * the required arguments.
 *
 * @param url URL of the server.
 * @returns Only the URL if no operation can be called.
 */
export function curlCommand(document: OpenApiDocument, url: string): string {
  for (const entry of listOperations(document)) {
    const { params, body } = sampleCall(document, entry);
    // Skip forms and files, which need other options of curl.
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

/** Returns the name-value pairs of a query parameter. A list has one pair for each item. */
const pairsOf = (name: string, value: unknown): [string, string][] =>
  [value].flat().map((item) => [name, String(item)]);

/** Puts a text in single quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
