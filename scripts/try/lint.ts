import { groupBy, type OperationEntry, pointerTo } from 'tenant-management-document';
import type { Failure, Outcome } from './steps.ts';
import { failureOf, type Subject } from './subject.ts';

/** A problem in the JSON report of Redocly. */
interface Problem {
  readonly severity: 'error' | 'warn';
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly {
    readonly source?: { readonly ref: string };
    readonly pointer?: string;
    readonly start?: { readonly line: number; readonly col: number };
  }[];
}
interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly Problem[];
}

/** Lints the document. Errors are failures; the warnings of each rule are one note. */
export async function lint({ original, operations, run }: Subject): Promise<Outcome> {
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  // Without --max-problems, Redocly reports at most 100 problems. The folder of the document can have another
  // configuration.
  const options = ['--config=redocly.yaml', '--format=json', '--max-problems=1000000'];
  const ended = await run(cli, 'lint', original, ...options);
  if (!ended.stdout.startsWith('{')) throw failureOf(ended);
  return lintOutcome(JSON.parse(ended.stdout), operations);
}

/** Returns the errors of a report, each with its operation, and one note for each rule with warnings. */
export function lintOutcome({ totals, problems }: Report, operations: readonly OperationEntry[]): Outcome {
  const warnings = groupBy(
    problems.filter(({ severity }) => severity === 'warn'),
    ({ ruleId }) => ruleId,
  );
  return {
    result: `errors: ${totals.errors}; warnings: ${totals.warnings}`,
    failures: problems.filter(({ severity }) => severity === 'error').map((problem) => failure(problem, operations)),
    notes: [...warnings.values()].flatMap(([first, ...others]) => {
      if (first === undefined) return [];
      const more = others.length === 0 ? '' : `, and ${others.length} more of this rule`;
      return [`${first.ruleId}: ${first.message} (at ${placeOf(first)}${more})`];
    }),
  };
}

function failure(problem: Problem, operations: readonly OperationEntry[]): Failure {
  const { ruleId, message, location } = problem;
  const pointer = location[0]?.pointer ?? '';
  const operation = operations.find(({ method, path }) => isWithin(pointer, method, path))?.id;
  return { operation, reason: `${ruleId}: ${message} (at ${placeOf(problem)})` };
}

/** Returns the file, the line and the JSON pointer of a problem, as far as Redocly reports them. */
function placeOf({ location: [place] }: Problem): string {
  const { pointer = '', source, start } = place ?? {};
  return `${source === undefined || start === undefined ? '' : `${source.ref}:${start.line} `}${pointer || 'the root'}`;
}

function isWithin(pointer: string, method: string, path: string): boolean {
  const place = pointerTo(['paths', path, method.toLowerCase()]);
  return pointer === place || pointer.startsWith(`${place}/`);
}
