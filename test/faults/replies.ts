import { STATUS_CODES } from 'node:http';
import type { Reply } from './fault-server.ts';

type Bytes = string | Uint8Array;
type HeaderFields = Record<string, string>;

const bytes = (parts: readonly Bytes[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** The status line and header fields of a response, and the empty line after them. */
export function head(status: number, headers: HeaderFields = {}): string {
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${fields.join('')}\r\n`;
}

/** These bytes in one piece, whatever they are; the connection stays open. */
export const raw =
  (...parts: Bytes[]): Reply =>
  ({ socket }) => {
    socket.write(bytes(parts));
  };

/** These bytes, then an orderly end of the connection. */
export const rawThenEnd =
  (...parts: Bytes[]): Reply =>
  ({ socket }) => {
    socket.end(bytes(parts));
  };

/** These bytes, then a reset of the connection once they were sent. */
export const rawThenReset =
  (...parts: Bytes[]): Reply =>
  ({ socket }) => {
    socket.write(bytes(parts), () => socket.resetAndDestroy());
  };

/** A reset of the connection in place of a response. */
export const reset: Reply = ({ socket }) => {
  socket.resetAndDestroy();
};

/** An orderly end of the connection in place of a response. */
export const hangUp: Reply = ({ socket }) => {
  socket.end();
};

/** Nothing, for ever. */
export const stall: Reply = () => undefined;

/** Header fields without end, as fast as they are taken. */
export const endlessHeaders: Reply = ({ socket }) => {
  const line = `X-More: ${'m'.repeat(1_000)}\r\n`;
  const more = () => {
    while (!socket.destroyed && socket.write(line));
  };
  socket.on('drain', more);
  socket.write('HTTP/1.1 200 OK\r\n');
  more();
};

/** A response with its length, on a connection that stays open. */
export const respond = (status: number, body: Bytes = '', headers: HeaderFields = {}): Reply =>
  raw(head(status, { 'Content-Length': String(bytes([body]).length), ...headers }), body);

/** A response of a JSON content type. */
export const json = (status: number, body: unknown, headers: HeaderFields = {}): Reply =>
  respond(status, JSON.stringify(body), { 'Content-Type': 'application/json; charset=utf-8', ...headers });

/** A response of a JSON content type, with these very bytes as its body. */
export const jsonText = (status: number, body: Bytes): Reply =>
  respond(status, body, { 'Content-Type': 'application/json' });

/** A success of the token endpoint. */
export const issue = (access_token: string, rest: object = {}): Reply =>
  json(200, { access_token, scope: 'read:token_exchange_profiles', expires_in: 86_400, token_type: 'Bearer', ...rest });
