import { STATUS_CODES } from 'node:http';
import type { Responder } from './scripted-server.ts';

type Bytes = string | Uint8Array;
type HeaderFields = Record<string, string>;

const concatBytes = (parts: readonly Bytes[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Returns the status line and the header fields of a response, and the empty line after them. */
export function head(status: number, headers: HeaderFields = {}): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields.join('')}\r\n`;
}

/** Sends the bytes unchanged in one write; the connection stays open. */
export const raw =
  (...parts: Bytes[]): Responder =>
  ({ socket }) => {
    socket.write(concatBytes(parts));
  };

/** Sends the bytes, then closes the connection with FIN. */
export const rawThenEnd =
  (...parts: Bytes[]): Responder =>
  ({ socket }) => {
    socket.end(concatBytes(parts));
  };

/** Sends the bytes, then resets the connection. */
export const rawThenReset =
  (...parts: Bytes[]): Responder =>
  ({ socket }) => {
    socket.write(concatBytes(parts), () => socket.resetAndDestroy());
  };

/** Resets the connection without a response. */
export const resetConnection: Responder = ({ socket }) => {
  socket.resetAndDestroy();
};

/** Closes the connection with FIN, without a response. */
export const closeConnection: Responder = ({ socket }) => {
  socket.end();
};

/** Sends nothing and keeps the connection open. */
export const neverRespond: Responder = () => undefined;

/** Sends header fields without end, as fast as the client reads them. */
export const endlessHeaders: Responder = ({ socket }) => {
  const line = `X-More: ${'m'.repeat(1_000)}\r\n`;
  const more = () => {
    while (!socket.destroyed && socket.write(line));
  };
  socket.on('drain', more);
  socket.write('HTTP/1.1 200 OK\r\n');
  more();
};

/** Sends a response with `Content-Length`; the connection stays open. */
export const respond = (status: number, body: Bytes = '', headers: HeaderFields = {}): Responder =>
  raw(head(status, { 'Content-Length': String(concatBytes([body]).length), ...headers }), body);

/** Sends a value as JSON, with a JSON content type. */
export const json = (status: number, body: unknown, headers: HeaderFields = {}): Responder =>
  respond(status, JSON.stringify(body), { 'Content-Type': 'application/json; charset=utf-8', ...headers });

/** Sends bytes that need not be valid JSON, with a JSON content type. */
export const jsonText = (status: number, body: Bytes): Responder =>
  respond(status, body, { 'Content-Type': 'application/json' });

/** Sends a successful response of the token endpoint. */
export const issueToken = (access_token: string, rest: object = {}): Responder =>
  json(200, { access_token, scope: 'read:token_exchange_profiles', expires_in: 86_400, token_type: 'Bearer', ...rest });
