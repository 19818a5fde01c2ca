import { formatNumber, median, quantile, shuffled } from '../measuring/statistics.ts';
import { PEERS, type PeerName, peerNames } from '../peers/peers.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import type { Findings, Table } from './section.ts';

const WARM_UP_CALLS = 3000;
const ROUNDS = 15;
const CALLS_PER_ROUND = 400;
const LOADS = [
  { title: 'One call at a time', inFlight: 1 },
  { title: '32 calls in flight', inFlight: 32 },
];

interface Round {
  /** Latency of each call in microseconds. */
  readonly latencies: number[];
  /** CPU time of all threads of the client's process per call, in microseconds. */
  readonly cpu: number;
  readonly perSecond: number;
}

/** Measures latency and CPU time of a call to a server on loopback. */
export async function measureLatency(): Promise<Findings> {
  const server = await startWorker('servers/latency-server.ts');
  const workers = new Map<PeerName, Worker>();
  try {
    const origin = await server.request<string>({});
    for (const name of peerNames) workers.set(name, await startWorker('workers/latency-worker.ts', [name, origin]));
    const tables: Table[] = [];
    for (const { title, inFlight } of LOADS) tables.push(toTable(title, await timeRounds(workers, inFlight)));
    return {
      tables,
      targets: [],
      charts: [],
      notes: [
        `The \`node:http\` server and each client run in separate processes on the same machine. Each client makes ${WARM_UP_CALLS} warm-up calls at each concurrency, then ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls, with the clients in random order in each round.`,
        'CPU is the CPU time of all threads of the client process per call; it does not include the server. “Minus raw fetch” is the median of the differences of each round.',
      ],
    };
  } finally {
    for (const worker of [server, ...workers.values()]) worker.stop();
  }
}

async function timeRounds(workers: Map<PeerName, Worker>, inFlight: number): Promise<Map<PeerName, Round[]>> {
  const rounds = new Map<PeerName, Round[]>(peerNames.map((name) => [name, []]));
  for (const worker of workers.values()) await worker.request({ calls: WARM_UP_CALLS, inFlight });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, worker] of shuffled([...workers])) {
      rounds.get(name)?.push(await worker.request<Round>({ calls: CALLS_PER_ROUND, inFlight }));
    }
  }
  return rounds;
}

function toTable(title: string, rounds: Map<PeerName, Round[]>): Table {
  const raw = rounds.get('raw-fetch') ?? [];
  return {
    title,
    columns: [
      'client',
      'latency, µs, median',
      '99th percentile',
      'calls per second',
      'CPU per call, µs',
      'CPU minus raw fetch, µs',
    ],
    rows: [...rounds].map(([name, own]) => {
      const latencies = own.flatMap((round) => round.latencies);
      return [
        PEERS[name],
        formatNumber(median(latencies), 0),
        formatNumber(quantile(latencies, 0.99), 0),
        formatNumber(median(own.map(({ perSecond }) => perSecond)), 0),
        formatNumber(median(own.map(({ cpu }) => cpu)), 0),
        name === 'raw-fetch' ? '' : formatNumber(median(own.map(({ cpu }, round) => cpu - (raw[round]?.cpu ?? 0))), 0),
      ];
    }),
  };
}
