import { type Profiler, Session } from 'node:inspector/promises';
import { fixed } from './statistics.ts';

/** Shares of the time of a profiled run. */
export interface Profile {
  /** In percent, by whose code it is. */
  readonly owners: readonly (readonly [owner: string, share: string])[];
  /** Functions of the measured package with the most time of their own, in percent. */
  readonly functions: readonly (readonly [name: string, share: string])[];
}

const MEASURED = 'this package';
const SHOWN_FUNCTIONS = 12;
/** Fine enough for calls that take microseconds. */
const SAMPLE_EVERY_MICROSECONDS = 100;

/** Whose code a script is, by what its URL has in it. */
const OWNERS: readonly (readonly [part: string, owner: string])[] = [
  ['tenant-management-client/dist', MEASURED],
  ['openapi-fetch', 'openapi-fetch'],
  ['node:', 'Node'],
  ['/bench/', 'the benchmark'],
];

/** Runs something under the CPU profiler. */
export async function profileRun(run: () => Promise<void>): Promise<Profile> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_MICROSECONDS });
    await session.post('Profiler.start');
    await run();
    const { profile } = await session.post('Profiler.stop');
    return summarize(profile);
  } finally {
    session.disconnect();
  }
}

function summarize({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Profile {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const owners = new Map<string, number>();
  const functions = new Map<string, number>();
  samples.forEach((id, index) => {
    const frame = frames.get(id);
    const time = timeDeltas[index] ?? 0;
    if (frame === undefined || frame.functionName === '(idle)') return;
    // The engine's own frames have no script: garbage collection and built-in functions.
    const owner = OWNERS.find(([part]) => frame.url.includes(part))?.[1] ?? 'the engine';
    owners.set(owner, (owners.get(owner) ?? 0) + time);
    if (owner !== MEASURED) return;
    const name = frame.functionName || `line ${frame.lineNumber + 1}`;
    functions.set(name, (functions.get(name) ?? 0) + time);
  });
  const total = [...owners.values()].reduce((sum, time) => sum + time, 0);
  const shares = (times: Map<string, number>) =>
    [...times].toSorted(([, a], [, b]) => b - a).map(([name, time]) => [name, fixed((time / total) * 100, 1)] as const);
  return { owners: shares(owners), functions: shares(functions).slice(0, SHOWN_FUNCTIONS) };
}
