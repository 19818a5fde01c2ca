import { createServer, type IncomingHttpHeaders, STATUS_CODES } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { listen } from '../../scripts/process/listen.ts';

/** One request that the server received. */
export interface IncomingRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Time of arrival, in milliseconds of `Date.now()`. */
  readonly at: number;
  /** Index of the TCP connection: requests with the same number used the same connection. */
  readonly connection: number;
}

/** Input of a responder. It contains the raw socket, so that the response can violate HTTP in any way. */
export interface ResponderContext {
  readonly socket: Socket;
  readonly request: IncomingRequest;
  /** Origin of the server that received the request. */
  readonly origin: string;
  /** Origin of another server, as the target of redirects. */
  readonly otherOrigin: string;
}

/** Writes a response, or breaks the connection. */
export type Responder = (context: ResponderContext) => void;

/** One responder per request, in order; or a function that picks the responder. */
export type ResponderScript = readonly Responder[] | ((request: IncomingRequest, index: number) => Responder);

export interface ScriptedServer {
  readonly origin: string;
  /** Requests to the API, in order of arrival. */
  readonly apiRequests: readonly IncomingRequest[];
  /** Requests to the token endpoint, in order of arrival. */
  readonly tokenRequests: readonly IncomingRequest[];
}

/** A scripted server that the caller has to close. */
export interface StartedFaultServer extends ScriptedServer {
  /** Requests for which the script has no responder, such as `GET /last`. */
  readonly unexpected: readonly string[];
  /** Breaks all connections, and stops listening. */
  close(): Promise<void>;
}

/** The options of a scripted server. If a script is omitted, no request is expected. */
export interface ScriptedServerOptions {
  readonly api?: ResponderScript;
  readonly token?: ResponderScript;
  /** Origin of another server, as the target of redirects. */
  readonly otherOrigin?: string;
}

/** Path of the token URL in the document; every other path belongs to the API. */
const TOKEN_PATH = '/oauth/token/';

/**
 * Ports that the operating system does not assign to `listen(0)`: Linux assigns ports from 32768, other systems from
 * 49152.
 */
const UNASSIGNED_PORTS = { first: 20_000, count: 10_000 };

/** Starts a server that sends the scripted faults, on a free port. */
export async function startScriptedServer(options: ScriptedServerOptions = {}): Promise<StartedFaultServer> {
  const { api = [], token = [], otherOrigin = '' } = options;
  const apiRequests: IncomingRequest[] = [];
  const tokenRequests: IncomingRequest[] = [];
  const unexpected: string[] = [];
  const connections: Socket[] = [];
  // Node parses the requests. Responders write to the socket, because Node's ServerResponse rejects invalid HTTP.
  const server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, async (incoming) => {
    const { method = '', url = '', headers, socket } = incoming;
    const body = await text(incoming);
    const request = { method, url, headers, body, at: Date.now(), connection: connections.indexOf(socket) };
    const [script, log] = url === TOKEN_PATH ? [token, tokenRequests] : [api, apiRequests];
    log.push(request);
    const responder = typeof script === 'function' ? script(request, log.length - 1) : script[log.length - 1];
    if (responder === undefined) {
      unexpected.push(`${method} ${url}`);
      socket.destroy();
    } else responder({ socket, request, origin, otherOrigin });
  });
  server.on('connection', (socket) => {
    connections.push(socket);
    // Many tests abort requests, and an unhandled socket error would end the process.
    socket.on('error', () => undefined);
  });
  const origin = await listen(server);
  const close = async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin, apiRequests, tokenRequests, unexpected, close };
}

/**
 * Returns an origin whose port refuses connections. The operating system does not assign this port, so no test that
 * runs in parallel can listen on it.
 */
export async function refusedOrigin(): Promise<string> {
  for (;;) {
    // Use crypto, because many tests replace Math.random with a constant.
    const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
    const port = UNASSIGNED_PORTS.first + (random % UNASSIGNED_PORTS.count);
    if (await refusesConnections(port)) return `http://127.0.0.1:${port}`;
  }
}

function refusesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', (error) => resolve('code' in error && error.code === 'ECONNREFUSED'));
  });
}

type Bytes = string | Uint8Array;
type SentHeaders = Record<string, string>;

const concatBytes = (parts: readonly Bytes[]): Buffer => Buffer.concat(parts.map((part) => Buffer.from(part)));

/** Returns the status line and the header fields of a response, and the empty line after them. */
export function head(status: number, headers: SentHeaders = {}): string {
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
export const respond = (status: number, body: Bytes = '', headers: SentHeaders = {}): Responder =>
  raw(head(status, { 'Content-Length': String(concatBytes([body]).length), ...headers }), body);

/** Sends a value as JSON, with a JSON content type. */
export const json = (status: number, body: unknown, headers: SentHeaders = {}): Responder =>
  respond(status, JSON.stringify(body), { 'Content-Type': 'application/json; charset=utf-8', ...headers });

/** Sends bytes that need not be valid JSON, with a JSON content type. */
export const jsonText = (status: number, body: Bytes): Responder =>
  respond(status, body, { 'Content-Type': 'application/json' });

/** Sends a successful response of the token endpoint. */
export const issueToken = (access_token: string, rest: object = {}): Responder =>
  json(200, { access_token, scope: 'read:token_exchange_profiles', expires_in: 86_400, token_type: 'Bearer', ...rest });
