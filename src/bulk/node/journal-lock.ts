import { appendFile, constants, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** A lock that this process holds. */
export interface JournalLock {
  /** Deletes the lock file. */
  release(): Promise<void>;
}

/** A run that has asked for a lock. */
interface Claim {
  readonly pid: number;
  /** The result of {@link startTimeOf} for the process. */
  readonly startTime: string;
  /** When the run asked for the lock, in milliseconds since 1970. */
  readonly time: number;
  readonly host: string;
  /** A UUID that is different for each run, even in the same process. */
  readonly id: string;
}

/** Whether `timeOrigin` is the start of the process. In a thread of Deno or Bun, it is the start of the thread. */
const isMain = isMainThread && !('DedicatedWorkerGlobalScope' in globalThis);

/**
 * A line of the lock file: a claim, or the end of a claim without the lock. The last field has a fixed length, so a line
 * that a crash has cut off does not match.
 */
const LINE = /^(claim|end) (\d+) (\d*) (\d+) (.*) ([\w-]{36})$/gm;

/**
 * Locks a journal with the lock file `<journal>.lock`.
 *
 * The lock file is a list of claims, and the first claim whose process runs has the lock. A run adds its claim at the
 * end of the list and then reads the list. If several runs find the lock of a process that is gone, the order of their
 * claims decides, and exactly one of them takes the lock over. A claim of another host counts as running, because only
 * that host knows its processes.
 *
 * @throws Error If another run has the lock. The message names the process, the lock file and the remedy.
 */
export async function lockJournal(journal: string): Promise<JournalLock> {
  const path = `${journal}.lock`;
  const { pid } = process;
  // Not Date.now(), because the system clock can be set back to a time before the start of this process.
  const time = Math.ceil(performance.timeOrigin + performance.now());
  const own: Claim = { pid, startTime: await startTimeOf(pid), time, host: hostname(), id: crypto.randomUUID() };
  const isListed = async () => (await readClaims(path)).some(({ id }) => id === own.id);

  for (;;) {
    // Without `flag`, Node.js would read it from `Object.prototype`, and could replace the claims of other runs.
    await appendFile(path, lineOf('claim', own), { mode: 0o600, flag: 'a' });
    const holder = await firstRunning(await readClaims(path));
    // In the meantime, a run may have released the lock, which deletes the list and the claim of this run.
    if (holder === undefined || !(await isListed())) continue;
    if (holder.id === own.id) break;
    await addEnd(path, own);
    throw new Error(
      `process ${holder.pid} on host ${holder.host} uses ${journal}; wait until the process ends, or use another journal` +
        ` (if the process does not run a job, delete ${path})`,
    );
  }
  return {
    release: async () => {
      // If a user has deleted the lock file, another run can have created it again.
      if (await isListed()) await rm(path, { force: true });
    },
  };
}

async function readClaims(path: string): Promise<Claim[]> {
  const text = await readFile(path, 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = [...text.matchAll(LINE)];
  const ended = new Set(lines.filter(([, kind]) => kind === 'end').map((line) => line[6]));
  return lines
    .map(([, , pid, startTime = '', time, host = '', id = '']) => ({
      ...{ pid: Number(pid), startTime, time: Number(time), host, id },
    }))
    .filter(({ id }) => !ended.has(id));
}

/** Returns a line for the lock file. It starts with a line end, in case a killed process left an incomplete line. */
const lineOf = (kind: 'claim' | 'end', { id, pid, startTime, time, host }: Claim) =>
  `\n${kind} ${pid} ${startTime} ${time} ${host} ${id}\n`;

/** Ends a claim. Does not create the lock file: the holder can have released the lock in the meantime. */
async function addEnd(path: string, claim: Claim): Promise<void> {
  await appendFile(path, lineOf('end', claim), { flag: constants.O_WRONLY | constants.O_APPEND }).catch((error) => {
    if (error.code !== 'ENOENT') throw error;
  });
}

async function firstRunning(claims: readonly Claim[]): Promise<Claim | undefined> {
  for (const claim of claims) if (await isRunning(claim)) return claim;
  return undefined;
}

async function isRunning({ pid, startTime, time, host }: Claim): Promise<boolean> {
  if (host !== hostname()) return true;
  // After a restart of a container, the process id can belong to another process, even to this process. Start times
  // can be unknown: macOS and Windows have no /proc, and Deno does not read it. A claim from before the start of this
  // process is not a claim of this process.
  if (pid === process.pid && startTime === '' && isMain && time < performance.timeOrigin) return false;
  const times = new Set([startTime, await startTimeOf(pid)].filter((time) => time !== ''));
  if (times.size > 1) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // With any error except ESRCH, the process can be running: the process belongs to another user, or the platform
    // does not allow the check, like Deno without --allow-run.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** Returns the start time of a process in clock ticks since the host started, or an empty string if it is unknown. */
async function startTimeOf(pid: number): Promise<string> {
  const fields = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The second field is the name of the program in parentheses, which can contain spaces. The time is the 22nd field.
  return fields.slice(fields.lastIndexOf(')')).split(' ')[20] ?? '';
}
