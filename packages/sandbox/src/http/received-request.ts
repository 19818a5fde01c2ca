import type { OperationId } from '../document-facts.js';

/** The effect of a fault on one request: see the option `with` of a fault. */
export type FaultKind = 'reset' | 'stall' | 'truncate' | 'html' | 'pass' | number;

/** A request that the sandbox received, without token and secret. */
export interface ReceivedRequest {
  /** Time of arrival by the clock of the sandbox, in milliseconds since the epoch. */
  readonly at: number;
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path, with the names of the query parameters but not their values: `/api/v2/users/usr_1?a=`. */
  readonly path: string;
  /** Header fields by lower-case name, without cookies; `authorization` has only the scheme. */
  readonly headers: Readonly<Record<string, string>>;
  /** Id of the operation, or `token` for the token endpoint; absent for other paths. */
  readonly operation?: OperationId | 'token';
  /** Decoded path parameters, such as `{ id: 'book_1' }`; absent if there are none. */
  readonly params?: Readonly<Record<string, string>>;
  /** Id of the client that sent the request; absent if it is not authenticated. */
  clientId?: string;
  /** Status of the response; absent if no complete response was sent. */
  status?: number;
  /** The fault that affected the request, if any. */
  fault?: FaultKind;
}

/**
 * Creates the record of a request.
 *
 * @param params Decoded path parameters by name.
 * @param at Time of arrival, in milliseconds since the Unix epoch.
 */
export const receivedRequest = (
  { method, headers }: Request,
  url: URL,
  operation: ReceivedRequest['operation'] | undefined,
  params: Readonly<Record<string, string>>,
  at: number,
): ReceivedRequest => ({
  at,
  method,
  path: url.pathname + namesOfQuery(url),
  headers: withoutSecrets(headers),
  ...(operation === undefined ? {} : { operation }),
  ...(operation === undefined || Object.keys(params).length === 0 ? {} : { params }),
});

/** Returns whether a path parameter of a request has this value. */
export const hasPathParameter = ({ params = {} }: ReceivedRequest, value: string): boolean =>
  Object.values(params).includes(value);

/** Header fields that contain credentials and are removed. */
const SECRETS = ['cookie', 'proxy-authorization'];

/** Returns the header fields without credentials. */
function withoutSecrets(headers: Headers): Record<string, string> {
  const kept = Object.fromEntries([...headers].filter(([name]) => !SECRETS.includes(name)));
  const { authorization } = kept;
  // Remove a malformed value, because it can be a token without a scheme.
  if (authorization !== undefined) kept['authorization'] = /^(?:Basic|Bearer)(?= )/i.exec(authorization)?.[0] ?? '';
  return kept;
}

/** Returns the names in a query without their values, because callers sometimes send tokens in a query by mistake. */
function namesOfQuery({ searchParams }: URL): string {
  const names = [...searchParams.keys()].map((name) => `${encodeURIComponent(name)}=`);
  return names.length > 0 ? `?${names.join('&')}` : '';
}
