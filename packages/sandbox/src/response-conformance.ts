// Makes a response conform to the document: its status, the body of an error response, and its header fields.

import type { Statuses } from 'tools-document/behavior';
import { isObject } from 'tools-document/model';
import type { BundledOperation } from './bundled-document.js';
import { errorBodies } from './document.js';
import { type SandboxResponse, withStatus } from './response.js';

/** The failures that are a 400 if the document shows 400, but not their own status. */
const BAD_REQUESTS = [404, 409, 415];

/** Returns the range of a status, such as `2XX`. */
const rangeOf = (status: number): string => `${String(status)[0]}XX`;

/** Returns whether a list contains a status or the range of the status: 204 is in the range `2XX`. */
export const includesStatus = (statuses: Statuses, status: number): boolean =>
  statuses.includes(status) || statuses.includes(rangeOf(status));

/** Whether the document shows a status: the status itself, its range or `default`. */
export const isShown = ({ documented }: Pick<BundledOperation, 'documented'>, status: number): boolean =>
  includesStatus(documented, status) || documented.includes('default');

/** Returns the status that the document shows for a failure. Returns the same status if the document shows none. */
export const documentedStatus = (operation: Pick<BundledOperation, 'documented'>, status: number): number =>
  BAD_REQUESTS.includes(status) && !isShown(operation, status) && (status === 415 || isShown(operation, 400))
    ? 400
    : status;

/** Replaces the status of a failure that the document does not show, except a status that the behavior file shows. */
export const withDocumentedStatus = (
  operation: Pick<BundledOperation, 'documented'>,
  response: SandboxResponse,
  assumed: number | undefined,
): SandboxResponse =>
  response.status === assumed ? response : withStatus(response, documentedStatus(operation, response.status));

/** Returns the value for a status: that of the status itself, of its range or of `default`. */
const valueFor = <Value>(values: Readonly<Record<string, Value>>, status: number): Value | undefined =>
  values[status] ?? values[rangeOf(status)] ?? values['default'];

/** Replaces the body of an error response with the documented body for its status, if the document shows one. */
export function withDocumentedBody(
  { errorBodies: indexes }: Pick<BundledOperation, 'errorBodies'>,
  response: SandboxResponse,
): SandboxResponse {
  const { status, headers, body: usual } = response;
  const documented = errorBodies[valueFor(indexes, status) ?? -1];
  if (status < 400 || documented === undefined) return response;
  const { mediaType, body, messageField, statusField } = documented;
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

/** Adds the header fields that the document requires for the status of a response, if the response lacks them. */
export function withRequiredFields(
  { requiredFields = {} }: Pick<BundledOperation, 'requiredFields'>,
  response: SandboxResponse,
): SandboxResponse {
  const { status, headers = {} } = response;
  const sent = Object.keys(headers).map((name) => name.toLowerCase());
  const fields = Object.entries(valueFor(requiredFields, status) ?? {});
  const missing = fields.filter(([name]) => !sent.includes(name.toLowerCase()));
  return missing.length === 0 ? response : { ...response, headers: { ...headers, ...Object.fromEntries(missing) } };
}
