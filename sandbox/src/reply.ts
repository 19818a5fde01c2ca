import { STATUS_CODES } from 'node:http';
import type { ApiFailure, TokenFailure } from './behavior-schema.js';

/** A response of the sandbox. */
export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a response without it has no body. */
  readonly body?: unknown;
}

/** A reply, and the client that sent the request. */
export interface SandboxResponse {
  readonly reply: Reply;
  readonly clientId?: string;
}

/** Texts that replace the names in braces. */
type Values = Readonly<Record<string, string | number>>;

const fill = (text: string, values: Values): string =>
  text.replaceAll(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));

/** A failure of the API. The shape is that of the public service; the document does not show it. */
export function apiFailure(
  { status, message, errorCode, challenge }: Omit<ApiFailure, 'source'>,
  values: Values = {},
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: challenge === undefined ? headers : { 'WWW-Authenticate': fill(challenge, values), ...headers },
    body: { statusCode: status, error: STATUS_CODES[status], message: fill(message, values), errorCode },
  };
}

/** Header fields of token responses: RFC 6749 section 5.1. */
export const NO_STORE = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };

/** A failure of the token endpoint: RFC 6749 section 5.2. */
export function tokenFailure(
  { status, error, description }: Omit<TokenFailure, 'source'>,
  values: Values = {},
  headers: Readonly<Record<string, string>> = {},
): Reply {
  return {
    status,
    headers: { ...NO_STORE, ...headers },
    body: { error, error_description: fill(description, values) },
  };
}
