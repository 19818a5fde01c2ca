import { STATUS_CODES } from 'node:http';

/** What the sandbox answers. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; an answer without it has no body. */
  readonly body?: unknown;
}

/** An answer, and the client that it is for. */
export interface Answer {
  readonly reply: Reply;
  readonly clientId?: string;
}

/** A failure of the API. The shape is that of the public service; the document does not show it. */
export function apiFailure(
  status: number,
  message: string,
  errorCode?: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers, body: { statusCode: status, error: STATUS_CODES[status], message, errorCode } };
}

/** Answers of the token endpoint are kept by nobody on the way: RFC 6749 sections 5.1 and 5.2. */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** A failure of the token endpoint: RFC 6749 section 5.2. */
export function tokenFailure(
  status: number,
  error: string,
  error_description: string,
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return { status, headers: { ...NO_STORE, ...headers }, body: { error, error_description } };
}
