import { describe, expect, test } from 'vitest';
import { contentTypeDetail, type Difference, differenceTable, inLine } from '../../../common/difference.ts';

test('inLine() replaces control characters and line breaks by one space, and trims the text', () => {
  expect(inLine(' a\r\n\u001b[31mb\t ')).toBe('a [31mb');
});

describe('differenceTable()', () => {
  const row: Difference = { operation: '`GET /a`', response: '200', kind: 'body', detail: 'z', isOpen: false };

  test('writes each detail of an operation, status and kind once, in alphabetical order', () => {
    const table = differenceTable([row, { ...row, detail: 'b' }, { ...row, detail: 'z' }]);
    expect(table.split('\n').slice(2)).toEqual(['| `GET /a` | 200 | body | b; z |']);
  });

  test('sorts the rows, and escapes the separator of cells', () => {
    const table = differenceTable([row, { ...row, operation: '`GET /A|B`' }]);
    expect(table.split('\n').slice(2)).toEqual(['| `GET /A\\|B` | 200 | body | z |', '| `GET /a` | 200 | body | z |']);
  });

  test('writes nothing without differences', () => {
    expect(differenceTable([])).toBe('');
  });
});

test.each<[type: string, documented: string[], detail: string | undefined]>([
  ['text/plain', ['text/plain'], undefined],
  ['text/plain', ['application/json', 'TEXT/Plain; charset=utf-8'], undefined],
  ['text/plain', ['text/*'], undefined],
  ['text/plain', ['*/*'], undefined],
  ['', ['*/*'], 'none instead of `*/*`'],
  ['text/plain', ['text/html', 'application/*'], '`text/plain` instead of `text/html` or `application/*`'],
  ['text/plain-text', ['text/plain'], '`text/plain-text` instead of `text/plain`'],
])('contentTypeDetail() compares "%s" with %j', (type, documented, detail) => {
  expect(contentTypeDetail(type, documented)).toBe(detail);
});
