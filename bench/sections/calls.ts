import { PEERS, type PeerName, peerNames } from '../peers.ts';
import type { Profile } from '../profile.ts';
import type { Findings } from '../section.ts';
import { fixed, median, shuffled } from '../statistics.ts';
import { startWorker, type Worker } from '../workers/worker.ts';

/** Enough for the optimizing compiler to have settled. */
const WARM_UP_CALLS = 20_000;
const ROUNDS = 40;
/** Many, because Linux counts the CPU time of a running thread in ticks of up to 4 ms. */
const CALLS_PER_ROUND = 5000;
const PROFILED_CALLS = 100_000;

/** Own cost of a call: its time over a stub `fetch`, less that of raw `fetch` in the same round. */
export async function measureCalls(): Promise<Findings> {
  const times = await timeRounds();
  const { owners, functions } = await profileCalls();
  const own = (name: PeerName) => times[name].map((time, round) => time - (times['raw-fetch'][round] ?? 0));
  const ratio = (name: PeerName, other: PeerName) =>
    median(own(name).map((cost, round) => cost / (own(other)[round] ?? 0)));
  const others = peerNames.filter((name) => name !== 'raw-fetch');
  return {
    tables: [
      {
        title: 'Own cost per call over a stub `fetch`',
        columns: ['client', 'µs per call, median', 'own cost, µs', 'own cost ÷ that of this package'],
        rows: peerNames.map((name) => [
          PEERS[name],
          fixed(median(times[name]), 2),
          fixed(median(own(name)), 2),
          name === 'raw-fetch' ? '' : fixed(ratio(name, 'this-package'), 2),
        ]),
      },
      { title: 'Where the time of a call of this package goes', columns: ['code of', '% of the time'], rows: owners },
      {
        title: 'Functions of this package with the most time of their own',
        columns: ['function', '% of the time'],
        rows: functions,
      },
    ],
    targets: [
      {
        name: 'own cost per call, as a share of openapi-fetch with AbortSignal.timeout',
        unit: '',
        measured: ratio('this-package', 'openapi-fetch-deadline'),
        target: 1,
      },
      {
        name: 'own cost per call of auth0, as a multiple of this package',
        unit: '',
        measured: ratio('auth0', 'this-package'),
        target: 5,
        atLeast: true,
      },
    ],
    charts: [
      {
        title: 'Own cost per call',
        unit: 'µs',
        bars: others.map((name) => ({ name: PEERS[name], value: median(own(name)) })),
      },
    ],
    notes: [
      `Each client calls in a process of its own, warmed up by ${WARM_UP_CALLS} calls; then ${ROUNDS} rounds of ${CALLS_PER_ROUND} calls each, the clients in random order in each round.`,
      'A call’s time is the CPU time of the main thread, which is that of the clock on a machine that does nothing else. Own cost is the time of a call less that of raw fetch in the same round, which reads the same response of the stub; figures are medians over the rounds, ratios medians of the ratios of each round.',
      `The profile is of ${PROFILED_CALLS} further calls; the time of raw fetch, of the stub’s response and of reading it is in it.`,
    ],
  };
}

/** Profiles the calls of this package. */
async function profileCalls(): Promise<Profile> {
  const worker = await startWorker('workers/calls-worker.ts', ['this-package']);
  try {
    await worker.ask({ calls: WARM_UP_CALLS });
    return await worker.ask<Profile>({ calls: PROFILED_CALLS, profiled: true });
  } finally {
    worker.stop();
  }
}

/** Microseconds per call, by client and round. */
async function timeRounds(): Promise<Record<PeerName, number[]>> {
  const workers = new Map<PeerName, Worker>();
  const times = new Map<PeerName, number[]>(peerNames.map((name) => [name, []]));
  try {
    for (const name of peerNames) {
      const worker = await startWorker('workers/calls-worker.ts', [name]);
      workers.set(name, worker);
      await worker.ask({ calls: WARM_UP_CALLS });
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, worker] of shuffled([...workers])) {
        times.get(name)?.push(await worker.ask<number>({ calls: CALLS_PER_ROUND }));
      }
    }
  } finally {
    for (const worker of workers.values()) worker.stop();
  }
  // Every name was put in above.
  return Object.fromEntries(times) as Record<PeerName, number[]>;
}
