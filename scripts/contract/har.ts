import { readFile } from 'node:fs/promises';
import { listOperations, type OpenApiDocument, type OperationEntry } from '../openapi/document.ts';

/** One call of an HTTP archive, with its operation. */
export interface RecordedCall {
  /** Method and path below the base URL, without the query. */
  readonly call: string;
  /** Absent if the document does not have the call. */
  readonly operation: OperationEntry | undefined;
  /** 0 if the call failed. */
  readonly status: number;
  /** Header fields of the response, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the response. */
  readonly text: string;
  /** Source of the client's token. */
  readonly tokenSource: 'token endpoint' | 'caller';
  /** The reason if the call failed. */
  readonly error: string | undefined;
}

/** An HTTP archive that the contract suite wrote. */
export interface Archive {
  readonly file: string;
  /** Start of the URL of every call in the archive. */
  readonly baseUrl: string;
  readonly exchanges: readonly RecordedCall[];
}

interface Har {
  readonly _baseUrl: string;
  readonly log: {
    readonly entries: readonly {
      readonly _tokenSource: RecordedCall['tokenSource'];
      readonly request: { readonly method: string; readonly url: string };
      readonly response: {
        readonly status: number;
        readonly headers: readonly { readonly name: string; readonly value: string }[];
        readonly content: { readonly text: string };
        readonly _error?: string;
      };
    }[];
  };
}

const REMEDY = 'run the contract suite first, with npm run test:contract -- --target sandbox';

/**
 * Reads an archive of the contract suite and finds the operation of each call.
 *
 * @throws Error If the file cannot be read or is not such an archive.
 */
export async function readArchive(file: string, document: OpenApiDocument): Promise<Archive> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file} cannot be read (${error.code}): ${REMEDY}`);
  });
  const { _baseUrl: baseUrl, log } = parseArchive(file, text);
  const findOperation = operationFinder(document);
  const exchanges = log.entries.map(({ _tokenSource, request: { method, url }, response }) => {
    const path = url.startsWith(`${baseUrl}/`) ? (url.slice(baseUrl.length).split('?')[0] ?? '') : url;
    return {
      call: `${method} ${path}`,
      operation: findOperation(method, path),
      status: response.status,
      headers: Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value])),
      text: response.content.text,
      tokenSource: _tokenSource,
      error: response._error,
    };
  });
  return { file, baseUrl, exchanges };
}

function parseArchive(file: string, text: string): Har {
  try {
    const har: Har = JSON.parse(text);
    if (typeof har._baseUrl === 'string' && Array.isArray(har.log.entries)) return har;
  } catch {
    // A run that is stopped while it writes leaves half a file.
  }
  throw new Error(`${file} must be an archive that the contract suite wrote: ${REMEDY}`);
}

function operationFinder(document: OpenApiDocument) {
  const operations = listOperations(document)
    .map((operation) => ({ operation, parts: operation.path.split(/\{.+?\}/) }))
    // A path with fewer parameters comes first: `/users/me` is not the user "me" (OpenAPI 3.1, Paths Object).
    .sort((one, other) => one.parts.length - other.parts.length)
    .map(({ operation, parts }) => ({
      operation,
      pattern: new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')).join('[^/]+')}$`),
    }));
  return (method: string, path: string): OperationEntry | undefined =>
    operations.find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;
}
