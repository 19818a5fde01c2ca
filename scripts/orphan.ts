const CHECK_MS = 500;

/**
 * Calls back when the shell that npm started this process from is gone: npm does not hand every signal on, and nobody
 * waits for a server then.
 */
export function whenOrphaned(end: () => void): void {
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) end();
  }, CHECK_MS).unref();
}
