/** Runs of a task, one at a time. */
export interface Queue {
  /** Starts a run. Calls during a run cause one more run after it, even if there are several calls. */
  run(): void;
  /** Resolves when no run is in progress. */
  idle(): Promise<void>;
}

/** Creates a queue for a task that reads its input itself, so that one run is enough for several calls. */
export function createQueue(task: () => Promise<void>): Queue {
  let isWaiting = false;
  let running: Promise<void> | undefined;

  async function runAll(): Promise<void> {
    while (isWaiting) {
      isWaiting = false;
      await task();
    }
    running = undefined;
  }

  return {
    run: () => {
      isWaiting = true;
      running ??= runAll();
    },
    idle: async () => await running,
  };
}
