import { format } from 'node:util';
import { visibleLines } from '../../packages/cli/src/visible-text.ts';

/**
 * Runs an npm script. With `--help` or `-h`, prints its help text instead. If the script throws an error, prints the
 * message without the stack trace, and makes the process exit with status 1.
 *
 * @param help The npm command with its arguments on the first line; then what the command does, its options and its
 *   environment variables.
 * @param run Gets the arguments of the command line. If it resolves with a number, the number is the exit status.
 */
export async function runScript(help: string, run: (args: string[]) => Promise<unknown>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help.trim());
    return;
  }
  showControlCharacters();
  try {
    const status = await run(args);
    if (typeof status === 'number') process.exitCode = status;
  } catch (error) {
    fail(error);
  }
}

/** Makes `console` print escapes such as `\u001b`, because the texts of a document could control the terminal. */
function showControlCharacters(): void {
  for (const method of ['log', 'error'] as const) {
    const print = console[method];
    console[method] = (...values: unknown[]) => print(visibleLines(format(...values)));
  }
}

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
