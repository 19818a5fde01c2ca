import { describe, expect, test } from 'vitest';
import { versionsPage } from '../../../scripts/generate/versions-page.ts';

/** The rows of the table, without the head. */
const rowsOf = (page: string): string[] => page.split('\n').filter((line) => /^\| \d/.test(line));

describe('versionsPage()', () => {
  test('adds a new version as the first row of the table and keeps the other versions', () => {
    const first = versionsPage('', { version: '0.1.0', document: '2.0', tag: 'v0.1.0' });
    const second = versionsPage(first, { version: '0.2.0', document: '2.1' });
    expect(rowsOf(second)).toEqual(['| 0.2.0 | 2.1 | none |', '| 0.1.0 | 2.0 | `v0.1.0` |']);
    expect(versionsPage(second, { version: '0.2.0', document: '2.1' })).toBe(second);
  });

  test('updates the row of a package version that is not released: the version of the document, and the tag', () => {
    const page = versionsPage('', { version: '0.2.0', document: '2.0' });
    const changed = versionsPage(page, { version: '0.2.0', document: '2.1' });
    expect(rowsOf(changed)).toEqual(['| 0.2.0 | 2.1 | none |']);
    expect(rowsOf(versionsPage(changed, { version: '0.2.0', document: '2.1', tag: 'v0.2.0' }))).toEqual([
      '| 0.2.0 | 2.1 | `v0.2.0` |',
    ]);
  });

  test('does not change the row of a released version', () => {
    const page = versionsPage('', { version: '0.1.0', document: '2.0', tag: 'v0.1.0' });
    expect(versionsPage(page, { version: '0.1.0', document: '3.0' })).toBe(page);
  });

  test('keeps a document version that contains spaces and a pipe', () => {
    const page = versionsPage('', { version: '0.1.0', document: 'May |\n2026' });
    expect(rowsOf(page)).toEqual(['| 0.1.0 | May \\| 2026 | none |']);
    expect(rowsOf(versionsPage(page, { version: '0.2.0', document: '2' }))).toHaveLength(2);
  });

  test('replaces the text around the table with the current text of the page', () => {
    const page = versionsPage('', { version: '0.1.0', document: '2.0' });
    expect(versionsPage(`Old text.\n\n${page}\nOld text.\n`, { version: '0.1.0', document: '2.0' })).toBe(page);
  });
});
