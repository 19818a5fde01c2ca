import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/**
 * Makes a server listen on loopback, and resolves with its URL.
 *
 * @param port By default, the operating system chooses a free port.
 * @param option Name of the option that sets the port.
 * @throws Error If the port is in use. The message names the option.
 */
export async function listen(server: Server, port = 0, option = '--port'): Promise<string> {
  server.listen(port, LOOPBACK);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${port} is in use; pass another port with ${option}, or 0 for a free port`);
  });
  // The cast is safe: the address of a server that listens on a port is an object.
  return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}
