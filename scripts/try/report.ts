import type { Unsupported } from 'tenant-management-document';
import type { Failure, StepResult } from './steps.ts';

/** The content of `reports/try.json`. */
export interface TryReport {
  /** Path of the document. */
  readonly document: string;
  readonly title: string;
  readonly operations: number;
  readonly steps: readonly StepResult[];
  readonly unsupported: readonly Unsupported[];
}

/** Maximum number of failures that the report prints for a step, and of operations in a list. */
const LISTED = 10;

/** Writes a report as text: a table of the steps, their failures, and what the client does not support. */
export function formatReport({ document, title, operations, steps, unsupported }: TryReport): string {
  const sections = [
    `${title}: ${operations} operations (${document})`,
    table(steps),
    ...steps.filter(({ failures }) => failures.length > 0).map(failureList),
    ...steps.flatMap(({ name, notes }) => (notes === undefined ? [] : [listOf(`Notes of ${name}:`, notes)])),
    unsupportedList(unsupported, operations),
  ];
  return sections.join('\n\n');
}

function table(steps: readonly StepResult[]): string {
  const rows = steps.map(({ name, status, seconds, result }) => {
    return { name, status, time: status === 'not run' ? '' : `${seconds.toFixed(1)} s`, result };
  });
  const cells = [{ name: 'Step', status: 'Status', time: 'Time', result: 'Result' }, ...rows];
  const width = (column: 'name' | 'status' | 'time') => Math.max(...cells.map((row) => row[column].length));
  const [names, statuses, times] = [width('name'), width('status'), width('time')];
  const line = ({ name, status, time, result }: (typeof cells)[number]) =>
    `${name.padEnd(names)}  ${status.padEnd(statuses)}  ${time.padStart(times)}  ${result}`.trimEnd();
  return cells.map(line).join('\n');
}

const failureList = ({ name, failures }: StepResult): string =>
  listOf(`Failures of ${name}:`, failures.map(failureLine));

const failureLine = ({ operation, reason }: Failure): string =>
  operation === undefined ? reason : `${operation}: ${reason}`;

function listOf(title: string, texts: readonly string[]): string {
  const lines = texts.slice(0, LISTED).map((text) => `  ${text.replaceAll('\n', '\n    ')}`);
  const rest = texts.length > LISTED ? [`  … and ${texts.length - LISTED} more in reports/try.json`] : [];
  return [title, ...lines, ...rest].join('\n');
}

function unsupportedList(unsupported: readonly Unsupported[], total: number): string {
  if (unsupported.length === 0) return 'The client supports everything that the document asks for.';
  const lines = unsupported.map(({ feature, remedy, operations }) =>
    [`  ${feature}: ${remedy}`, ...namesOf(operations, total).map((names) => `    ${names}`)].join('\n'),
  );
  return ['The document asks for the following, which the client does not support:', ...lines].join('\n');
}

function namesOf(operations: readonly string[], total: number): string[] {
  if (operations.length === 0) return [];
  if (operations.length === total) return ['all operations'];
  const rest = operations.length > LISTED ? `, … and ${operations.length - LISTED} more` : '';
  return [operations.slice(0, LISTED).join(', ') + rest];
}
