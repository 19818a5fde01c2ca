import { type OperationEntry, otherJsonType } from 'tools-document/operations';
import { parseJson } from '../parse-json.ts';
import { isVerdict } from './call-rules.ts';
import type { ClientResult, TestedClient } from './tested-client.ts';

/** Number of characters of a response in the message of a failed test. */
const MAX_ANSWER = 200;

/** A violation of the document that Prism reports in the header field `sl-violations`. */
interface PrismViolation {
  readonly location?: readonly string[];
  readonly code?: string;
}

/**
 * Calls an operation that is known only at run time, so the compiler cannot check the path. If the media
 * type of a JSON request body is not `application/json`, the function sets `Content-Type`. If the client does not read
 * the body of the response, the function cancels this body.
 *
 * @throws Error If the call has no result. The error has only the message of the client's error.
 */
export async function callOperation(
  client: TestedClient,
  { method, path, operation }: Pick<OperationEntry, 'method' | 'path' | 'operation'>,
  init: { readonly params?: object; readonly body?: unknown; readonly headers?: object },
): Promise<ClientResult> {
  // The cast is safe if the path and the options match the document: the compiler cannot know them.
  const call = client[method as keyof TestedClient] as (path: string, init: object) => Promise<ClientResult>;
  const mediaType = init.body === undefined ? undefined : otherJsonType(operation.requestBody?.content);
  const headers = { ...(mediaType !== undefined && { 'Content-Type': mediaType }), ...init.headers };
  const result = await call(path, { ...init, headers }).catch((error: Error) => {
    if (isVerdict(error)) throw error;
    // The cause of an error can contain the response, and a reporter of the tests prints causes.
    throw new Error(error.message);
  });
  if (result.data instanceof Response) await result.data.body?.cancel();
  return result;
}

/**
 * Fails the test if Prism reports a violation of the document.
 *
 * @param isRequestInvalid Whether to ignore the violations of the request, because the test sends an invalid request.
 * @throws Error If Prism failed. The message starts with `Prism: `.
 */
export function expectNoViolation({ error, response }: ClientResult, isRequestInvalid = false): void {
  const fault = prismFault(error?.body);
  if (fault !== undefined) throw new Error(`Prism: the mock failed: ${fault}`);
  const violations = relevantViolations(response.headers.get('sl-violations'), isRequestInvalid);
  if (violations === null) return;
  const answer = `the response ${response.status}${error?.body === undefined ? '' : ` ${JSON.stringify(error.body)}`}`;
  throw new Error(`${answer.slice(0, MAX_ANSWER)}; violations of the document: ${violations}`);
}

/**
 * Returns the reported violations, without hints that a parameter is deprecated; `null` if there are none.
 *
 * @param isRequestInvalid Whether to omit the violations of the request.
 */
function relevantViolations(reported: string | null, isRequestInvalid: boolean): string | null {
  const list = parseJson(reported ?? '[]') as readonly PrismViolation[] | undefined;
  // Prism cuts off a long list, which then cannot be parsed. The violations of the request come first.
  if (!Array.isArray(list)) {
    return !isRequestInvalid || reported?.includes('{"location":["response"') ? reported : null;
  }
  const found = list.filter(
    ({ location, code }) => code !== 'deprecated' && !(isRequestInvalid && location?.[0] === 'request'),
  );
  return found.length === 0 ? null : JSON.stringify(found);
}

/** The body of an error that Prism does not catch, for example for a request whose media type is not valid. */
const UNCAUGHT = '{"error":{"code":"internal_server_error","message":"Internal Server Error"}}';

/** Returns the title of an error that Prism itself reports, with the first violation; `undefined` for any other body. */
function prismFault(body: unknown): string | undefined {
  if (JSON.stringify(body) === UNCAUGHT) return 'Internal Server Error';
  if (typeof body !== 'object' || body === null || !('type' in body)) return undefined;
  // If Prism catches an exception, the type is the name of the exception.
  if (!/^(\w*Error$|https:\/\/stoplight\.io\/prism\/errors)/.test(String(body.type))) return undefined;
  const [violation] = 'validation' in body && Array.isArray(body.validation) ? body.validation : [];
  const details = violation === undefined ? '' : `: ${String(Object(violation).message)}`;
  return ('title' in body ? String(body.title) : String(body.type)) + details;
}
