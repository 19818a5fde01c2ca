import type { OperationId } from './document.js';
import type { Fault } from './fault.js';

/** Requests that are kept: enough for any test, and no leak in a sandbox that runs for weeks. */
export const KEPT_REQUESTS = 1_000;

/** A request that arrived, and what became of it. No token and no secret is kept. */
export interface ReceivedRequest {
  /** When it arrived, in milliseconds of the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** As it was sent; of its query only the names. */
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

/** Header fields that authenticate, and of which nothing is kept. */
const SECRETS = ['cookie', 'proxy-authorization'];

/** Header fields without what authenticates. */
export function withoutSecrets(headers: Headers): Record<string, string> {
  const kept = Object.fromEntries([...headers].filter(([name]) => !SECRETS.includes(name)));
  const { authorization } = kept;
  // A malformed one may be nothing but a token.
  if (authorization !== undefined) kept['authorization'] = /^(?:Basic|Bearer)(?= )/i.exec(authorization)?.[0] ?? '';
  return kept;
}

/** The names of a query without their values: no operation has a parameter, and callers put tokens there by mistake. */
export function namesOfQuery({ searchParams }: URL): string {
  const names = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=`);
  return names.length > 0 ? `?${names.join('&')}` : '';
}
