import { type OperationEntry, otherJsonType } from 'tools-document/operations';
import type { SampleCall } from 'tools-document/samples';
import { callUrl, headerTexts } from '../../request-parts.ts';

/**
 * Creates a request with the same parameters and body as the client would send. A test sends this request without the
 * client, to prepare a situation.
 */
export function directRequest(
  { baseUrl, token }: Readonly<Record<'baseUrl' | 'token', string>>,
  { params, body }: Pick<SampleCall, 'params' | 'body'>,
  entry: OperationEntry,
): Request {
  const jsonType = otherJsonType(entry.operation.requestBody?.content) ?? 'application/json';
  // fetch sets the Content-Type of a form.
  const isForm = body instanceof URLSearchParams || body instanceof FormData || body instanceof Blob;
  return new Request(baseUrl + callUrl(entry, params), {
    method: entry.method,
    headers: {
      ...headerTexts(params.header),
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'Content-Type': jsonType }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}
