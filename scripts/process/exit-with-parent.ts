const CHECK_INTERVAL_MS = 500;

/**
 * Calls a function when the parent process has ended. npm runs a script in a shell and does not forward every signal to
 * the script. Without this check, a server would keep running after its terminal is closed.
 *
 * @param stop Ends this process. The function is called every 500 ms until the process has ended.
 */
export function onParentExit(stop: () => void): void {
  const { ppid } = process;
  setInterval(() => {
    if (process.ppid !== ppid) stop();
  }, CHECK_INTERVAL_MS).unref();
}
