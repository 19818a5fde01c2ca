import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a server on a free loopback port and returns its origin. The server is closed when the test ends. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The cast is safe: the address of a server is a string only if the server listens on a pipe.
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}
