import { describe, expect, test } from 'vitest';
import { changeList } from '../src/change-list.ts';
import { compareBehavior } from '../src/compare/compare-behavior.ts';

/** Compares the entries of operations in two behavior files. */
function changesOf(before: object, after: object) {
  const list = changeList();
  const names = { removed: new Set<string>(), added: new Set<string>(), renamed: new Map<string, string>() };
  compareBehavior({ operations: before }, { operations: after }, names, list.reportFor);
  return list.changes(
    () => ({ file: '', line: 1 }),
    () => undefined,
  );
}

describe('the verdict on the behavior file', () => {
  test('treats an operation with the id `source` as an operation, not as the source of an assumption', () => {
    const changes = changesOf({ source: { missing: { status: 404 } } }, { source: { missing: { status: 410 } } });
    expect(changes).toMatchObject([{ kind: 'sandbox-behavior-changed', pointer: '/operations/source/missing/status' }]);
    expect(changes[0]?.action).toBe('Adapt tests that expect the old behavior of source: missing.status 404 → 410.');
    expect(changesOf({}, { source: { missing: { status: 404 } } })).toMatchObject([{ bump: 'major' }]);
  });

  test('names tests as broken if the dates of a deprecation change', () => {
    const deprecated = (sunset: string) => ({ read: { deprecation: { sunset, source: 'announced' } } });
    expect(changesOf(deprecated('2027-01-01'), deprecated('2027-02-01'))).toMatchObject([
      { kind: 'sandbox-behavior-changed', pointer: '/operations/read/deprecation/sunset', breaks: ['sandbox'] },
    ]);
  });
});
