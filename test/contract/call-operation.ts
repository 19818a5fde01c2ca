import { expect } from 'vitest';
import { parseJson } from '../../scripts/contract/parse-json.ts';
import type { OperationEntry } from '../../scripts/openapi/document.ts';
import { otherJsonType } from '../../scripts/openapi/media-type.ts';
import type { ManagementClient, Result } from '../../src/index.js';

type AnyCall = (path: string, init: object) => Promise<Result<unknown>>;

/** A violation of the document that Prism's proxy reports in the header field `sl-violations`. */
interface Violation {
  readonly location?: readonly string[];
}

/**
 * Calls an operation. The operations come from the document at run time: the compiler cannot know their paths. If the
 * client leaves the body of the response unread, this function cancels the body. The call names the media type of a
 * JSON body that is not `application/json`.
 */
export async function callOperation(
  management: ManagementClient,
  { method, path, operation }: Pick<OperationEntry, 'method' | 'path' | 'operation'>,
  init: { readonly params?: object; readonly body?: unknown; readonly headers?: object },
): Promise<Result<unknown>> {
  const { [method]: call } = management as unknown as Readonly<Record<string, AnyCall | undefined>>;
  if (call === undefined) throw new Error(`The client has no method ${method}`);
  const mediaType = init.body === undefined ? undefined : otherJsonType(operation.requestBody?.content);
  const headers = { ...(mediaType !== undefined && { 'Content-Type': mediaType }), ...init.headers };
  const result = await call(path, { ...init, headers });
  if (result.data instanceof Response) await result.data.body?.cancel();
  return result;
}

/**
 * Fails the test if Prism reports a violation of the document.
 *
 * @param isRequestInvalid Whether to ignore the violations of the request, because the test sends an invalid one.
 * @throws Error Whose message starts with `Prism: ` if Prism could not relay the response.
 */
export function expectNoViolation({ error, response }: Result<unknown>, isRequestInvalid = false): void {
  const fault = prismFault(error?.body);
  if (fault !== undefined) throw new Error(`Prism: the proxy could not relay the response: ${fault}`);
  const reported = response.headers.get('sl-violations');
  const violations = isRequestInvalid ? responseViolations(reported) : reported;
  expect(violations, `violations of the document: ${violations}`).toBeNull();
}

/** The violations of the response, or `null` without one. */
function responseViolations(reported: string | null): string | null {
  const list = parseJson(reported ?? '[]') as readonly Violation[] | undefined;
  // Prism cuts off a long list, which is then not JSON. The violations of the request come first.
  if (!Array.isArray(list)) return reported?.includes('{"location":["response"') ? reported : null;
  const found = list.filter(({ location }) => location?.[0] !== 'request');
  return found.length === 0 ? null : JSON.stringify(found);
}

/** The title of Prism's own problem document, or `undefined` for any other body. */
function prismFault(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('type' in body)) return undefined;
  // For an error that it caught, Prism sends the name of the error.
  if (!/^(\w*Error$|https:\/\/stoplight\.io\/prism\/errors)/.test(String(body.type))) return undefined;
  return 'title' in body ? String(body.title) : String(body.type);
}
