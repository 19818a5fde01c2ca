import { formatNumber, median, shuffled } from '../measuring/statistics.ts';
import { PEERS, type PeerName, peerNames } from '../peers/peers.ts';
import { startWorker, type Worker } from '../workers/worker.ts';
import type { Findings } from './section.ts';

/** Enough calls for the optimizing compiler to finish. */
const WARM_UP_CALLS = 20_000;
const ROUNDS = 40;
/** A round has many calls, because Linux counts the CPU time of a running thread in ticks of up to 4 ms. */
const CALLS_PER_ROUND = 5000;

/** Measures the overhead of a call: the time with a stub `fetch`, minus the time of raw `fetch` in the same round. */
export async function measureCalls(): Promise<Findings> {
  const times = await timeRounds();
  const overhead = (name: PeerName) => times[name].map((time, round) => time - (times['raw-fetch'][round] ?? 0));
  const ratio = (name: PeerName, other: PeerName) =>
    median(overhead(name).map((cost, round) => cost / (overhead(other)[round] ?? 0)));
  return {
    tables: [
      {
        title: 'Overhead per call with a stub `fetch`',
        columns: ['client', 'µs per call, median', 'overhead, µs', 'overhead ÷ overhead of this package'],
        rows: peerNames.map((name) => [
          PEERS[name],
          formatNumber(median(times[name]), 2),
          formatNumber(median(overhead(name)), 2),
          name === 'raw-fetch' ? '' : formatNumber(ratio(name, 'this-package'), 2),
        ]),
      },
    ],
    targets: [
      {
        name: 'overhead per call, relative to openapi-fetch with AbortSignal.timeout',
        unit: '',
        measured: ratio('this-package', 'openapi-fetch-deadline'),
        target: 1.05,
      },
      {
        name: 'overhead per call, relative to openapi-fetch with ky',
        unit: '',
        measured: ratio('this-package', 'openapi-fetch-ky'),
        target: 1,
      },
    ],
    notes: [
      `Each client runs in a separate process: ${WARM_UP_CALLS} warm-up calls, then ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls, with the clients in random order in each round.`,
      'The time of a call is the CPU time of the main thread; on an idle machine it equals the elapsed time. Overhead is the time of a call minus the time of raw fetch in the same round, which reads the same stub response. Figures are medians over the rounds; ratios are medians of the ratios of each round.',
      'The aim is the overhead of openapi-fetch with ky, the packages that a user would combine instead.',
    ],
  };
}

/** Resolves with the microseconds per call, by client and round. */
async function timeRounds(): Promise<Record<PeerName, number[]>> {
  const workers = new Map<PeerName, Worker>();
  const times = new Map<PeerName, number[]>(peerNames.map((name) => [name, []]));
  try {
    for (const name of peerNames) {
      const worker = await startWorker('workers/calls-worker.ts', [name]);
      workers.set(name, worker);
      await worker.request({ calls: WARM_UP_CALLS });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, worker] of shuffled([...workers])) {
        times.get(name)?.push(await worker.request<number>({ calls: CALLS_PER_ROUND }));
      }
    }
  } finally {
    for (const worker of workers.values()) worker.stop();
  }
  // The cast is safe, because the map has an entry for every peer.
  return Object.fromEntries(times) as Record<PeerName, number[]>;
}
