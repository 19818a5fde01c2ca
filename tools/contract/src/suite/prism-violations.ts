import { parseJson } from '../parse-json.ts';
import type { ClientResult } from './tested-client.ts';

/** Number of characters of a response in the message of a failed test. */
const MAX_ANSWER = 200;

/** A violation of the document that Prism reports in the header field `sl-violations`. */
interface PrismViolation {
  readonly location?: readonly string[];
  readonly code?: string;
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
