// The texts of a call: its URL, its header fields, its token, and its curl command.

import { fillTemplate, listOperations, type OperationEntry } from 'tools-document/operations';
import type { OpenApiDocument } from 'tools-document/read';
import { type CallArguments, callArguments } from 'tools-document/samples';
import { quoted } from '../../../common/formatting.ts';

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

/** Returns a token with one character of its signature changed. The result still has the format of a JWT. */
export function withOtherSignature(token: string): string {
  const at = token.lastIndexOf('.') + 1;
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
}

/** Returns a token with the claims of another token, the algorithm `none`, and no signature (RFC 7519, section 6). */
export function withoutSignature(token: string): string {
  const [, claims = 'e30'] = token.split('.');
  return `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.`;
}

/**
 * Returns a `curl` command for a POSIX shell. The command calls the first operation that has a valid sample, and passes
 * the required arguments.
 *
 * @param url URL of the server.
 * @returns Only the URL if no operation can be called.
 */
export function curlCommand(document: OpenApiDocument, url: string): string {
  for (const entry of listOperations(document)) {
    const words = curlWords(document, entry, url, "'Authorization: Bearer any-token'");
    if (words !== undefined) return words.join(' ');
  }
  return url;
}

/**
 * Returns the parts of a `curl` command for a POSIX shell: the command with the method, each option, and the URL. The
 * command calls an operation with its required arguments.
 *
 * @param url URL of the server.
 * @param authorization The header field Authorization with its quotes.
 * @returns `undefined` if the operation has no valid sample, or sends a file.
 */
export function curlWords(
  document: OpenApiDocument,
  entry: OperationEntry,
  url: string,
  authorization: string,
): string[] | undefined {
  const call = callArguments(document, entry, true);
  if (call === undefined || call.body instanceof Blob) return undefined;
  const { header = {} } = call.params;
  return [
    `curl -i -X ${entry.method}`,
    `-H ${authorization}`,
    ...Object.entries(headerTexts(header)).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...bodyOptions(call.body, call.mediaType),
    quoted(url + callUrl(entry, call.params)),
  ];
}

/** Returns the options that send a body: a form, or JSON. */
function bodyOptions(body: unknown, mediaType = ''): string[] {
  if (body === undefined) return [];
  if (body instanceof FormData) return [...body].map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`);
  if (body instanceof URLSearchParams)
    return [...body].map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  return [`-H ${quoted(`Content-Type: ${mediaType}`)}`, `-d ${quoted(JSON.stringify(body))}`];
}
