import type { OperationId } from './document.js';
import type { Fault } from './fault.js';

/** Number of requests that are kept: enough for any test, and bounded in a sandbox that runs for weeks. */
export const KEPT_REQUESTS = 1_000;

/** A request that arrived, and its outcome, without tokens and secrets. */
export interface ReceivedRequest {
  /** Time of arrival, in milliseconds of the sandbox's clock. */
  readonly at: number;
  readonly method: string;
  /** The path of the request, with the names of the query parameters and without their values. */
  readonly path: string;
  /** Header fields by lower-case name, without cookies and proxy credentials; `authorization` is only the scheme. */
  readonly headers: Readonly<Record<string, string>>;
  /** Operation id, `token` for the token endpoint, absent for other paths. */
  readonly operation?: OperationId | 'token';
  /** The client that sent the request, once it is authenticated. */
  clientId?: string;
  /** Status of the response; absent if no response was sent. */
  status?: number;
  /** The fault that happened to the request. */
  fault?: Fault['with'];
}

/** Creates the record of a request that arrived at a time. */
export const receivedRequest = (
  { method, headers }: Request,
  url: URL,
  operation: ReceivedRequest['operation'] | undefined,
  at: number,
): ReceivedRequest => ({
  at,
  method,
  path: url.pathname + namesOfQuery(url),
  headers: withoutSecrets(headers),
  ...(operation === undefined ? {} : { operation }),
});

/** Header fields with credentials, which are removed. */
const SECRETS = ['cookie', 'proxy-authorization'];

/** Header fields without credentials. */
function withoutSecrets(headers: Headers): Record<string, string> {
  const kept = Object.fromEntries([...headers].filter(([name]) => !SECRETS.includes(name)));
  const { authorization } = kept;
  // A malformed value can consist of a token only.
  if (authorization !== undefined) kept['authorization'] = /^(?:Basic|Bearer)(?= )/i.exec(authorization)?.[0] ?? '';
  return kept;
}

/** The names in a query without the values: no operation has a parameter, and callers put tokens there by mistake. */
function namesOfQuery({ searchParams }: URL): string {
  const names = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=`);
  return names.length > 0 ? `?${names.join('&')}` : '';
}
