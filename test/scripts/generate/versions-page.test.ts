import { describe, expect, test } from 'vitest';
import { versionsPage } from '../../../scripts/generate/versions-page.ts';

/** The rows of the table, without the head. */
const rowsOf = (page: string): string[] => page.split('\n').filter((line) => /^\| \d/.test(line));

describe('versionsPage()', () => {
  test('adds a new version as the first row of the table and keeps the other versions', () => {
    const page = versionsPage(versionsPage(versionsPage('', '0.0.0', '1.9'), '0.1.0', '2.0'), '0.2.0', '2.1');
    expect(rowsOf(page)).toEqual(['| 0.2.0 | 2.1 |', '| 0.1.0 | 2.0 |']);
  });

  test('does not change the row of a version that the page has', () => {
    const page = versionsPage('', '0.1.0', '2.0');
    expect(versionsPage(page, '0.1.0', '3.0')).toBe(page);
  });

  test('keeps a document version that contains spaces and a pipe', () => {
    const page = versionsPage('', '0.1.0', 'May |\n2026');
    expect(rowsOf(page)).toEqual(['| 0.1.0 | May \\| 2026 |']);
    expect(rowsOf(versionsPage(page, '0.2.0', '2'))).toHaveLength(2);
  });

  test('replaces the text around the table with the current text of the page', () => {
    const page = versionsPage('', '0.1.0', '2.0');
    expect(versionsPage(`Old text.\n\n${page}\nOld text.\n`, '0.1.0', '2.0')).toBe(page);
  });
});
