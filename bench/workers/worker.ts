import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { benchFolder } from '../measuring/folders.ts';

/** A child process that sends one response message for each request message. */
export interface Worker {
  /** Sends a message and resolves with the response. */
  request<T>(message: object): Promise<T>;
  stop(): void;
}

/** Starts a worker. Resolves when the worker reports that it is ready. */
export async function startWorker(file: string, args: readonly string[] = []): Promise<Worker> {
  const child = fork(join(benchFolder, file), args);
  await nextMessage(child);
  return {
    // No code checks the type of the responses. The section that starts the worker states this type.
    request: <T>(message: object) => {
      child.send(message);
      return nextMessage(child) as Promise<T>;
    },
    stop: () => child.kill(),
  };
}

/** Resolves with the next message of a worker. Rejects if the worker exits before it sends a message. */
async function nextMessage(child: ChildProcess): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  const end = once(child, 'exit', { signal }).then(([status]) => {
    throw new Error(`A worker exited with status ${status} before it sent a message`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), end]);
    return message;
  } finally {
    end.catch(() => undefined);
    settled.abort();
  }
}
