import { PEERS, type PeerName, peerNames } from '../peers.ts';
import type { Findings, Table } from '../section.ts';
import { fixed, median, quantile, shuffled } from '../statistics.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

const WARM_UP_CALLS = 3000;
const ROUNDS = 15;
const CALLS_PER_ROUND = 400;
const LOADS = [
  { title: 'One call after the other', inFlight: 1 },
  { title: '32 calls in flight', inFlight: 32 },
];

interface Round {
  /** Of each call, in microseconds. */
  readonly latencies: number[];
  /** Microseconds of CPU time per call, of all threads of the client's process. */
  readonly cpu: number;
  readonly perSecond: number;
}

/** Latency and CPU time of a call to a server on loopback. */
export async function measureLatency(): Promise<Findings> {
  const server = await startWorker('servers/latency-server.ts');
  const workers = new Map<PeerName, Worker>();
  try {
    const origin = await server.ask<string>({});
    for (const name of peerNames) workers.set(name, await startWorker('workers/latency-worker.ts', [name, origin]));
    const tables: Table[] = [];
    for (const { title, inFlight } of LOADS) tables.push(toTable(title, await timeRounds(workers, inFlight)));
    return {
      tables,
      targets: [],
      charts: [],
      notes: [
        `The server is a \`node:http\` server in a process of its own on the same machine; each client is in a process of its own, warmed up by ${WARM_UP_CALLS} calls at each load. ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls each, the clients in random order in each round.`,
        'CPU is the time of all threads of the client’s process per call, without the server’s. “Over raw fetch” is the median of the differences of each round.',
      ],
    };
  } finally {
    for (const worker of [server, ...workers.values()]) worker.stop();
  }
}

async function timeRounds(workers: Map<PeerName, Worker>, inFlight: number): Promise<Map<PeerName, Round[]>> {
  const rounds = new Map<PeerName, Round[]>(peerNames.map((name) => [name, []]));
  for (const worker of workers.values()) await worker.ask({ calls: WARM_UP_CALLS, inFlight });
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, worker] of shuffled([...workers])) {
      rounds.get(name)?.push(await worker.ask<Round>({ calls: CALLS_PER_ROUND, inFlight }));
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
      '99 %',
      'calls per second',
      'CPU per call, µs',
      'CPU over raw fetch, µs',
    ],
    rows: [...rounds].map(([name, own]) => {
      const latencies = own.flatMap((round) => round.latencies);
      return [
        PEERS[name],
        fixed(median(latencies), 0),
        fixed(quantile(latencies, 0.99), 0),
        fixed(median(own.map(({ perSecond }) => perSecond)), 0),
        fixed(median(own.map(({ cpu }) => cpu)), 0),
        name === 'raw-fetch' ? '' : fixed(median(own.map(({ cpu }, round) => cpu - (raw[round]?.cpu ?? 0))), 0),
      ];
    }),
  };
}
