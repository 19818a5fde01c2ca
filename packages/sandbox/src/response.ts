import { STATUS_CODES } from 'node:http';
import type { ApiFailure, TokenFailure } from 'tools-document/behavior';

/** A response of the sandbox, before it is sent. */
export interface SandboxResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent unchanged, and any other value is sent as JSON. If `body` is absent, the response has no body. */
  readonly body?: unknown;
}

/** A response, and the client that sent the request. */
export interface ResponseToClient {
  readonly response: SandboxResponse;
  /** Absent if the client is not authenticated. */
  readonly clientId?: string;
}

/** Values of the placeholders in a message, such as `{scopes}`. */
type MessageValues = Readonly<Record<string, string | number>>;

const fill = (text: string, values: MessageValues): string =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));

/**
 * Creates an error response of the API. Its body has the fields that the public service sends, because the document
 * does not show them.
 */
export function apiFailure(
  { status, message, errorCode, challenge }: Omit<ApiFailure, 'source'>,
  values: MessageValues = {},
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return {
    status,
    headers: challenge === undefined ? headers : { 'WWW-Authenticate': fill(challenge, values), ...headers },
    body: { statusCode: status, error: STATUS_CODES[status], message: fill(message, values), errorCode },
  };
}

/** Changes the status of an error response and the fields of its body that depend on the status. */
export function withStatus(response: SandboxResponse, status: number): SandboxResponse {
  if (status === response.status) return response;
  return { ...response, status, body: { ...Object(response.body), statusCode: status, error: STATUS_CODES[status] } };
}

/** Header fields of all responses of the token endpoint: RFC 6749 section 5.1. */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** Creates an error response of the token endpoint: RFC 6749 section 5.2. */
export function tokenFailure(
  { status, error, description }: Omit<TokenFailure, 'source'>,
  values: MessageValues = {},
  headers: Readonly<Record<string, string>> = {},
): SandboxResponse {
  return {
    status,
    headers: { ...NO_STORE, ...headers },
    body: { error, error_description: fill(description, values) },
  };
}
