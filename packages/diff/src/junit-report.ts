import type { Change } from './change.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { Verdict } from './verdict.ts';
import { lineOf, notesOf, problemLines, ratingOf, summaryOf, titleOf, type Versions } from './verdict-lines.ts';

/**
 * Returns a verdict as a JUnit report. Each change is a test. The test fails if the change needs a major version, and is
 * skipped if the change is accepted.
 */
export function junitReport(verdict: Verdict, versions: Versions): string {
  const { changes } = verdict;
  const count = (rating: string) => changes.filter((change) => ratingOf(change) === rating).length;
  // Some CI systems reject a report without tests.
  const tests = changes.length > 0 ? changes.map(testCase) : ['<testcase name="contract" classname="contract"/>'];
  const counts = `tests="${tests.length}" failures="${count('major')}" errors="0" skipped="${count('accepted')}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="npm run diff" ${counts}>
${tests.join('\n')}
<system-out>${escapeMarkup([summaryOf(verdict, versions), ...problemLines(verdict)].join('\n'))}</system-out>
</testsuite>
</testsuites>`;
}

function testCase(change: Change): string {
  const { kind, operation, pointer, file, line, action, accepted } = change;
  const name = escapeMarkup([kind, operation, pointer].filter((part) => part !== undefined).join(' '));
  const path = escapeMarkup(file);
  const message = `message="${escapeMarkup(accepted?.reason ?? action)}"`;
  const results = {
    accepted: `<skipped ${message}/>`,
    major: `<failure type="major" ${message}/>`,
    minor: '',
    patch: '',
    none: '',
  };
  const text = [titleOf(change), action, ...notesOf(change), `${lineOf(change)} ${pointer}`].join('\n');
  return `<testcase name="${name}" classname="${path}" file="${path}" line="${line}">${results[ratingOf(change)]}<system-out>${escapeMarkup(text)}</system-out></testcase>`;
}
