import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { platformCode } from '../../src/errors/platform-code.ts';

/** Creates an error with a code. */
const withCode = (code: unknown, cause?: unknown): Error => Object.assign(new Error('failed', { cause }), { code });

/** Creates an error with a getter that throws. */
const withGetter = (name: string, cause?: unknown): Error =>
  Object.defineProperty(new Error('failed', { cause }), name, {
    get: () => {
      throw new Error('the getter failed');
    },
  });

test.each([
  ['the code of an error', withCode('ECONNREFUSED'), ': ECONNREFUSED'],
  [
    'the code of an error of another realm',
    runInNewContext('Object.assign(new Error(), { code: "EPIPE" })'),
    ': EPIPE',
  ],
  ['a code with digits', withCode('EAI_4'), ': EAI_4'],
  ['the code of the cause', withCode(undefined, withCode('ENOTFOUND')), ': ENOTFOUND'],
  ['the code of the cause, if the getter of code throws', withGetter('code', withCode('ECONNRESET')), ': ECONNRESET'],
  ['the code of the cause, if the code of the error is long', withCode('A'.repeat(41), withCode('EPIPE')), ': EPIPE'],
  ['the code of the cause, if the code of the error is a text', withCode('no host', withCode('EPIPE')), ': EPIPE'],
])('platformCode() returns %s', (_what, error, expected) => {
  expect(platformCode(error)).toBe(expected);
});

test.each([
  ['a text that ends like a code', withCode('acme.example.com ECONNREFUSED')],
  ['a text that starts like a code', withCode('ECONNREFUSED 10.0.0.1')],
  ['a code in lower case', withCode('econnrefused')],
  ['a code that is a list', withCode(['ECONNREFUSED'])],
  ['a number', withCode(23)],
  ['a value that is not an object', 'ECONNREFUSED'],
])('platformCode() returns no text for %s, which could contain a host', (_what, error) => {
  expect(platformCode(error)).toBe('');
});

/** Creates an error whose cause is itself, or another error with this error as its cause. */
function cyclic(length: number): Error {
  const first = new Error('failed');
  let last = first;
  for (let index = 1; index < length; index += 1) last = new Error('failed', { cause: last });
  first.cause = last;
  return first;
}

test.each([
  ['an error that is its own cause', cyclic(1)],
  ['two errors that are the cause of each other', cyclic(2)],
  ['an error whose getter of code throws', withGetter('code')],
  ['an error whose getter of cause throws', withGetter('cause')],
  ['an error with a cause whose getter of code throws', withCode(undefined, withGetter('code'))],
])('platformCode() ends without a text for %s', (_what, error) => {
  expect(platformCode(error)).toBe('');
});
