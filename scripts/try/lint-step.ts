import { groupBy, isInOperation, type OperationEntry } from 'tenant-management-document';
import type { LintProblem, LintReport } from '../lint/redocly.ts';
import type { Failure, Outcome } from './steps.ts';
import { failureOf, type Subject } from './subject.ts';

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
export function lintOutcome({ totals, problems }: LintReport, operations: readonly OperationEntry[]): Outcome {
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

function failure(problem: LintProblem, operations: readonly OperationEntry[]): Failure {
  const { ruleId, message, location } = problem;
  const pointer = location[0]?.pointer ?? '';
  const operation = operations.find((entry) => isInOperation(pointer, entry))?.id;
  return { operation, reason: `${ruleId}: ${message} (at ${placeOf(problem)})` };
}

/** Returns the file, the line and the JSON pointer of a problem, as far as Redocly reports them. */
function placeOf({ location: [place] }: LintProblem): string {
  const { pointer = '', source, start } = place ?? {};
  return `${source === undefined || start === undefined ? '' : `${source.ref}:${start.line} `}${pointer || 'the root'}`;
}
