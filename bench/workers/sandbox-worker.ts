// Runs the sandbox without a rate limit, and reports its memory and CPU time for each message. Needs `--expose-gc`.
import { setImmediate as waitForFinalizers } from 'node:timers/promises';
import { startSandbox } from 'tenant-management-sandbox';

/** Address of the sandbox, and the memory and CPU time of its process so far. */
export interface SandboxUsage {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly credentials: { readonly clientId: string; readonly clientSecret: string };
  readonly profileId: string;
  /** Bytes of the heap in use after a forced garbage collection. */
  readonly heap: number;
  /** Bytes that the engine has allocated for the heap, used or not. */
  readonly heapAllocated: number;
  /** Resident bytes of the process. */
  readonly resident: number;
  /** CPU time of all threads, in microseconds. */
  readonly cpu: number;
}

const { baseUrl, tokenUrl, credentials, profiles } = await startSandbox({ rateLimit: false });

process.on('message', async () => {
  // Read the CPU time before the forced garbage collections, which are not caused by requests.
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  // The second collection frees objects that finalizers released.
  await waitForFinalizers();
  globalThis.gc?.();
  const { heapUsed: heap, heapTotal: heapAllocated, rss: resident } = process.memoryUsage();
  const [profileId = ''] = profiles.keys();
  const cpu = user + system;
  process.send?.({
    baseUrl,
    tokenUrl,
    credentials,
    profileId,
    heap,
    heapAllocated,
    resident,
    cpu,
  } satisfies SandboxUsage);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
