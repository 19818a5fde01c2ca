import { expect, onTestFinished } from 'vitest';
import { type ScriptedServer, type ScriptedServerOptions, startScriptedServer } from './scripted-server.ts';

/** Starts a scripted server on a free port; the server closes when the test finishes. */
export async function scriptedServer(options: ScriptedServerOptions = {}): Promise<ScriptedServer> {
  const { close, unexpected, ...server } = await startScriptedServer(options);
  onTestFinished(async () => {
    await close();
    // The call may succeed after an unexpected request, because the client can retry this request.
    expect(unexpected).toEqual([]);
  });
  return server;
}
