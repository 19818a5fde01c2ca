import { connect, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { LOOPBACK, listen } from '../process/listen.ts';

/** A server behind a stable port. */
export interface ReplaceableServer {
  /** URL on loopback. */
  readonly url: string;
  stop(): Promise<void>;
}

/** A port that stays open while the server behind it is replaced. */
export interface StablePort {
  /** URL of the port. */
  readonly url: string;
  /** Forwards new connections to another server, then stops the server that it replaces. */
  replace(server: ReplaceableServer): Promise<void>;
  /** Closes the port and stops the server. */
  close(): Promise<void>;
}

/**
 * Opens a port on loopback that forwards connections to a server. Two servers cannot listen on one port, so each server
 * listens on its own free port. Until there is a server, the port closes every connection.
 *
 * @param option Name of the option that sets the port, for the message of an error.
 * @param port With `0`, the operating system chooses a free port.
 * @throws Error If the port is in use. The message names the option.
 */
export async function openStablePort(option: string, port: number): Promise<StablePort> {
  let current: ReplaceableServer | undefined;
  const listener = createServer((socket) => {
    if (current === undefined) {
      socket.destroy();
      return;
    }
    const upstream = connect(Number(new URL(current.url).port), LOOPBACK);
    // Both ends see a broken connection, so the error needs no other handling.
    pipeline(socket, upstream, socket, () => undefined);
  });
  return {
    url: await listen(listener, port, option),
    replace: async (server) => {
      const replaced = current;
      current = server;
      await replaced?.stop();
    },
    close: async () => {
      listener.close();
      await current?.stop();
    },
  };
}
