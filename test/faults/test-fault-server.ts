import { expect, onTestFinished } from 'vitest';
import { type FaultServer, type FaultServerOptions, startFaultServer } from './fault-server.ts';

/** Starts a fault server on a free port; the server closes when the test finishes. */
export async function faultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const { close, unexpected, ...server } = await startFaultServer(options);
  onTestFinished(async () => {
    await close();
    // Check this at the end: the client may retry after a destroyed socket, so the call can still succeed.
    expect(unexpected).toEqual([]);
  });
  return server;
}
