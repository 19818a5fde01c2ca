import { createQuerySerializer } from 'openapi-fetch';
import type { OperationEntry } from '../../scripts/openapi/document.ts';
import { otherJsonType } from '../../scripts/openapi/media-type.ts';
import { pathWith, type SampleCall } from '../../scripts/openapi/sample.ts';

/**
 * Creates the request of a call, with which a test prepares a situation without the client and the proxy. It has the
 * parameters and the body that the client would send.
 */
export function directRequest(
  { baseUrl, token }: Readonly<Record<'baseUrl' | 'token', string>>,
  { params, body }: Pick<SampleCall, 'params' | 'body'>,
  entry: OperationEntry,
): Request {
  const query = createQuerySerializer()(params.query);
  const jsonType = otherJsonType(entry.operation.requestBody?.content) ?? 'application/json';
  // A form names its own media type.
  const isForm = body instanceof URLSearchParams || body instanceof FormData || body instanceof Blob;
  const fields = Object.entries(params.header).map(([name, value]) => [name, String(value)]);
  return new Request(`${baseUrl}${pathWith(entry, params.path)}?${query}`, {
    method: entry.method,
    headers: {
      ...Object.fromEntries(fields),
      Authorization: `Bearer ${token}`,
      ...(body !== undefined && !isForm && { 'Content-Type': jsonType }),
    },
    ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
  });
}
