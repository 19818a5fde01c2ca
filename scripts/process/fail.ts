/** Prints the message of an error without the stack trace, and makes the process exit with status 1. */
export function fail(error: unknown): void {
  console.error(messageOf(error));
  process.exitCode = 1;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (!('code' in error) || error.code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return error.message;
  // The message of parseArgs() explains only how to pass an argument that starts with "-".
  const [, option] = /'(.*?)'/.exec(error.message) ?? [];
  return `The command has no option ${option}: remove the option, or pass --help for the list of options`;
}
