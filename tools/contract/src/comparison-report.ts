import { asCode, differenceTable, inLine, openDetails } from '../../../common/difference.ts';
import type { CallComparison, UnansweredCall } from './call-comparison.ts';

/** Writes the differences between a target and the document as Markdown. */
export function comparisonReport({ unanswered, isCompared, commonHeaders, differences }: CallComparison): string {
  const found = differences.filter(({ isOpen }) => !isOpen);
  const paragraphs = [
    unansweredList(unanswered),
    commonHeaders.length === 0
      ? ''
      : `Every response has these header fields, which the document does not declare for every response: ${commonHeaders.map(asCode).join(', ')}.`,
    differenceTable(found),
  ].filter((paragraph) => paragraph !== '');
  if (!isCompared) paragraphs.push('No response was compared with the document.');
  else if (found.length === 0 && commonHeaders.length === 0) paragraphs.push('No difference was found.');
  return [...paragraphs, ...openDetails(differences)].join('\n\n');
}

function unansweredList(unanswered: readonly UnansweredCall[]): string {
  const counts = new Map<string, number>();
  for (const { operation, reason } of unanswered) {
    const line = inLine(`${operation}: ${reason}`);
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const lines = [...counts].map(([line, count]) => `- ${line} (${count} ${count === 1 ? 'call' : 'calls'})`).sort();
  return ['Not compared with the document:', '', ...lines].join('\n');
}
