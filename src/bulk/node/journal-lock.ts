import { appendFile, constants, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';

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
  readonly host: string;
  /** A UUID that is different for each run, even in the same process. */
  readonly id: string;
}

/** The ids of the claims of this process. */
const ownIds = new Set<string>();

/**
 * A line of the lock file: a claim, or the end of a claim without the lock. The last field has a fixed length, so a line
 * that a crash has cut off does not match.
 */
const LINE = /^(claim|end) (\d+) (\d*) (.*) ([\w-]{36})$/gm;

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
  const own: Claim = { pid, startTime: await startTimeOf(pid), host: hostname(), id: crypto.randomUUID() };
  ownIds.add(own.id);
  const isListed = async () => (await readClaims(path)).some(({ id }) => id === own.id);

  for (;;) {
    await appendFile(path, lineOf('claim', own), { mode: 0o600 });
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
  const ended = new Set(lines.filter(([, kind]) => kind === 'end').map((line) => line[5]));
  return lines
    .map(([, , pid, startTime = '', host = '', id = '']) => ({ id, pid: Number(pid), startTime, host }))
    .filter(({ id }) => !ended.has(id));
}

/** Returns a line for the lock file. It starts with a line end, in case a killed process left an incomplete line. */
const lineOf = (kind: 'claim' | 'end', { id, pid, startTime, host }: Claim) =>
  `\n${kind} ${pid} ${startTime} ${host} ${id}\n`;

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

async function isRunning({ pid, startTime, host, id }: Claim): Promise<boolean> {
  if (host !== hostname()) return true;
  // After a restart of a container, the process id can belong to another process, even to this process. Start times
  // can be unknown, because Deno does not read them.
  if (pid === process.pid && startTime === '') return ownIds.has(id);
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
