import { createLoader } from '../load.ts';
import type { Findings } from '../section.ts';
import { fixed } from '../statistics.ts';
import type { Look } from '../workers/sandbox-worker.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

const IN_FLIGHT = 32;
/** Enough for the engine to have compiled what is hot, and for the sandbox to keep as many requests as it ever does. */
const WARM_UP_REQUESTS = 20_000;
/** After how many requests the memory is read; the first is what the others are held against. */
const MARKS = [100_000, 250_000, 500_000, 750_000, 1_000_000];
const MEBIBYTE = 2 ** 20;

/** What was found between one mark and the next. */
interface Stretch {
  /** Requests until now, without the warm-up. */
  readonly requests: number;
  readonly perSecond: number;
  /** CPU of the sandbox's process per request, in microseconds. */
  readonly cpu: number;
  readonly heap: number;
  readonly held: number;
  readonly resident: number;
}

/** Requests a second, and memory over a million requests. */
export async function measureSandboxLoad(): Promise<Findings> {
  const stretches = await loadSandbox();
  const [first, last] = [stretches.at(0), stretches.at(-1)];
  if (first === undefined || last === undefined) throw new Error('Nothing was measured.');
  const slowest = Math.min(...stretches.map(({ perSecond }) => perSecond));
  const since = `from ${fixed(first.requests, 0)} to ${fixed(last.requests, 0)} requests`;
  return {
    tables: [
      {
        title: `The sandbox under ${IN_FLIGHT} requests in flight`,
        columns: [
          'requests',
          'per second',
          'CPU per request, µs',
          'heap after a collection, MiB',
          'heap that the engine holds, MiB',
          'resident, MiB',
        ],
        rows: stretches.map(({ requests, perSecond, cpu, heap, held, resident }) => [
          fixed(requests, 0),
          fixed(perSecond, 0),
          fixed(cpu, 0),
          fixed(heap / MEBIBYTE, 2),
          fixed(held / MEBIBYTE, 1),
          fixed(resident / MEBIBYTE, 1),
        ]),
      },
    ],
    targets: [
      {
        name: 'requests that the sandbox answers, the slowest stretch of a million',
        unit: 'per second',
        measured: Math.round(slowest),
        target: 2_000,
        atLeast: true,
      },
      {
        name: `growth of the sandbox’s heap ${since}`,
        unit: 'MiB',
        measured: (last.heap - first.heap) / MEBIBYTE,
        target: 1,
      },
      {
        name: `growth of the sandbox’s resident memory ${since}, as a multiple`,
        unit: '',
        measured: last.resident / first.resident,
        target: 1.1,
      },
    ],
    charts: [],
    notes: [
      `The sandbox without a rate limit is in a process of its own; another on the same machine reads a profile over ${IN_FLIGHT} kept connections, after ${fixed(WARM_UP_REQUESTS, 0)} requests to warm up. Requests per second and CPU are those since the line above; CPU is the time of all threads of the sandbox’s process, and depends less on what else the machine does.`,
      'A page of the heap that the engine holds is resident from its first use on: what is resident grows until all are.',
    ],
  };
}

async function loadSandbox(): Promise<Stretch[]> {
  const worker = await startWorker('workers/sandbox-worker.ts', [], ['--expose-gc']);
  try {
    return await loadWorker(worker);
  } finally {
    worker.stop();
  }
}

async function loadWorker(worker: Worker): Promise<Stretch[]> {
  const look = () => worker.ask<Look>({});
  const sandbox = await look();
  const loader = createLoader({
    url: `${sandbox.baseUrl}/token-exchange-profiles/${sandbox.profileId}`,
    headers: { Authorization: `Bearer ${await requestToken(sandbox)}` },
    inFlight: IN_FLIGHT,
  });
  try {
    await loader.send(WARM_UP_REQUESTS);
    const stretches: Stretch[] = [];
    let { cpu } = await look();
    let sent = 0;
    for (const requests of MARKS) {
      const seconds = await loader.send(requests - sent);
      const now = await look();
      const own = requests - sent;
      stretches.push({ ...now, requests, perSecond: own / seconds, cpu: (now.cpu - cpu) / own });
      ({ cpu } = now);
      sent = requests;
    }
    return stretches;
  } finally {
    loader.stop();
  }
}

async function requestToken({ baseUrl, tokenUrl, credentials }: Look): Promise<string> {
  const response = await fetch(tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
      audience: `${baseUrl}/`,
    }),
  });
  if (!response.ok) throw new Error(`The token endpoint answered ${response.status}: ${await response.text()}`);
  // RFC 6749 section 5.1 asks for it.
  const { access_token } = (await response.json()) as { access_token: string };
  return access_token;
}
