import { codeSpan } from 'tools-document';
import type { BrokenLine, ConsumerErrors } from '../consumer/broken-lines.ts';
import type { Verdict } from '../verdict.ts';
import { annotations } from './annotations.ts';
import { byBump, lineOf, notesOf, summaryOf, titleOf, type Versions } from './verdict-lines.ts';

/** The formats in which `npm run diff` prints a verdict. */
export const FORMATS = ['text', 'markdown', 'json', 'github'] as const;
export type Format = (typeof FORMATS)[number];

/** The formats in which `npm run diff` prints the check of a consumer. */
export const CONSUMER_FORMATS = FORMATS.slice(0, 3);

const WRITERS: Readonly<Record<Format, (verdict: Verdict, versions: Versions) => string>> = {
  text,
  markdown,
  json: (verdict) => JSON.stringify(verdict, null, 2),
  github: annotations,
};

/** Returns a verdict in a format. */
export const formatVerdict = (verdict: Verdict, format: Format, versions: Versions): string =>
  WRITERS[format](verdict, versions);

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

function text(verdict: Verdict, versions: Versions): string {
  const blocks = verdict.changes.map((change) =>
    [titleOf(change), change.action, `${lineOf(change)}  ${change.pointer}`, ...notesOf(change)].join('\n  '),
  );
  return [...blocks, summaryOf(verdict, versions)].join('\n\n');
}

function markdown(verdict: Verdict, versions: Versions): string {
  const tables = byBump(verdict.changes).map(([bump, changes]) =>
    [
      `### ${bump}`,
      '',
      '| Operation | Change | Breaks | What to do | Place |',
      '| --- | --- | --- | --- | --- |',
      ...changes.map((change) => {
        const { operation, kind, breaks, action, pointer } = change;
        return row([
          operation === null ? '' : codeSpan(operation),
          kind,
          breaks.join(', '),
          [action, ...notesOf(change)].join(' '),
          `${codeSpan(lineOf(change))} ${codeSpan(pointer)}`,
        ]);
      }),
    ].join('\n'),
  );
  return [`## Verdict: ${verdict.bump}`, summaryOf(verdict, versions), ...tables].join('\n\n');
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
