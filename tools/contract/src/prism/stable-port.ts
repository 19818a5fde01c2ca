import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as sendRequest,
} from 'node:http';
import { pipeline } from 'node:stream';

/** A server behind a stable port. */
export interface ReplaceableServer {
  /** URL on loopback. */
  readonly url: string;
  /** Resolves when the server ends, even if `stop` was not called. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
}

/** A port that stays open while the server behind it is replaced. */
export interface StablePort {
  readonly url: string;
  /** Forwards new requests to another server. Stops the old server when its last request has ended. */
  replace(server: ReplaceableServer): void;
  /** Closes the port and stops all servers. */
  close(): Promise<void>;
}

/**
 * Opens a port on loopback that forwards requests to a server. Two servers cannot listen on one port, so each server
 * listens on its own free port. Until there is a server, the port closes every connection.
 *
 * @param listen Makes the listener of the port listen on loopback, and resolves with its URL.
 * @param onEnd Called when a server ends that was neither replaced nor stopped.
 * @throws The error of `listen`.
 */
export async function openStablePort(
  listen: (listener: Server) => Promise<string>,
  onEnd: () => void,
): Promise<StablePort> {
  let current: ReplaceableServer | undefined;
  /** The servers that run, each with the number of its open requests. */
  const openRequests = new Map<ReplaceableServer, number>();

  async function stopIfUnused(server: ReplaceableServer): Promise<void> {
    if (server !== current && openRequests.get(server) === 0) await server.stop();
  }

  const listener = createServer((request, response) => {
    const server = current;
    if (server === undefined) {
      request.destroy();
      return;
    }
    openRequests.set(server, (openRequests.get(server) ?? 0) + 1);
    response.once('close', () => {
      openRequests.set(server, (openRequests.get(server) ?? 0) - 1);
      void stopIfUnused(server);
    });
    forward(request, response, server.url);
  });

  return {
    url: await listen(listener),
    replace: (server) => {
      const replaced = current;
      current = server;
      openRequests.set(server, 0);
      void server.ended.then(() => {
        openRequests.delete(server);
        if (server === current) onEnd();
      });
      if (replaced !== undefined) void stopIfUnused(replaced);
    },
    close: async () => {
      current = undefined;
      listener.close();
      listener.closeAllConnections();
      await Promise.all([...openRequests.keys()].map((server) => server.stop()));
    },
  };
}

/** Forwards a request and its response. If one connection breaks, the other connection is closed. */
function forward(request: IncomingMessage, response: ServerResponse, url: string): void {
  const { method, url: path = '/', rawHeaders: headers } = request;
  const { hostname: host, port } = new URL(url);
  const upstream = sendRequest({ host, port, method, path, headers }, (received) => {
    response.writeHead(received.statusCode ?? 502, received.statusMessage, received.rawHeaders);
    pipeline(received, response, () => undefined);
  });
  upstream.once('error', () => response.destroy());
  response.once('close', () => upstream.destroy());
  request.pipe(upstream);
}
