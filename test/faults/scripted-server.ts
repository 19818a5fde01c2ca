import { createServer, type IncomingHttpHeaders } from 'node:http';
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
