import { describe, expect, test } from 'vitest';
import { encodedForms, redact } from '../../src/redact.js';

describe('redact', () => {
  const SYNTAX = '.*+?^$|{}()[]\\/';

  test.each([
    ['every occurrence of a secret', 'a b a', ['a'], '- b -'],
    ['nothing if the list of secrets is empty', 'a b', [], 'a b'],
    ['nothing if the only secret is empty', 'a b', [''], 'a b'],
    ['a secret even if another secret is empty', 'a b', ['', 'a'], '- b'],
    ['the longest secret first if secrets have the same start', 'abc ab', ['ab', 'abc'], '- -'],
    ['a secret that consists of special characters of regular expressions', `${SYNTAX} x`, [SYNTAX], '- x'],
    ['a secret that ends with a replacement pattern of String.replace', 'a$& x', ['a$&'], '- x'],
  ])('replaces %s', (_case, text, secrets, redacted) => {
    expect(redact(text, secrets, '-')).toBe(redacted);
  });

  test('does not search its own replacements for secrets', () => {
    expect(redact('s', ['s', 'client'], '[client secret]')).toBe('[client secret]');
  });
});

describe('encodedForms', () => {
  test('returns the value unchanged, URL-encoded and form-encoded, with upper-case and with lower-case hexadecimal digits', () => {
    expect(new Set(encodedForms('a b+~'))).toEqual(
      new Set(['a b+~', 'a%20b%2B~', 'a%20b%2b~', 'a+b%2B%7E', 'a+b%2b%7e']),
    );
  });
});
