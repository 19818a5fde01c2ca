import type { Change } from '../change.ts';
import { notesOf } from './verdict-lines.ts';

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
