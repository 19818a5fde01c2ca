import { describe, expect, test } from 'vitest';
import { encodedForms, redact } from '../../src/redact.js';

describe('redact', () => {
  const SYNTAX = '.*+?^$|{}()[]\\/';

  test.each([
    ['every occurrence', 'a b a', ['a'], '- b -'],
    ['nothing without secrets', 'a b', [], 'a b'],
    ['nothing for empty secrets', 'a b', [''], 'a b'],
    ['secrets next to an empty secret', 'a b', ['', 'a'], '- b'],
    ['the longest of several secrets with the same start', 'abc ab', ['ab', 'abc'], '- -'],
    ['a secret of special characters of regular expressions', `${SYNTAX} x`, [SYNTAX], '- x'],
    ['a secret that ends like a replacement pattern', 'a$& x', ['a$&'], '- x'],
  ])('replaces %s', (_case, text, secrets, redacted) => {
    expect(redact(text, secrets, '-')).toBe(redacted);
  });

  test('does not search its own replacements for secrets', () => {
    expect(redact('s', ['s', 'client'], '[client secret]')).toBe('[client secret]');
  });
});

describe('encodedForms', () => {
  test('returns the value unchanged, URL-encoded and form-encoded, with hexadecimal digits in both cases', () => {
    expect(new Set(encodedForms('a b+~'))).toEqual(
      new Set(['a b+~', 'a%20b%2B~', 'a%20b%2b~', 'a+b%2B%7E', 'a+b%2b%7e']),
    );
  });
});
