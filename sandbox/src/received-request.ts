import type { OperationId } from './document.js';
import type { Fault } from './fault.js';

/** Requests that are kept: enough for any test, and no leak in a sandbox that runs for weeks. */
export const KEPT_REQUESTS = 1_000;

/** A request that arrived, and what became of it. No token and no secret is kept. */
export interface ReceivedRequest {
  /** When it arrived, in milliseconds of the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** As it was sent, with its query; of a token or secret in that only the name. */
  readonly path: string;
  /** Header fields by lower-case name; of `authorization` only `Basic` or `Bearer`. */
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
  // A malformed one may be nothing but a token.
  if (authorization !== undefined) kept['authorization'] = /^(?:Basic|Bearer)(?= )/i.exec(authorization)?.[0] ?? '';
  return kept;
}

/** A query without what authenticates: callers put it there by mistake, or after RFC 6750 section 2.3. */
export const withoutSecretParameters = (search: string): string =>
  search.replaceAll(/([?&](?:access_token|client_secret|client_assertion)=)[^&]*/gi, '$1');
