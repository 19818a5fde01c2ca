import { BUMPS } from './change-list.ts';
import type { Bump, Change, Verdict } from './verdict.ts';

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
  return `Changes since ${since}: ${counts.join(', ')}. The changes need a ${bump} version and ${effect}.`;
}

function text(verdict: Verdict, since: string): string {
  const blocks = verdict.changes.map(({ bump, kind, operation, breaks, action, pointer }) =>
    [
      `${bump}  ${kind}${operation === null ? '' : `  ${operation}`}${breaks.length > 0 ? `  (breaks ${breaks.join(', ')})` : ''}`,
      `  ${action}`,
      `  ${pointer}`,
    ].join('\n'),
  );
  return [...blocks, summary(verdict, since)].join('\n\n');
}

function markdown(verdict: Verdict, since: string): string {
  const tables = byBump(verdict.changes).map(([bump, changes]) =>
    [
      `### ${bump}`,
      '',
      '| Operation | Change | Breaks | What to do | Place |',
      '| --- | --- | --- | --- | --- |',
      ...changes.map(({ operation, kind, breaks, action, pointer }) =>
        row([operation === null ? '' : code(operation), kind, breaks.join(', '), action, code(pointer)]),
      ),
    ].join('\n'),
  );
  return [`## Verdict: ${verdict.bump}`, summary(verdict, since), ...tables].join('\n\n');
}

const row = (cells: readonly string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
const code = (value: string): string => `\`${value}\``;
