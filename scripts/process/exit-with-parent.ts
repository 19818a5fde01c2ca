const CHECK_MS = 500;

/**
 * Calls `end` when the parent process, the shell that npm started, is gone: npm does not forward every signal, and a
 * server would keep running without a terminal.
 */
export function whenOrphaned(end: () => void): void {
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) end();
  }, CHECK_MS).unref();
}
