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
    throw error.code === 'EADDRINUSE' ? portInUse(port, option) : error;
  });
  // The cast is safe: the address of a server that listens on a port is an object.
  return `http://${LOOPBACK}:${(server.address() as AddressInfo).port}`;
}

/** Returns the error for a port that another process uses. */
export const portInUse = (port: number, option: string): Error =>
  new Error(`Port ${port} is in use; pass another port with ${option}, or 0 for a free port`);

/**
 * Reads the port in an option of the command line.
 *
 * @throws Error If the value is not a port. The message names the option.
 */
export function readPort(option: string, value: string): number {
  const port = Number(value);
  if (value !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new Error(`${option} must be an integer from 0 (any free port) to 65535`);
}
