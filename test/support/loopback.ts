import type { Server } from 'node:http';
import { onTestFinished } from 'vitest';
import { listen as listenOnLoopback } from '../../scripts/process/listen.ts';

/** Starts a server on a free loopback port and returns its origin. The server is closed when the test ends. */
export async function listen(server: Server): Promise<string> {
  const origin = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return origin;
}
