import type { Profile, SandboxOperation } from './document.js';
import { apiFailure, type SandboxResponse } from './response.js';

/** An MFA enrollment, stored under its `id`. The document shows no fields of an enrollment, so any field is allowed. */
export interface Enrollment {
  id: string;
  [field: string]: unknown;
}

/** The profiles and enrollments of a sandbox, by id. */
export interface State {
  readonly profiles: Map<string, Profile>;
  readonly enrollments: Map<string, Enrollment>;
}

/** Reads or deletes the item with an id, and returns the response. */
export function performOperation(operation: SandboxOperation, state: State, id: string): SandboxResponse {
  const { method, path, collection, success, missing } = operation;
  if (collection === undefined || !(method === 'GET' || method === 'DELETE')) {
    return apiFailure({ status: 501, message: `The sandbox does not simulate ${method} ${path}` });
  }
  const items: Map<string, object> = state[collection];
  const item = items.get(id);
  if (item === undefined) {
    const { status, message = 'Not found', errorCode } = missing;
    return status < 300 ? { status } : apiFailure({ status, message, ...(errorCode && { errorCode }) });
  }
  if (method === 'GET') return { status: success.status, body: item };
  items.delete(id);
  return { status: success.status };
}
