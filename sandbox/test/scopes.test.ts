import { expect, test } from 'vitest';
import { hasScopes, scopeNames } from '../src/scopes.js';

const LISTS = [['read:a', 'read:b'], ['admin:a']];

test.each<[string, string[][], string[], boolean]>([
  ['all scopes of the first list are enough', LISTS, ['read:b', 'read:a'], true],
  ['all scopes of the second list are enough', LISTS, ['admin:a'], true],
  ['one scope of a list of two is not enough', LISTS, ['read:a'], false],
  ['another scope is not enough', LISTS, ['read:c'], false],
  ['an empty list requires no scope', [['read:a'], []], [], true],
  ['without lists, no scope is required', [], [], true],
])('scopes: %s', (_what, lists, granted, expected) => {
  expect(hasScopes(lists, granted)).toBe(expected);
});

test('a 403 lists each required scope once, separated by commas in the message and by spaces in the challenge', () => {
  expect(scopeNames([...LISTS, ['read:a']])).toEqual({
    scopes: 'read:a,read:b,admin:a',
    scope: 'read:a read:b admin:a',
  });
});
