import type { Difference, Drift, Failure } from './drift.ts';
import { asCode } from './response-content.ts';

/** Writes the differences between a target and the document as Markdown. */
export function driftReport({ failures, isCompared, commonHeaders, differences }: Drift): string {
  const [found, open] = [false, true].map((isOpen) => differences.filter((one) => one.isOpen === isOpen));
  const paragraphs = [
    failureList(failures),
    commonHeaders.length === 0
      ? ''
      : `Every response has these header fields, which the document does not declare for every response: ${commonHeaders.map(asCode).join(', ')}.`,
    differenceTable(found ?? []),
  ].filter((paragraph) => paragraph !== '');
  if (!isCompared) paragraphs.push('No response was compared with the document.');
  else if (found?.length === 0 && commonHeaders.length === 0) paragraphs.push('No difference was found.');
  if (open !== undefined && open.length > 0)
    paragraphs.push('The document leaves these details open:', differenceTable(open));
  return paragraphs.join('\n\n');
}

/** Puts a text on one line. Control characters become spaces, because a terminal could interpret them. */
const inLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();

/** Escapes a text for a table cell. */
const inCell = (text: string): string => inLine(text).replaceAll('|', '\\|');

function differenceTable(differences: readonly Difference[]): string {
  const details = new Map<string, Set<string>>();
  for (const { operation, response, kind, detail } of differences) {
    const row = `| ${inCell(operation)} | ${response} | ${kind} |`;
    details.set(row, (details.get(row) ?? new Set()).add(inCell(detail)));
  }
  const rows = [...details].map(([row, texts]) => `${row} ${[...texts].sort().join('; ')} |`).sort();
  if (rows.length === 0) return '';
  return ['| Operation | Response | Difference | Details |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function failureList(failures: readonly Failure[]): string {
  const counts = new Map<string, number>();
  for (const { operation, reason } of failures) {
    const line = inLine(`${operation}: ${reason}`);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const lines = [...counts].map(([line, count]) => `- ${line} (${count} ${count === 1 ? 'call' : 'calls'})`).sort();
  return ['Not compared with the document:', '', ...lines].join('\n');
}
