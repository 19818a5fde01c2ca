import type { Profile, SandboxOperation } from './document.js';
import { apiFailure, type Reply } from './reply.js';

/** An MFA enrollment; the document shows no field of it. */
export interface Enrollment {
  id: string;
  [field: string]: unknown;
}

/** Profiles and enrollments of the tenant, by id. */
export interface State {
  readonly profiles: Map<string, Profile>;
  readonly enrollments: Map<string, Enrollment>;
}

/** Reads or deletes the item with an id. */
export function performOperation(operation: SandboxOperation, state: State, id: string): Reply {
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
