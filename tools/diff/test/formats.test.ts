import { expect, test } from 'vitest';
import type { Change } from '../src/change.ts';
import { type Format, formatConsumer, formatVerdict } from '../src/format/verdict-text.ts';

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
    change({ kind: 'text-changed', bump: 'patch', breaks: [], action: 'Nothing to do.' }),
  ],
} as const;
const SUMMARY =
  'Changes from v1 to v2: 1 major, 1 minor, 1 patch. The changes need a major version (before 1.0, a minor version) and break readers.';
const write = (format: Format, hasPatches = false) =>
  formatVerdict(verdict, format, { since: 'v1', until: 'v2' }, hasPatches);

test('formatVerdict() escapes percent signs, line breaks, colons and commas in annotations of GitHub', () => {
  const place = 'file=api/a%2Cb%3Ac.yaml,line=7';
  const message = 'Do not read the field `100%25"<b>&`.%0D%0AStop:, now.';
  expect(write('github', true).split('\n')).toEqual([
    `::error ${place},title=response-field-removed read_book::${message}`,
    `::warning ${place},title=response-field-added::${message}%0AAffects 2 operations: a, b.`,
    `::notice ${place},title=text-changed read_book::Nothing to do.`,
    SUMMARY,
  ]);
});

test.for(['text', 'markdown', 'github'] as const)(
  'formatVerdict() prints the other changes and the number of patches as %s',
  (format) => {
    expect(write(format).match(/api\/a(,|%2C)b/g)).toHaveLength(2);
    expect(write(format)).toContain(`${SUMMARY} Not listed without --patches: 1 text-changed.`);
    expect(write(format, true).match(/api\/a(,|%2C)b/g)).toHaveLength(3);
    expect(write(format, true)).not.toContain('Not listed');
  },
);

test('formatVerdict() writes at most as much Markdown as a comment on GitHub takes', () => {
  const changes = Array.from({ length: 1000 }, () => change({}));
  const output = formatVerdict({ bump: 'major', changes }, 'markdown', { since: 'v1' });
  expect(output.length).toBeLessThan(65_536);
  expect(output).toMatch(
    /\n\nThe changes that do not fit into a comment on GitHub are left out \(\d{3}\): use `--format text`\.$/,
  );
});

test('formatConsumer() writes the lines that stop compiling as a Markdown table, then the result', () => {
  const lines = [
    { file: 'a.ts', line: 3, text: 'x', message: 'TS1: a | b\nmore', changes: [change({ action: 'Do it.' })] },
  ];
  const check = { folder: 'service', lines, earlier: 0, hidden: ['a.ts:9'], compiler: '5.9.3' };
  expect(formatConsumer(verdict, check, 'markdown').split('\n')).toEqual([
    '| Line | Error | What to do |',
    '| --- | --- | --- |',
    '| `a.ts:3` | TS1: a \\| b | Do it. |',
    '',
    'service: 1 line stops compiling. A cast, or a type such as any, hides calls that can break: check a.ts:9. Checked with TypeScript 5.9.3 of this repository, because TypeScript 7 has no compiler API.',
  ]);
});
