import { expect, test } from 'vitest';
import { hasScopes, scopeNames } from '../../src/token/scopes.ts';

const LISTS = [['read:a', 'read:b'], ['admin:a']];

test.each<[string, string[][], string[], boolean]>([
  ['returns true for a token with all scopes of the first list', LISTS, ['read:b', 'read:a'], true],
  ['returns true for a token with all scopes of the second list', LISTS, ['admin:a'], true],
  ['returns false for a token with only one of the two scopes of a list', LISTS, ['read:a'], false],
  ['returns false for a token whose only scope is in no list', LISTS, ['read:c'], false],
  ['returns true for a token without scopes if one of the lists is empty', [['read:a'], []], [], true],
  ['returns true for a token without scopes if no list is given', [], [], true],
])('hasScopes() %s', (_what, lists, granted, expected) => {
  expect(hasScopes(lists, granted)).toBe(expected);
});

test('scopeNames() returns each required scope once, separated by commas for the message and by spaces for the challenge', () => {
  expect(scopeNames([...LISTS, ['read:a']])).toEqual({
    scopes: 'read:a,read:b,admin:a',
    scope: 'read:a read:b admin:a',
  });
});
