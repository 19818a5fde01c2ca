import { describe, expect, test } from 'vitest';
import { redact } from '../../../src/errors/redact.ts';

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
    ['a secret of 6 characters in Base64', 'YWJjZGVm', ['abcdef'], '-'],
    ['no secret of 5 characters in Base64', 'YWJjZGU=', ['abcde'], 'YWJjZGU='],
    ['a secret whose bytes are not UTF-8', 'p%FCssword', ['püssword'], '-'],
    ['no unknown character that is the whole secret', '&quot; &#x110000;', ['a'], '&quot; &#x110000;'],
  ])('replaces %s', (_case, text, secrets, redacted) => {
    expect(redact(text, secrets, '-')).toBe(redacted);
  });
});

/** Names of the characters that an encoder for HTML can name. */
const NAMES: Record<string, string> = { '+': 'plus', '/': 'sol', '&': 'amp', '"': 'quot', '\\': 'bsol', ü: 'uuml' };
const each = (text: string, encode: (code: number) => string) =>
  Array.from(text, (one) => encode(Number(one.codePointAt(0)))).join('');
const hex = (code: number, length: number) => code.toString(16).toUpperCase().padStart(length, '0');

describe('redact finds a secret', () => {
  const SECRET = 'p+w/ü 1&=:_."\\q???>>>~';
  const encoders: [string, (text: string) => string][] = [
    ['unchanged', (text) => text],
    ['URL-encoded', encodeURIComponent],
    [
      'URL-encoded with lower-case digits',
      (text) => encodeURIComponent(text).replace(/%../g, (byte) => byte.toLowerCase()),
    ],
    ['form-encoded', (text) => String(new URLSearchParams({ '': text })).slice(1)],
    ['encoded as %XX', (text) => Array.from(Buffer.from(text), (byte) => `%${hex(byte, 2)}`).join('')],
    ['in HTML with names', (text) => text.replace(/[+/&"\\ü]/g, (one) => `&${NAMES[one]};`)],
    ['in HTML with decimal numbers', (text) => each(text, (code) => `&#${code};`)],
    ['in HTML with hexadecimal numbers', (text) => each(text, (code) => `&#x${hex(code, 1)};`)],
    ['in JSON', (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/')],
    ['in JSON as \\uXXXX', (text) => each(text, (code) => `\\u${hex(code, 4)}`)],
    ['in JavaScript as \\xXX', (text) => each(text, (code) => `\\x${hex(code, 2)}`)],
    ['in Base64', (text) => Buffer.from(text).toString('base64')],
    ['in base64url', (text) => Buffer.from(text).toString('base64url')],
    ...['x', 'xy', 'xyz'].map((before): [string, (text: string) => string] => [
      `in Base64 after ${before}`,
      (text) => before + Buffer.from(text).toString('base64'),
    ]),
  ];
  test.each(
    encoders.flatMap(([inner, first]) => encoders.map(([outer, second]) => [inner, outer, second(first(SECRET))])),
  )('%s, and then %s', (_inner, _outer, encoded) => {
    expect(redact(`not ${encoded}!`, [SECRET], '-')).toBe('not -!');
  });
});

test.each([
  ['unchanged', 'ab'.repeat(50)],
  ['URL-encoded twice', '%25%36%31%25%36%32'.repeat(50)],
])(
  'redact uses the first 4,000 characters of a text, and shows no part of a secret at their end: %s',
  (_case, echo) => {
    for (let before = 3_900; before < 4_100; before += 1) {
      const [start, end] = ['x'.repeat(before), 'y'.repeat(10_000)];
      const used = `${start}${'-'.repeat(echo.length)}${end}`.slice(0, 4_000).replace(/-+/, '-');
      expect(redact(`${start}${echo}${end}`, ['ab'.repeat(50), 'z'], '-')).toBe(used);
    }
  },
);

test.each([20_000, 200_000])('redact replaces a token of %i characters', (length) => {
  const token = 'Ab3._'.repeat(length / 5);
  expect(redact(`x ${token} y`, [token], '-')).toBe('x -');
});
