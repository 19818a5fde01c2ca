import type { Bump, Change } from '../change.ts';
import type { Verdict } from '../verdict.ts';
import { reaches } from './change-list.ts';
import { escapeMarkup } from './escape-markup.ts';
import { lineOf, notesOf, problemLines, summaryOf, titleOf, type Versions } from './verdict-lines.ts';

/**
 * Returns a verdict as a JUnit report. Each change is a test. The test fails if the change needs the bump `limit` or
 * a larger one, and is skipped if the change is accepted.
 */
export function junitReport(verdict: Verdict, versions: Versions, limit: Bump): string {
  const { changes } = verdict;
  const resultOf = ({ bump, accepted }: Change) =>
    accepted === undefined ? reaches(bump, limit) && 'failure' : 'skipped';
  const count = (result: string) => changes.filter((change) => resultOf(change) === result).length;
  // Some CI systems reject a report without tests.
  const tests =
    changes.length > 0
      ? changes.map((change) => testCase(change, resultOf(change)))
      : ['<testcase name="contract" classname="contract"/>'];
  const counts = `tests="${tests.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="npm run diff" ${counts}>
${tests.join('\n')}
<system-out>${escapeMarkup([summaryOf(verdict, versions), ...problemLines(verdict)].join('\n'))}</system-out>
</testsuite>
</testsuites>`;
}

function testCase(change: Change, result: 'failure' | 'skipped' | false): string {
  const { kind, operation, pointer, file, line, action, bump, accepted } = change;
  const name = escapeMarkup([kind, operation, pointer].filter((part) => part !== null).join(' '));
  const path = escapeMarkup(file);
  const type = result === 'failure' ? ` type="${bump}"` : '';
  const element = result ? `<${result}${type} message="${escapeMarkup(accepted?.reason ?? action)}"/>` : '';
  const text = [titleOf(change), action, ...notesOf(change), `${lineOf(change)} ${pointer}`].join('\n');
  return `<testcase name="${name}" classname="${path}" file="${path}" line="${line}">${element}<system-out>${escapeMarkup(text)}</system-out></testcase>`;
}
