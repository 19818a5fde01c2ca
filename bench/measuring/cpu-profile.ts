import { type Profiler, Session } from 'node:inspector/promises';
import { formatNumber } from './statistics.ts';

/** Shares of the CPU time of a profiled run. */
export interface CpuProfile {
  /** Percentage of the CPU time for each code owner, such as a package. */
  readonly owners: readonly (readonly [owner: string, share: string])[];
  /** The functions of this package with the highest self time, and their percentage of the CPU time. */
  readonly functions: readonly (readonly [name: string, share: string])[];
}

const MEASURED = 'this package';
const SHOWN_FUNCTIONS = 12;
/** Time between two samples. The interval is short, because a call takes only microseconds. */
const SAMPLING_INTERVAL_US = 100;

/** Owners of scripts. A script belongs to the first owner in this list whose `part` occurs in the URL of the script. */
const OWNERS: readonly (readonly [part: string, owner: string])[] = [
  ['tenant-management-client/dist', MEASURED],
  ['openapi-fetch', 'openapi-fetch'],
  ['node:', 'Node'],
  ['/bench/', 'the benchmark'],
];

/** Runs a function under the CPU profiler and returns the shares of the CPU time. */
export async function profileRun(run: () => Promise<void>): Promise<CpuProfile> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
    await session.post('Profiler.start');
    await run();
    const { profile } = await session.post('Profiler.stop');
    return summarize(profile);
  } finally {
    session.disconnect();
  }
}

function summarize({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): CpuProfile {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const owners = new Map<string, number>();
  const functions = new Map<string, number>();
  samples.forEach((id, index) => {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    if (frame === undefined || frame.functionName === '(idle)') return;
    // Frames of the engine, such as garbage collection and built-in functions, have no script URL.
    const owner = OWNERS.find(([part]) => frame.url.includes(part))?.[1] ?? 'the engine';
    owners.set(owner, (owners.get(owner) ?? 0) + time);
    if (owner !== MEASURED) return;
    const name = frame.functionName || `line ${frame.lineNumber + 1}`;
    functions.set(name, (functions.get(name) ?? 0) + time);
  });
  const total = [...owners.values()].reduce((sum, time) => sum + time, 0);
  const shares = (times: Map<string, number>) =>
    [...times]
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, time]) => [name, formatNumber((time / total) * 100, 1)] as const);
  return { owners: shares(owners), functions: shares(functions).slice(0, SHOWN_FUNCTIONS) };
}
