import type { Bump, Change } from './change.ts';
import { BUMPS } from './change-list.ts';
import type { BrokenLine, ConsumerErrors } from './consumer.ts';
import type { Verdict } from './verdict.ts';

/** The formats in which `npm run diff` prints a verdict. */
export const FORMATS = ['text', 'markdown', 'json'] as const;
export type Format = (typeof FORMATS)[number];

/**
 * Returns a verdict as text, Markdown or JSON.
 *
 * @param since The git ref with which the working tree was compared.
 */
export function formatVerdict(verdict: Verdict, format: Format, since: string): string {
  if (format === 'json') return JSON.stringify(verdict, null, 2);
  return format === 'markdown' ? markdown(verdict, since) : text(verdict, since);
}

/** A consumer of the client, and its errors. */
export interface ConsumerCheck extends ConsumerErrors {
  /** The folder, as the user named it. */
  readonly folder: string;
}

/** Returns the check of a consumer as text, Markdown or JSON. Only the JSON also contains the verdict. */
export function formatConsumer(verdict: Verdict, { folder, lines, earlier }: ConsumerCheck, format: Format): string {
  if (format === 'json') return JSON.stringify({ ...verdict, consumer: { folder, lines, earlier } }, null, 2);
  const result = `${folder}${resultOf(lines.length, earlier)}`;
  if (format === 'markdown') return [consumerTable(lines), result].filter(Boolean).join('\n\n');
  const blocks = lines.map(({ file, line, text: source, message, changes }) => {
    const reasons = changes.flatMap((change) => [`  ${title(change)}`, `  ${change.action}`]);
    return [`${file}:${line}  ${source}`, `  ${firstLine(message)}`, ...reasons].join('\n');
  });
  return [...blocks, result].join('\n\n');
}

function resultOf(lines: number, earlier: number): string {
  if (lines > 0) return `: ${lines === 1 ? '1 line stops' : `${lines} lines stop`} compiling.`;
  if (earlier === 0) return ' compiles; run its tests for behavior.';
  return `: no other line stops compiling (errors before the changes: ${earlier}); run its tests for behavior.`;
}

function consumerTable(lines: readonly BrokenLine[]): string {
  if (lines.length === 0) return '';
  const rows = lines.map(({ file, line, message, changes }) =>
    row([code(`${file}:${line}`), firstLine(message), changes.map(({ action }) => action).join(' ')]),
  );
  return ['| Line | Error | What to do |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The other lines of a message repeat it for the parts of a type. */
const firstLine = (message: string): string => message.split('\n')[0] ?? '';

/** Number of changes in the short form of a verdict. */
const MAX_CHANGES = 8;

/** Returns a verdict in a few lines: its summary, then the changes with the largest bump, each on one line. */
export function formatShortVerdict(verdict: Verdict, since: string): string {
  const changes = byBump(verdict.changes).flatMap(([, found]) => found);
  const lines = changes.slice(0, MAX_CHANGES).map((change) => {
    const place = change.operation === null ? `  ${change.pointer}` : '';
    return `  ${title(change)}${place}: ${change.action}`;
  });
  const others = changes.length - lines.length;
  return [summary(verdict, since), ...lines, ...(others > 0 ? [`  and ${others} more: run npm run diff`] : [])].join(
    '\n',
  );
}

/** Returns the bump and the kind of a change, its operation, and the audiences for whom the change is breaking. */
function title({ bump, kind, operation, breaks }: Change): string {
  const name = operation === null ? '' : `  ${operation}`;
  return `${bump}  ${kind}${name}${breaks.length > 0 ? `  (breaks ${breaks.join(', ')})` : ''}`;
}

/** Returns the bumps that occur among changes, the largest first, each with its changes. */
const byBump = (changes: readonly Change[]): (readonly [Bump, readonly Change[]])[] =>
  BUMPS.toReversed()
    .map((bump) => [bump, changes.filter((change) => change.bump === bump)] as const)
    .filter(([, found]) => found.length > 0);

function summary({ bump, changes }: Verdict, since: string): string {
  if (bump === 'none') return `The contract is the same as at ${since}.`;
  const counts = byBump(changes).map(([each, found]) => `${found.length} ${each}`);
  const broken = [...new Set(changes.flatMap(({ breaks }) => breaks))];
  const effect = broken.length > 0 ? `break ${broken.join(', ')}` : 'break nothing';
  const version = bump === 'major' ? 'major version (before 1.0, a minor version)' : `${bump} version`;
  return `Changes since ${since}: ${counts.join(', ')}. The changes need a ${version} and ${effect}.`;
}

function text(verdict: Verdict, since: string): string {
  const blocks = verdict.changes.map((change) =>
    [title(change), `  ${change.action}`, `  ${change.pointer}`, ...affected(change).map((line) => `  ${line}`)].join(
      '\n',
    ),
  );
  return [...blocks, summary(verdict, since)].join('\n\n');
}

/** Number of operations that the affected operations of a change name. */
const MAX_OPERATIONS = 5;

/** Returns a line with the operations that a change affects if it affects several operations. */
function affected({ operations }: Change): string[] {
  if (operations.length < 2) return [];
  const others = operations.length - MAX_OPERATIONS;
  const names = operations.slice(0, MAX_OPERATIONS).join(', ');
  return [`Affects ${operations.length} operations: ${names}${others > 0 ? ` and ${others} more` : ''}.`];
}

function markdown(verdict: Verdict, since: string): string {
  const tables = byBump(verdict.changes).map(([bump, changes]) =>
    [
      `### ${bump}`,
      '',
      '| Operation | Change | Breaks | What to do | Place |',
      '| --- | --- | --- | --- | --- |',
      ...changes.map((change) => {
        const { operation, kind, breaks, action, pointer } = change;
        return row([
          operation === null ? '' : code(operation),
          kind,
          breaks.join(', '),
          [action, ...affected(change)].join(' '),
          code(pointer),
        ]);
      }),
    ].join('\n'),
  );
  return [`## Verdict: ${verdict.bump}`, summary(verdict, since), ...tables].join('\n\n');
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
const code = (value: string): string => `\`${value}\``;
