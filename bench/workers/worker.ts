import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { benchFolder } from '../folders.ts';

/** A process of this benchmark's own that answers each message with one. */
export interface Worker {
  /** Sends a message and resolves with the answer. */
  ask<T>(message: object): Promise<T>;
  stop(): void;
}

/** Starts a worker, with flags for its Node, and resolves when it has said that it is ready. */
export async function startWorker(
  file: string,
  args: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Worker> {
  const child = fork(join(benchFolder, file), args, { execArgv: [...process.execArgv, ...flags] });
  await reply(child);
  return {
    // What a worker answers is for its own section to know.
    ask: <T>(message: object) => {
      child.send(message);
      return reply(child) as Promise<T>;
    },
    stop: () => child.kill(),
  };
}

/** What a worker says next; its end instead is a failure. */
async function reply(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  const end = once(child, 'exit', { signal }).then(([status]) => {
    throw new Error(`A worker ended with status ${status}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), end]);
    return message;
  } finally {
    end.catch(() => undefined);
    settled.abort();
  }
}
