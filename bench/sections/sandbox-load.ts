import { createLoadGenerator } from '../measuring/load.ts';
import { formatNumber } from '../measuring/statistics.ts';
import type { SandboxUsage } from '../workers/sandbox-worker.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import type { Findings } from './section.ts';

const IN_FLIGHT = 32;
/** Enough requests for the engine to optimize hot code, and for the request log of the sandbox to reach its maximum. */
const WARM_UP_REQUESTS = 20_000;
/** Numbers of requests after which the memory is read. The growth is measured from the first checkpoint. */
const CHECKPOINTS = [100_000, 250_000, 500_000, 750_000, 1_000_000];
const MEBIBYTE = 2 ** 20;

/** Figures of the interval between two checkpoints. */
interface LoadInterval {
  /** Number of requests so far, without the warm-up. */
  readonly requests: number;
  readonly perSecond: number;
  /** CPU time of the sandbox process per request, in microseconds. */
  readonly cpu: number;
  readonly heap: number;
  readonly heapAllocated: number;
  readonly resident: number;
}

/** Measures the requests per second and the memory of the sandbox over a million requests. */
export async function measureSandboxLoad(): Promise<Findings> {
  const intervals = await loadSandbox();
  const [first, last] = [intervals.at(0), intervals.at(-1)];
  if (first === undefined || last === undefined) throw new Error('No interval was measured.');
  const slowest = Math.min(...intervals.map(({ perSecond }) => perSecond));
  const range = `from ${formatNumber(first.requests, 0)} to ${formatNumber(last.requests, 0)} requests`;
  return {
    tables: [
      {
        title: `Sandbox with ${IN_FLIGHT} requests in flight`,
        columns: [
          'requests',
          'per second',
          'CPU per request, µs',
          'heap used after garbage collection, MiB',
          'heap allocated, MiB',
          'resident memory, MiB',
        ],
        rows: intervals.map(({ requests, perSecond, cpu, heap, heapAllocated, resident }) => [
          formatNumber(requests, 0),
          formatNumber(perSecond, 0),
          formatNumber(cpu, 0),
          formatNumber(heap / MEBIBYTE, 2),
          formatNumber(heapAllocated / MEBIBYTE, 1),
          formatNumber(resident / MEBIBYTE, 1),
        ]),
      },
    ],
    targets: [
      {
        name: 'sandbox throughput in the slowest interval of a million requests',
        unit: 'per second',
        measured: Math.round(slowest),
        target: 2_000,
        atLeast: true,
      },
      {
        name: `growth of the sandbox heap ${range}`,
        unit: 'MiB',
        measured: (last.heap - first.heap) / MEBIBYTE,
        target: 1,
      },
      {
        name: `resident memory of the sandbox ${range}, as a ratio`,
        unit: '',
        measured: last.resident / first.resident,
        target: 1.1,
      },
    ],
    notes: [
      `The sandbox runs without a rate limit in a separate process; another process on the same machine reads a profile over ${IN_FLIGHT} keep-alive connections, after ${formatNumber(WARM_UP_REQUESTS, 0)} warm-up requests. Requests per second and CPU cover the interval since the row above. CPU is the CPU time of all threads of the sandbox process; other processes on the machine affect it less than the throughput.`,
      'An allocated heap page becomes resident at its first use, so resident memory grows until all allocated pages have been used.',
    ],
  };
}

async function loadSandbox(): Promise<LoadInterval[]> {
  const worker = await startWorker('workers/sandbox-worker.ts', [], ['--expose-gc']);
  try {
    return await loadWorker(worker);
  } finally {
    worker.stop();
  }
}

async function loadWorker(worker: Worker): Promise<LoadInterval[]> {
  const readUsage = () => worker.request<SandboxUsage>({});
  const sandbox = await readUsage();
  const loader = createLoadGenerator({
    url: `${sandbox.baseUrl}/token-exchange-profiles/${sandbox.profileId}`,
    headers: { Authorization: `Bearer ${await requestToken(sandbox)}` },
    inFlight: IN_FLIGHT,
  });
  try {
    await loader.send(WARM_UP_REQUESTS);
    const intervals: LoadInterval[] = [];
    let { cpu } = await readUsage();
    let sent = 0;
    for (const requests of CHECKPOINTS) {
      const seconds = await loader.send(requests - sent);
      const usage = await readUsage();
      const count = requests - sent;
      intervals.push({ ...usage, requests, perSecond: count / seconds, cpu: (usage.cpu - cpu) / count });
      ({ cpu } = usage);
      sent = requests;
    }
    return intervals;
  } finally {
    loader.stop();
  }
}

async function requestToken({ baseUrl, tokenUrl, credentials }: SandboxUsage): Promise<string> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      audience: `${baseUrl}/`,
    }),
  });
  if (!response.ok) throw new Error(`The token endpoint returned ${response.status}: ${await response.text()}`);
  // RFC 6749 section 5.1 requires access_token.
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}
