/**
 * If `--help` or `-h` is an argument of this process, prints a help text and ends the process with status 0. Call this
 * function before the script does anything else.
 *
 * @param text The npm command with its arguments on the first line; then what the command does, its options and its
 *   environment variables.
 */
export function answerHelp(text: string): void {
  if (!process.argv.slice(2).some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(text.trim());
  process.exit();
}
