import { describe, expect, test } from 'vitest';
import { encodedForms, redact, redactStart } from '../../../src/errors/redact.ts';

describe('redact', () => {
  const SYNTAX = '.*+?^$|{}()[]\\/';

  test.each([
    ['every occurrence of a secret', 'abcdefgh b abcdefgh', ['abcdefgh'], '- b -'],
    ['nothing if the list of secrets is empty', 'a b', [], 'a b'],
    ['nothing if the only secret is empty', 'a  b', [''], 'a  b'],
    ['a secret even if another secret is empty', 'a b', ['', 'a'], '- b'],
    ['the longest secret first if secrets have the same start', 'abcdefghij', ['abcdefgh', 'abcdefghij'], '-'],
    ['a secret that consists of special characters of regular expressions', `${SYNTAX} x`, [SYNTAX], '- x'],
    ['a secret that ends with a replacement pattern of String.replace', 'a$& x', ['a$&'], '- x'],
    [
      'a secret of less than 8 characters only as a whole word',
      'a "a", cat über a1 _a',
      ['a', 'ber'],
      '- "-", cat über a1 _a',
    ],
    ['a secret of less than 8 characters that contains special characters', 'a.b axb a.bc', ['a.b'], '- axb a.bc'],
    ['a secret of 8 characters also within a word', 'xabcdefghy abcdefg', ['abcdefgh'], 'x-y abcdefg'],
  ])('replaces %s', (_case, text, secrets, redacted) => {
    expect(redact(text, secrets, '-')).toBe(redacted);
  });
});

describe('encodedForms', () => {
  test('returns the value unchanged, URL-encoded and form-encoded, with upper-case and with lower-case hexadecimal digits', () => {
    expect(new Set(encodedForms('a b+~'))).toEqual(
      new Set(['a b+~', 'a%20b%2B~', 'a%20b%2b~', 'a+b%2B%7E', 'a+b%2b%7e', '%61%20%62%2B%7E', '%61%20%62%2b%7e']),
    );
  });

  test('percent-encodes each byte with two digits', () => {
    expect(encodedForms('a\nb')).toContain('%61%0A%62');
  });

  test('returns Base64 of eight characters, but not of fewer', () => {
    expect(encodedForms('abcdef')).toContain('YWJjZGVm');
    expect(encodedForms('abcde')).not.toContain('YWJjZG');
  });

  test.each(['s3cret-token', 'pässwörter', '???>>>~~~???'])(
    'returns the Base64 and base64url forms of %j at every position of a longer text',
    (secret) => {
      const forms = encodedForms(secret);
      for (const before of ['', 'x', 'xy', 'xyz', '{"token":"']) {
        const text = Buffer.from(`${before}${secret}"}`);
        for (const encoded of [text.toString('base64'), text.toString('base64url')]) {
          // Base64 does not have this character.
          const redacted = redact(encoded, forms, '*');
          expect(redacted).toContain('*');
          expect(Buffer.from(redacted.replace('*', ''), 'base64').toString()).not.toContain(secret.slice(1, -1));
        }
      }
    },
  );
});

describe('redactStart', () => {
  test('returns a text unchanged that is as long as the scanned part', () => {
    const text = 'x'.repeat(4_003);
    expect(redactStart(text, ['abc'], '-')).toBe(text);
  });

  test('returns the start of a long text if the secret is empty', () => {
    expect(redactStart('x'.repeat(5_000), [''], '-')).toBe('x'.repeat(4_000));
  });

  test('scans only the start of a long text, and does not end with a part of a secret', () => {
    const secret = 'a'.repeat(50) + 'b'.repeat(50);
    for (let length = 3_900; length < 4_200; length += 1) {
      const redacted = redactStart(`${'x'.repeat(length)}${secret}${'y'.repeat(10_000)}`, [secret, 'z'], '-');
      expect(redacted).not.toContain('aa');
      expect(redacted.length).toBeLessThanOrEqual(4_100);
      expect(redacted.startsWith('x'.repeat(3_900))).toBe(true);
    }
  });
});

test.each([20_000, 200_000])('a token of %i characters is replaced', (length) => {
  const token = 'Ab3._'.repeat(length / 5);
  expect(redact(`x ${token} y`, encodedForms(token), '-')).toBe('x - y');
});
