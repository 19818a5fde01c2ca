import { type OperationEntry, pointerTo } from 'tenant-management-document';
import type { Failure, Outcome } from './steps.ts';
import { failureOf, type Subject } from './subject.ts';

/** A problem in the JSON report of Redocly. */
interface Problem {
  readonly severity: 'error' | 'warn';
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}
interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly Problem[];
}

/** Lints the document. Errors are failures; warnings are only counted. */
export async function lint({ name, operations, run }: Subject): Promise<Outcome> {
  const cli = 'node_modules/@redocly/cli/bin/cli.js';
  // Without this option, Redocly reports at most 100 problems.
  const ended = await run(cli, 'lint', name, '--format=json', '--max-problems=1000000');
  if (!ended.stdout.startsWith('{')) throw failureOf(ended);
  return lintOutcome(JSON.parse(ended.stdout), operations);
}

/** Returns the errors of a report, each with its operation. */
export function lintOutcome({ totals, problems }: Report, operations: readonly OperationEntry[]): Outcome {
  return {
    result: `errors: ${totals.errors}; warnings: ${totals.warnings}`,
    failures: problems.filter(({ severity }) => severity === 'error').map((problem) => failure(problem, operations)),
  };
}

function failure({ ruleId, message, location }: Problem, operations: readonly OperationEntry[]): Failure {
  const pointer = location[0]?.pointer ?? '';
  const operation = operations.find(({ method, path }) => isWithin(pointer, method, path))?.id;
  return { operation, reason: `${ruleId}: ${message} (at ${pointer || 'the root'})` };
}

function isWithin(pointer: string, method: string, path: string): boolean {
  const place = pointerTo(['paths', path, method.toLowerCase()]);
  return pointer === place || pointer.startsWith(`${place}/`);
}
