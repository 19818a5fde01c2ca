import type { Change } from './change.ts';
import { escapeMarkup } from './escape-markup.ts';
import type { Verdict } from './verdict.ts';
import { lineOf, notesOf, summaryOf, titleOf, type Versions } from './verdict-lines.ts';

/** Returns a verdict as a JUnit report. Each change is a test, which fails if the change needs a major version. */
export function junitReport(verdict: Verdict, versions: Versions): string {
  const { changes } = verdict;
  const failures = changes.filter(({ bump }) => bump === 'major').length;
  // Some CI systems reject a report without tests.
  const tests = changes.length > 0 ? changes.map(testCase) : ['<testcase name="contract" classname="contract"/>'];
  const counts = `tests="${tests.length}" failures="${failures}" errors="0" skipped="0"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="npm run diff" ${counts}>
${tests.join('\n')}
<system-out>${escapeMarkup(summaryOf(verdict, versions))}</system-out>
</testsuite>
</testsuites>`;
}

function testCase(change: Change): string {
  const { kind, operation, pointer, file, line, action } = change;
  const name = [kind, operation ?? pointer].join(' ');
  const attributes = { name, classname: file, file, line: String(line) };
  const text = escapeMarkup([titleOf(change), action, ...notesOf(change), `${lineOf(change)} ${pointer}`].join('\n'));
  const failure = `<failure type="${change.bump}" message="${escapeMarkup(action)}">${text}</failure>`;
  return `<testcase${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeMarkup(value)}"`)
    .join('')}>${change.bump === 'major' ? failure : `<system-out>${text}</system-out>`}</testcase>`;
}
