import type { Bump } from './change.ts';
import type { Verdict } from './verdict.ts';
import { notesOf, summaryOf, type Versions } from './verdict-lines.ts';

const LEVELS = { major: 'error', minor: 'warning', patch: 'notice', none: 'notice' } as const satisfies Record<
  Bump,
  string
>;

/**
 * Returns a verdict as workflow commands of GitHub Actions, which shows each change at its line:
 * https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function annotations(verdict: Verdict, versions: Versions): string {
  const commands = verdict.changes.map((change) => {
    const { bump, file, line, kind, operation, action } = change;
    const title = operation === null ? kind : `${kind} ${operation}`;
    const properties = Object.entries({ file, line, title }).map(
      ([name, value]) => `${name}=${inProperty(`${value}`)}`,
    );
    return `::${LEVELS[bump]} ${properties.join()}::${inMessage([action, ...notesOf(change)].join('\n'))}`;
  });
  return [...commands, summaryOf(verdict, versions)].join('\n');
}

const inMessage = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const inProperty = (text: string): string => inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
