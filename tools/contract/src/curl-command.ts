import type { OpenApiDocument } from 'tools-document/model';
import { listOperations, type OperationEntry } from 'tools-document/operations';
import { callArguments } from 'tools-document/samples';
import { quoted } from '../../../common/formatting.ts';
import { callUrl, headerTexts } from './request-parts.ts';

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
