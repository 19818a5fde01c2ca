import { isObject } from 'tools-document';
import { failures, type SandboxOperation } from '../document-facts.js';
import type { SandboxResponse } from '../http/response.js';

/** Replaces the body of an error response with the documented body for its status, if the document shows one. */
export function documentedFailure(
  { failures: indexes }: Pick<SandboxOperation, 'failures'>,
  response: SandboxResponse,
): SandboxResponse {
  const { status, headers, body: usual } = response;
  const index = indexes[status] ?? indexes[`${String(status)[0]}XX`] ?? indexes['default'];
  const failure = index === undefined ? undefined : failures[index];
  if (status < 400 || failure === undefined) return response;
  const { mediaType, body, messageField, statusField } = failure;
  // The cast is safe, because apiFailure has created the usual body.
  const { message = '' } = (usual ?? {}) as { readonly message?: string };
  const fields = {
    ...(messageField !== undefined && { [messageField]: message }),
    ...(statusField !== undefined && { [statusField]: status }),
  };
  return {
    status,
    headers: { ...headers, 'Content-Type': mediaType },
    body: isObject(body) ? { ...body, ...fields } : JSON.stringify(body),
  };
}
