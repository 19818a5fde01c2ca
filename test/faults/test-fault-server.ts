import { expect, onTestFinished } from 'vitest';
import { type FaultServer, type FaultServerOptions, startFaultServer } from './fault-server.ts';

/** Starts a fault server on a free port; the server closes when the test finishes. */
export async function faultServer(options: FaultServerOptions = {}): Promise<FaultServer> {
  const { close, unexpected, ...server } = await startFaultServer(options);
  onTestFinished(async () => {
    await close();
    // The call may succeed after an unexpected request, because the client can retry this request.
    expect(unexpected).toEqual([]);
  });
  return server;
}
