import { type LintProblem, type LintReport, redoclyOutput } from '../lint/redocly.ts';

/** Number of problems that are printed. One wrong line in a document can cause hundreds of problems. */
const MAX_PROBLEMS = 10;

/** Returns the first problems on one line each, and the number of the others. `total` is the number of all problems. */
export function problemList(problems: readonly string[], total = problems.length): string {
  const printed = problems.slice(0, MAX_PROBLEMS);
  const others = total - printed.length;
  return [...printed, ...(others > 0 ? [`and ${others} more`] : [])].join('\n');
}

/**
 * Lints a document.
 *
 * @param name Name of the document in `redocly.yaml`.
 * @throws Error If the document does not pass lint. The message has a line for each problem, such as
 *   `openapi/management.yaml:12:5: Can't resolve $ref (no-unresolved-refs)`.
 */
export async function lintDocument(name: string, signal: AbortSignal): Promise<void> {
  const args = ['lint', name, '--format=json', `--max-problems=${MAX_PROBLEMS}`];
  const { status, stdout, output } = await redoclyOutput(args, signal);
  if (status === 0) return;
  if (!stdout.startsWith('{')) throw new Error(output.trim());
  // The cast is safe: the package @redocly/cli is pinned.
  const { problems, totals } = JSON.parse(stdout) as LintReport;
  throw new Error(problemList(problems.map(formatProblem), totals.errors));
}

function formatProblem({ ruleId, message, location: [place] }: LintProblem): string {
  const { line = 1, col = 1 } = place?.start ?? {};
  return `${place?.source?.ref}:${line}:${col}: ${message.split('\n', 1)[0]} (${ruleId})`;
}
