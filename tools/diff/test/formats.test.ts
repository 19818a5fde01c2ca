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
const write = (format: Format) => formatVerdict(verdict, format, { since: 'v1', until: 'v2' });

test('formatVerdict() escapes percent signs, line breaks, colons and commas in annotations of GitHub', () => {
  const place = 'file=api/a%2Cb%3Ac.yaml,line=7';
  const message = 'Do not read the field `100%25"<b>&`.%0D%0AStop:, now.';
  expect(write('github').split('\n')).toEqual([
    `::error ${place},title=response-field-removed read_book::${message}`,
    `::warning ${place},title=response-field-added::${message}%0AAffects 2 operations: a, b.`,
    `::notice ${place},title=text-changed read_book::Nothing to do.`,
    SUMMARY,
  ]);
});

test.for(['text', 'markdown'] as const)(
  'formatVerdict() prints the line of each change and the summary as %s',
  (format) => {
    const output = write(format);
    expect(output.split('api/a,b:c.yaml:7')).toHaveLength(4);
    expect(output).toContain(SUMMARY);
  },
);

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
