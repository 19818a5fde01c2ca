import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import type { Bump, Change } from '../src/change.ts';
import { type Format, formatVerdict } from '../src/report/verdict-text.ts';

const change = (parts: Partial<Change>): Change => ({
  operation: 'read_book',
  operations: ['read_book'],
  file: 'api/a,b:c.yaml',
  line: 7,
  pointer: '/paths/~1books~1{id}/get',
  kind: 'response-field-removed',
  breaks: ['readers'],
  bump: 'major',
  action: 'Do not read the field `100%"<b>&`.\r\nStop:, now.',
  ...parts,
});
const verdict = {
  bump: 'major',
  changes: [
    change({}),
    change({ operation: null, operations: ['a', 'b'], kind: 'response-field-added', bump: 'minor', breaks: [] }),
    change({
      kind: 'operation-removed',
      action: 'Remove the calls.',
      accepted: { reason: 'No caller uses it.', until: '2027-01-31' },
    }),
    change({ kind: 'text-changed', bump: 'patch', breaks: [], action: 'Nothing to do\u{0}.' }),
  ],
  problems: [{ file: 'api/accepted-changes.yaml', line: 3, message: 'No change has the kind' }],
} as const;
const SUMMARY =
  'Changes from v1 to v2: 1 major, 1 minor, 1 patch, 1 accepted. The changes need a major version (before 1.0, a minor version) and break readers.';
const ACCEPTED = 'Accepted until 2027-01-31: No caller uses it.';
const PROBLEM = 'api/accepted-changes.yaml:3: No change has the kind.';
const write = (format: Format, limit?: Bump) => formatVerdict(verdict, format, { since: 'v1', until: 'v2' }, limit);

test('formatVerdict() escapes percent signs, line breaks, colons and commas in annotations of GitHub', () => {
  const place = 'file=api/a%2Cb%3Ac.yaml,line=7';
  const message = 'Do not read the field `100%25"<b>&`.%0D%0AStop:, now.';
  expect(write('github').split('\n')).toEqual([
    `::error ${place},title=response-field-removed read_book::${message}`,
    `::warning ${place},title=response-field-added::${message}%0AAffects 2 operations: a, b.`,
    `::notice ${place},title=operation-removed read_book::Remove the calls.%0A${ACCEPTED}`,
    `::notice ${place},title=text-changed read_book::Nothing to do\u{0}.`,
    '::warning file=api/accepted-changes.yaml,line=3,title=accepted changes::No change has the kind',
    SUMMARY,
  ]);
});

describe('formatVerdict() with the format junit', () => {
  test('returns valid XML with a failed test for each change that reaches the limit', () => {
    const xml = write('junit', 'major');
    expect(XMLValidator.validate(xml)).toBe(true);
    const { testsuites } = new XMLParser({ ignoreAttributes: false, processEntities: { enabled: true } }).parse(xml);
    expect(testsuites).toMatchObject({ '@_tests': '4', '@_failures': '1', '@_skipped': '1' });
    const [failed, passed, skipped, text] = testsuites.testsuite.testcase;
    expect(failed).toMatchObject({
      '@_name': expect.stringMatching(/^response-field-removed read_book \S*\/\S+$/),
      '@_file': 'api/a,b:c.yaml',
      '@_line': '7',
      failure: { '@_message': expect.stringMatching(/^Do not read the field `100%"<b>&`\./) },
    });
    expect(passed).not.toHaveProperty('failure');
    expect(passed['@_name']).toMatch(/^response-field-added \S*\/\S+$/);
    expect(skipped.skipped).toEqual({ '@_message': 'No caller uses it.' });
    expect(text['system-out']).toContain('Nothing to do\u{FFFD}.');
  });

  test.each([
    ['none', 0],
    ['major', 1],
    ['minor', 2],
    ['patch', 3],
  ] as const)('returns failed tests for changes that need the limit %s or a larger bump', (limit, failures) => {
    const xml = write('junit', limit);
    expect(xml).toContain(`failures="${failures}"`);
    expect(xml.split('<failure ')).toHaveLength(failures + 1);
  });

  test('returns a test that passes if nothing changed', () => {
    const xml = formatVerdict({ bump: 'none', changes: [] }, 'junit', { since: 'v1' });
    expect(xml).toContain('tests="1" failures="0"');
    expect(XMLValidator.validate(xml)).toBe(true);
  });
});

test('formatVerdict() with the format html returns one page, without scripts and without other files', () => {
  const page = write('html');
  expect(page).toContain('<title>Verdict: v1 → v2</title>');
  for (const part of [SUMMARY, ACCEPTED, PROBLEM]) expect(page).toContain(`<p>${part}</p>`);
  expect(page.split('Remove the calls.')).toHaveLength(2);
  expect(page).toContain('<h2>Code that reads responses</h2>');
  expect(page).toContain('<code>read_book</code>: Do not read the field <code>100%&quot;&lt;b&gt;&amp;</code>.');
  expect(page).toContain('<code>api/a,b:c.yaml:7</code>');
  expect(page.replaceAll('&lt;b&gt;', '')).not.toMatch(/<script|<link|<b>|https?:|src=|@import|url\(/);
});

test.for(['text', 'markdown'] as const)(
  'formatVerdict() prints lines, accepted changes and problems as %s',
  (format) => {
    const output = write(format);
    expect(output.split('api/a,b:c.yaml:7')).toHaveLength(5);
    for (const part of [SUMMARY, ACCEPTED, PROBLEM]) expect(output).toContain(part);
  },
);
