import { join } from 'node:path';
import { type RedoclyApi, readDocumentFile } from 'tools-document/read';
import { redoclyOutput } from './redocly.ts';
import { hintFor, REMEDIES } from './remedies.ts';

/** A problem in the JSON report of `redocly lint`. */
interface LintProblem {
  readonly severity: 'error' | 'warn';
  readonly ruleId: string;
  readonly message: string;
  /** Valid names or values that are close to a wrong one. */
  readonly suggest?: readonly string[];
  readonly location: readonly {
    readonly source?: { readonly ref: string };
    readonly pointer?: string;
    readonly start?: { readonly line: number; readonly col: number };
  }[];
}

/** The JSON report of `redocly lint`. */
interface LintReport {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly LintProblem[];
}

/** Number of problems that are printed by default. One wrong line in a document can cause hundreds of problems. */
const MAX_PROBLEMS = 10;

/** Returns the first problems on one line each, and the number of the others. `total` is the number of all problems. */
export function problemList(problems: readonly string[], total = problems.length, max = MAX_PROBLEMS): string {
  const printed = problems.slice(0, max);
  const others = total - printed.length;
  return [...printed, ...(others > 0 ? [`and ${others} more`] : [])].join('\n');
}

/** The argument of Redocly for the structure only. */
export const STRUCTURE = `--config=${join(import.meta.dirname, 'structure.yaml')}`;
/** The arguments of Redocly for a report that `problemsIn` reads. */
export const REPORT = ['--format=json', '--max-problems=100'];

/** The problems of a document, on one line each: first the errors. */
interface Problems {
  readonly errors: number;
  readonly lines: readonly string[];
  readonly total: number;
}

/**
 * Lints a document. If its structure is wrong, resolves with the problems of the structure only.
 *
 * @throws Error If the document cannot be read, is not OpenAPI 3.1, or refers to a URL or to another file, which Redocly
 *   would read.
 */
export async function lintDocument({ name, root, file }: RedoclyApi, signal?: AbortSignal): Promise<Problems> {
  const document = await readDocumentFile(file);
  // The rules expect the right structure: with another structure, they can fail without a location. Both runs start at
  // the same time, because Redocly takes a second to start.
  const [structure, complete] = await Promise.all([
    redoclyOutput(['lint', root, STRUCTURE, ...REPORT], signal),
    redoclyOutput(['lint', name, ...REPORT], signal),
  ]);
  const { stdout, output } = structure.status === 0 ? complete : structure;
  if (!stdout.startsWith('{')) throw new Error(output.trim());
  return problemsIn(stdout, file, document);
}

/** Returns the problems in a report of Redocly, such as `api.yaml:12:5: Can't resolve $ref; did you mean "Book"? …`. */
export function problemsIn(report: string, file: string, document: unknown): Problems {
  // The cast is safe: the package @redocly/cli is pinned.
  const { problems, totals } = JSON.parse(report) as LintReport;
  const hintOf = hintFor(file, document);
  const lines = problems
    .toSorted((one, other) => one.severity.localeCompare(other.severity))
    .map((problem) => formatProblem(problem, hintOf(problem.ruleId, problem.location[0]?.pointer)));
  return { errors: totals.errors, lines, total: totals.errors + totals.warnings };
}

/** Lints a document, prints the problems, and resolves with the exit status. */
export async function runLint(api: RedoclyApi): Promise<number> {
  const { errors, lines, total } = await lintDocument(api);
  console.log(total === 0 ? `${api.root} passes lint.` : problemList(lines, total, lines.length));
  return errors > 0 ? 1 : 0;
}

function formatProblem(
  { severity, ruleId, message, suggest = [], location: [place] }: LintProblem,
  hint: string,
): string {
  const { line = 1, col = 1 } = place?.start ?? {};
  const [cause = ''] = message.split('\n', 1);
  const suggestion = suggest.length > 0 ? `; did you mean "${suggest[0]}"?` : hint;
  const sentence = suggestion === '' && cause.endsWith('?') ? cause : cause.replace(/\.$/, '') + (suggestion || '.');
  const text = [sentence, REMEDIES[ruleId]].filter(Boolean).join(' ');
  const kind = severity === 'warn' ? 'warning: ' : '';
  return `${place?.source?.ref}:${line}:${col}: ${kind}${text} (${ruleId})`;
}
