import type { Change } from '../change.ts';
import type { Verdict } from '../verdict.ts';
import { notesOf, summaryOf, type Versions } from './verdict-lines.ts';

const LEVELS = { major: 'error', minor: 'warning', patch: 'notice', none: 'notice' } as const;

/**
 * Returns a verdict as workflow commands of GitHub Actions, which shows each change at its line:
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function annotations(verdict: Verdict, versions: Versions): string {
  return [...verdict.changes.map(annotation), summaryOf(verdict, versions)].join('\n');
}

function annotation(change: Change): string {
  const { bump, kind, operation, file, line, action } = change;
  const title = operation === null ? kind : `${kind} ${operation}`;
  const properties = `file=${inProperty(file)},line=${line},title=${inProperty(title)}`;
  return `::${LEVELS[bump]} ${properties}::${inMessage([action, ...notesOf(change)].join('\n'))}`;
}

const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
