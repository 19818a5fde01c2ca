import { codeSpan } from '../../../../common/formatting.ts';
import type { Change } from '../change.ts';
import type { BrokenLine, ConsumerErrors } from '../consumer/broken-lines.ts';
import type { Verdict } from '../verdict.ts';
import { byBump, lineOf, notesOf, omittedText, summaryOf, titleOf, type VersionNames } from './verdict-lines.ts';

/** The formats in which `npm run diff` prints a verdict. */
export const FORMATS = ['text', 'markdown', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** The formats in which `npm run diff` prints the check of a consumer. */
export const CONSUMER_FORMATS = FORMATS.slice(0, 3);

/**
 * Returns a verdict in a format.
 *
 * @param hasPatches Whether to list the changes that need only a patch, in formats other than JSON.
 */
export function formatVerdict(verdict: Verdict, format: Format, versions: VersionNames, hasPatches = false): string {
  if (format === 'json') return JSON.stringify(verdict, null, 2);
  const isListed = ({ bump }: Change) => hasPatches || bump !== 'patch';
  const changes = verdict.changes.filter(isListed);
  const summary = summaryOf(verdict, versions) + omittedText(verdict.changes.filter((change) => !isListed(change)));
  if (format === 'markdown') return [`## Verdict: ${verdict.bump}`, summary, ...tables(changes)].join('\n\n');
  return format === 'text' ? text(changes, summary) : annotations(changes, summary);
}

/** A consumer of the client, and its errors. */
export interface ConsumerCheck extends ConsumerErrors {
  /** The folder, as the user named it. */
  readonly folder: string;
}

/** Returns the check of a consumer as text, Markdown or JSON. Only the JSON also contains the verdict. */
export function formatConsumer(verdict: Verdict, check: ConsumerCheck, format: Format): string {
  if (format === 'json') return JSON.stringify({ ...verdict, consumer: check }, null, 2);
  const { lines } = check;
  const result = `${check.folder}${resultOf(check)}`;
  if (format === 'markdown') return [consumerTable(lines), result].filter(Boolean).join('\n\n');
  const blocks = lines.map(({ file, line, text: source, message, changes }) => {
    const reasons = changes.flatMap((change) => [`  ${titleOf(change)}`, `  ${change.action}`]);
    return [`${file}:${line}  ${source}`, `  ${firstLine(message)}`, ...reasons].join('\n');
  });
  return [...blocks, result].join('\n\n');
}

function resultOf({ lines, earlier, hidden, compiler }: ConsumerCheck): string {
  const notes = [
    hidden.length > 0 ? ` A cast, or a type such as any, hides calls that can break: check ${hidden.join(', ')}.` : '',
    compiler === undefined
      ? ''
      : ` Checked with TypeScript ${compiler} of this repository, because TypeScript 7 has no compiler API.`,
  ].join('');
  if (lines.length > 0)
    return `: ${lines.length === 1 ? '1 line stops' : `${lines.length} lines stop`} compiling.${notes}`;
  const others =
    earlier === 0 ? ' compiles' : `: no other line stops compiling (with errors before the changes: ${earlier})`;
  return `${others}; run its tests for behavior.${notes}`;
}

function consumerTable(lines: readonly BrokenLine[]): string {
  if (lines.length === 0) return '';
  const rows = lines.map(({ file, line, message, changes }) =>
    row([codeSpan(`${file}:${line}`), firstLine(message), changes.map(({ action }) => action).join(' ')]),
  );
  return ['| Line | Error | What to do |', '| --- | --- | --- |', ...rows].join('\n');
}

/** The other lines of a message repeat it for the parts of a type. */
const firstLine = (message: string): string => message.split('\n')[0] ?? '';

/** Number of changes in the short form of a verdict. */
const MAX_CHANGES = 8;

/** Returns a verdict in a few lines: its summary, then the changes with the largest bump, each on one line. */
export function formatShortVerdict(verdict: Verdict, since: string): string {
  const { changes } = verdict;
  const lines = changes.slice(0, MAX_CHANGES).map((change) => {
    const place = change.operation === null ? `  ${change.pointer}` : '';
    return `  ${titleOf(change)}${place}: ${change.action}`;
  });
  const others = changes.length - lines.length;
  return [
    summaryOf(verdict, { since }),
    ...lines,
    ...(others > 0 ? [`  and ${others} more: run npm run diff`] : []),
  ].join('\n');
}

function text(changes: readonly Change[], summary: string): string {
  const blocks = changes.map((change) =>
    [titleOf(change), change.action, `${lineOf(change)}  ${change.pointer}`, ...notesOf(change)].join('\n  '),
  );
  return [...blocks, summary].join('\n\n');
}

/** Number of characters of the rows in Markdown. A comment on GitHub takes 65,536, also for headings and the summary. */
const MAX_ROWS = 60_000;

/** Returns a table for each bump. Ends with a sentence if not all changes fit into a comment on GitHub. */
function tables(changes: readonly Change[]): string[] {
  let length = 0;
  const shown = changes.filter((change) => {
    length += rowOf(change).length;
    return length <= MAX_ROWS;
  });
  const rest = changes.length - shown.length;
  return [
    ...byBump(shown).map(([bump, found]) => [`### ${bump}`, '', ...HEADER, ...found.map(rowOf)].join('\n')),
    ...(rest > 0
      ? [`The changes that do not fit into a comment on GitHub are left out (${rest}): use \`--format text\`.`]
      : []),
  ];
}

const HEADER = ['| Operation | Change | Breaks | What to do | Place |', '| --- | --- | --- | --- | --- |'];

function rowOf(change: Change): string {
  const { operation, kind, breaks, action, pointer } = change;
  return row([
    operation === null ? '' : codeSpan(operation),
    kind,
    breaks.join(', '),
    [action, ...notesOf(change)].join(' '),
    `${codeSpan(lineOf(change))} ${codeSpan(pointer)}`,
  ]);
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;

const LEVELS = { major: 'error', minor: 'warning', patch: 'notice', none: 'notice' } as const;

/**
 * Returns changes as workflow commands of GitHub Actions, which shows each change at its line:
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export const annotations = (changes: readonly Change[], summary: string): string =>
  [...changes.map(annotation), summary].join('\n');

function annotation(change: Change): string {
  const { bump, kind, operation, file, line, action } = change;
  const title = operation === null ? kind : `${kind} ${operation}`;
  const properties = `file=${inProperty(file)},line=${line},title=${inProperty(title)}`;
  return `::${LEVELS[bump]} ${properties}::${inMessage([action, ...notesOf(change)].join('\n'))}`;
}

const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
