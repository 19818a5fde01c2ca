// This module does not import vitest, because programs outside Vitest use it.
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts a server on a free loopback port and returns its origin. */
export async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // The cast is safe: the address of a server is a string only if the server listens on a pipe.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
