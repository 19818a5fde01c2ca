// Runs the sandbox without a rate limit and tells what it costs, whenever it is asked; needs `--expose-gc`.
import { setImmediate as turn } from 'node:timers/promises';
import { startSandbox } from 'tenant-management-sandbox';

/** Where the sandbox is, and what its process has used until now. */
export interface Look {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly profileId: string;
  /** Bytes of the heap in use after a forced garbage collection. */
  readonly heap: number;
  /** Bytes that the engine holds for the heap, used or not. */
  readonly held: number;
  /** Resident bytes of the process. */
  readonly resident: number;
  /** CPU time of all threads, in microseconds. */
  readonly cpu: number;
}

const { baseUrl, tokenUrl, credentials, profiles } = await startSandbox({ rateLimit: false });

process.on('message', async () => {
  // Before the collections, which are no part of any request.
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  // What finalizers let go is collected the second time.
  await turn();
  globalThis.gc?.();
  const { heapUsed: heap, heapTotal: held, rss: resident } = process.memoryUsage();
  const [profileId = ''] = profiles.keys();
  const cpu = user + system;
  process.send?.({ baseUrl, tokenUrl, credentials, profileId, heap, held, resident, cpu } satisfies Look);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
