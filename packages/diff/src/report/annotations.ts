import type { Location } from '../change.ts';
import type { Verdict } from '../verdict.ts';
import { notesOf, ratingOf, summaryOf, type Versions } from './verdict-lines.ts';

const LEVELS = { major: 'error', minor: 'warning', patch: 'notice', none: 'notice', accepted: 'notice' } as const;

/**
 * Returns a verdict as workflow commands of GitHub Actions, which shows each change at its line:
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function annotations(verdict: Verdict, versions: Versions): string {
  const changes = verdict.changes.map((change) => {
    const title = change.operation === null ? change.kind : `${change.kind} ${change.operation}`;
    return annotation(LEVELS[ratingOf(change)], change, title, [change.action, ...notesOf(change)].join('\n'));
  });
  const problems = (verdict.problems ?? []).map((one) => annotation('warning', one, 'accepted changes', one.message));
  return [...changes, ...problems, summaryOf(verdict, versions)].join('\n');
}

function annotation(level: string, { file, line }: Location, title: string, message: string): string {
  const properties = `file=${inProperty(file)},line=${line},title=${inProperty(title)}`;
  return `::${level} ${properties}::${inMessage(message)}`;
}

const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
