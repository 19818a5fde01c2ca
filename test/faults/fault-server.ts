import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished } from 'vitest';

/** One request as it arrived. */
export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** Milliseconds of `Date.now()`. */
  readonly at: number;
  /** The same number for what came over the same connection. */
  readonly connection: number;
}

/** What a reply may use: the bare connection, so that it can break every rule of HTTP. */
export interface Exchange {
  readonly socket: Socket;
  readonly request: Arrived;
  /** Origin of the server itself. */
  readonly origin: string;
  /** Origin of another server, to lead to. */
  readonly elsewhere: string;
}

export type Reply = (exchange: Exchange) => void;

/** The replies in their order, of which there must be as many as requests; or what picks one. */
export type Script = readonly Reply[] | ((request: Arrived, nth: number) => Reply);

export interface FaultServer {
  readonly origin: string;
  /** What arrived at the API, in its order. */
  readonly arrived: readonly Arrived[];
  /** What arrived at the token endpoint, in its order. */
  readonly tokenRequests: readonly Arrived[];
}

/** Path of the document's token URL: all else is the API. */
const TOKEN_PATH = '/oauth/token/';

/** Starts a server on a free port that misbehaves as it is told; it ends with the test. */
export async function faultServer(
  options: { api?: Script; token?: Script; elsewhere?: string } = {},
): Promise<FaultServer> {
  const { api = [], token = [], elsewhere = '' } = options;
  const arrived: Arrived[] = [];
  const tokenRequests: Arrived[] = [];
  const unexpected: string[] = [];
  const connections: Socket[] = [];
  // Node's server reads the requests; what goes back is written past it.
  const server = createServer({ requestTimeout: 0, headersTimeout: 0, keepAliveTimeout: 0 }, async (incoming) => {
    const { method = '', url = '', headers, socket } = incoming;
    const body = await text(incoming);
    const request = { method, url, headers, body, at: Date.now(), connection: connections.indexOf(socket) };
    const [script, log] = url === TOKEN_PATH ? [token, tokenRequests] : [api, arrived];
    log.push(request);
    const reply = typeof script === 'function' ? script(request, log.length - 1) : script[log.length - 1];
    if (reply === undefined) {
      unexpected.push(`${method} ${url}`);
      socket.destroy();
    } else reply({ socket, request, origin, elsewhere });
  });
  server.on('connection', (socket) => {
    connections.push(socket);
    // A client that breaks off is what many tests are about.
    socket.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = originOf(server);
  onTestFinished(async () => {
    for (const socket of connections) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    // The client takes a broken connection for a failed network and may repeat, so that alone would fail no test.
    expect(unexpected).toEqual([]);
  });
  return { origin, arrived, tokenRequests };
}

/** An origin where nobody listens. */
export async function refusedOrigin(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = originOf(server);
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

function originOf(server: ReturnType<typeof createServer>): string {
  // A server that listens on a port has an AddressInfo, never the path of a pipe.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
