import { isUtf8 } from 'node:buffer';
import type { OpenApiDocument } from 'tools-document/model';
import { type OperationEntry, operationFinder, valuesInPath } from 'tools-document/operations';

/** The `fetch` of a client, which sends each request. */
export type ClientFetch = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

/** One call to the API, with its operation. */
export interface RecordedCall {
  /** Method and path below the base URL, without the query. */
  readonly requestLine: string;
  /** Query of the request without the question mark; empty if the request has no query. */
  readonly query: string;
  /** Names of the header fields of the request, in lower case. */
  readonly sentHeaders: readonly string[];
  readonly sentText: string;
  /** Absent if the document does not have an operation for the call. */
  readonly operation: OperationEntry | undefined;
  /** Values of the path parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The status code, or 0 if no response arrived. */
  readonly status: number;
  /** Header fields of the response, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body of the response, with a byte order mark if the response has one. */
  readonly text: string;
  /** Whether the body of the response is valid UTF-8. */
  readonly isUtf8: boolean;
  /** Whether the client got its token from the token endpoint or from the caller. */
  readonly tokenSource: 'token endpoint' | 'caller';
  /** The reason why no response arrived; absent if a response arrived. */
  readonly error: string | undefined;
}

/** Records the calls to the API in memory, but no token requests. */
export interface Recorder {
  /** Creates a `fetch` for one client. The `fetch` records each call and the source of its token. */
  createFetch(): ClientFetch;
  /** The recorded calls, in the order in which they ended. */
  readonly calls: readonly RecordedCall[];
}

/**
 * Creates a recorder.
 *
 * @param baseUrl Only requests below this URL are recorded. Every other request must be a token request.
 */
export function createRecorder(document: OpenApiDocument, baseUrl: string): Recorder {
  const calls: RecordedCall[] = [];
  const findOperation = operationFinder(document);

  /** Sends a call and records it. */
  async function sendCall(
    [request, init]: Parameters<ClientFetch>,
    tokenSource: RecordedCall['tokenSource'],
  ): Promise<Response> {
    const { method, url, headers } = request;
    const [path = '', query = ''] = url.slice(baseUrl.length).split('?');
    const operation = findOperation(method, path);
    const sent = {
      requestLine: `${method} ${path}`,
      query,
      sentHeaders: [...headers.keys()],
      sentText: await request.clone().text(),
      operation,
      parameters: operation === undefined ? {} : valuesInPath(operation.path, path),
      tokenSource,
    };
    try {
      const response = await fetch(request, init);
      const body = await response.clone().bytes();
      const received = { status: response.status, headers: Object.fromEntries(response.headers) };
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
      calls.push({ ...sent, ...received, text, isUtf8: isUtf8(body), error: undefined });
      return response;
    } catch (error) {
      calls.push({ ...sent, status: 0, headers: {}, text: '', isUtf8: true, error: reasonOf(error) });
      throw error;
    }
  }

  return {
    calls,
    createFetch: () => {
      let requestsTokens = false;
      return async (request, init) => {
        if (request.url.startsWith(`${baseUrl}/`))
          return sendCall([request, init], requestsTokens ? 'token endpoint' : 'caller');
        const response = await fetch(request, init);
        requestsTokens ||= response.ok;
        return response;
      };
    },
  };
}

/** Returns the reason why `fetch` rejected: the message of `cause`. The error itself only says "fetch failed". */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  return reason instanceof Error ? reason.message : String(reason);
}
