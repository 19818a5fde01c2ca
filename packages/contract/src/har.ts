// Defines, writes and reads the HTTP archive of a contract run. The format is HAR 1.2.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type OpenApiDocument, type OperationEntry, operationFinder } from 'tenant-management-document';
import type { TargetName } from './target-arguments.ts';

/** An HTTP archive. The names of custom members begin with an underscore, as HAR requires. */
interface Har {
  readonly _baseUrl: string;
  readonly log: {
    readonly version: string;
    readonly creator: { readonly name: string; readonly version: string };
    readonly entries: readonly HarEntry[];
  };
}

/** One request of an HTTP archive, with its response. */
export interface HarEntry {
  readonly startedDateTime: string;
  readonly _tokenSource: RecordedCall['tokenSource'];
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly HarHeader[];
    readonly postData?: { readonly mimeType: string | null; readonly text: string };
  };
  readonly response: HarResponse;
}

/** The response of an entry. */
export interface HarResponse {
  /** The status code, or 0 if no response arrived, as in the archives that browsers write. */
  readonly status: number;
  readonly headers: readonly HarHeader[];
  readonly content: { readonly mimeType: string; readonly text: string };
  /** The reason why no response arrived; absent if a response arrived. */
  readonly _error?: string;
}

/** A header field of a request or a response. */
export interface HarHeader {
  readonly name: string;
  readonly value: string;
}

/** One call of an HTTP archive, with its operation. */
export interface RecordedCall {
  /** Method and path below the base URL, without the query. */
  readonly requestLine: string;
  /** Query of the request without the question mark; absent if the request has no query. */
  readonly query?: string | undefined;
  /** Absent if the document does not have an operation for the call. */
  readonly operation: OperationEntry | undefined;
  /** The status code, or 0 if no response arrived. */
  readonly status: number;
  /** Header fields of the response, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the response. */
  readonly text: string;
  /** Whether the client got its token from the token endpoint or from the caller. */
  readonly tokenSource: 'token endpoint' | 'caller';
  /** The reason why no response arrived; absent if a response arrived. */
  readonly error: string | undefined;
}

/** The calls of an HTTP archive. */
export interface Archive {
  readonly file: string;
  /** The base URL of the recorded calls. The URL of each call starts with the base URL. */
  readonly baseUrl: string;
  readonly calls: readonly RecordedCall[];
}

/** Returns the path of the archive of a target. */
export const harFile = (target: TargetName, reports: string): string => join(reports, `contract-${target}.har`);

/**
 * Writes an archive.
 *
 * @param baseUrl The base URL of the calls. The URL of each entry starts with the base URL.
 * @param redact Removes the secrets from a text. It is called for every string of the archive.
 */
export async function writeArchive(
  file: string,
  baseUrl: string,
  entries: readonly HarEntry[],
  redact: (text: string) => string,
): Promise<void> {
  const har: Har = {
    log: { version: '1.2', creator: { name: 'contract tests', version: '1' }, entries },
    _baseUrl: baseUrl,
  };
  const redactText = (_name: string, value: unknown) => (typeof value === 'string' ? redact(value) : value);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(har, redactText, 2));
}

const REMEDY = 'run the contract suite first, with npm run test:contract -- --target sandbox';

/**
 * Reads an archive of the contract suite and finds the operation of each call.
 *
 * @throws Error If the file cannot be read or if the contract suite did not write it.
 */
export async function readArchive(file: string, document: OpenApiDocument): Promise<Archive> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}): ${REMEDY}`);
  });
  const { _baseUrl: baseUrl, log } = parseHar(file, text);
  return { file, baseUrl, calls: callsOf(document, baseUrl, log.entries) };
}

/** Returns the calls of entries, each with its operation. */
export function callsOf(document: OpenApiDocument, baseUrl: string, entries: readonly HarEntry[]): RecordedCall[] {
  const findOperation = operationFinder(document);
  return entries.map(({ _tokenSource, request: { method, url }, response }) => {
    const [path = '', query] = url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length).split('?') : [url];
    return {
      requestLine: `${method} ${path}`,
      query,
      operation: findOperation(method, path),
      status: response.status,
      headers: Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value])),
      text: response.content.text,
      tokenSource: _tokenSource,
      error: response._error,
    };
  });
}

function parseHar(file: string, text: string): Har {
  try {
    const har: Har = JSON.parse(text);
    if (typeof har._baseUrl === 'string' && Array.isArray(har.log.entries)) return har;
  } catch {
    // If a run is stopped while it writes the archive, the file is incomplete.
  }
  throw new Error(`${file} must be an archive that the contract suite wrote: ${REMEDY}`);
}
