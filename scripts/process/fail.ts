/** Prints the message of an error without the stack trace, and makes the process exit with status 1. */
export function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
