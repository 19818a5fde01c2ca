import type { OperationId } from './document.js';
import type { Fault } from './fault.js';

/** Requests that are kept: enough for any test, and no leak in a sandbox that runs for weeks. */
export const KEPT_REQUESTS = 1_000;

/** A request that arrived, and what became of it. No token and no secret is kept. */
export interface ReceivedRequest {
  /** When it arrived, in milliseconds of the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** As it was sent, with its query. */
  readonly path: string;
  /** Header fields by lower-case name; of `authorization` only the scheme. */
  readonly headers: Readonly<Record<string, string>>;
  /** Operation id, `token` for the token endpoint, absent for all else. */
  readonly operation?: OperationId | 'token';
  /** The client that it was authenticated as. */
  clientId?: string;
  /** Status that was answered; absent while there is none. */
  status?: number;
  /** The fault that was asked for and happened to it. */
  fault?: Fault['with'];
}

/** Header fields without what authenticates. */
export function withoutSecrets(headers: Headers): Record<string, string> {
  const kept = Object.fromEntries(headers);
  const { authorization } = kept;
  if (authorization !== undefined) kept['authorization'] = authorization.split(' ', 1)[0] ?? '';
  return kept;
}
