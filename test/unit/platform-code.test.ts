import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { isBeforeSending, platformCode } from '../../src/errors/platform-code.ts';

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

/** The certificate codes in https://nodejs.org/api/tls.html#x509-certificate-error-codes, except `OUT_OF_MEM`. */
const CERTIFICATE_CODES = `
  UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_CRL UNABLE_TO_DECRYPT_CERT_SIGNATURE
  UNABLE_TO_DECRYPT_CRL_SIGNATURE UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY CERT_SIGNATURE_FAILURE
  CRL_SIGNATURE_FAILURE CERT_NOT_YET_VALID CERT_HAS_EXPIRED CRL_NOT_YET_VALID CRL_HAS_EXPIRED
  ERROR_IN_CERT_NOT_BEFORE_FIELD ERROR_IN_CERT_NOT_AFTER_FIELD ERROR_IN_CRL_LAST_UPDATE_FIELD
  ERROR_IN_CRL_NEXT_UPDATE_FIELD DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE CERT_CHAIN_TOO_LONG CERT_REVOKED
  INVALID_CA PATH_LENGTH_EXCEEDED INVALID_PURPOSE CERT_UNTRUSTED CERT_REJECTED HOSTNAME_MISMATCH
`;
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

/** Creates the error of `fetch` if each attempt to connect fails with one of these codes. */
const aggregate = (...codes: string[]) =>
  new TypeError('fetch failed', { cause: new AggregateError(codes.map((code) => withCode(code))) });

test.each([
  ...[
    'ENOTFOUND',
    'EAI_AGAIN',
    'UND_ERR_CONNECT_TIMEOUT',
    'ERR_PROXY_TUNNEL',
    'UND_ERR_PRX_TLS',
    'ERR_TLS_CERT_ALTNAME_INVALID',
  ],
  ...CERTIFICATE_CODES.trim().split(/\s+/),
])('isBeforeSending() is true for an error whose cause has the code %s', (code) => {
  expect(isBeforeSending(withCode(undefined, withCode(code)))).toBe(true);
});

test.each([
  [true, 'only refused connections', aggregate('ECONNREFUSED', 'ECONNREFUSED')],
  [false, 'a refused and a lost connection', aggregate('ECONNREFUSED', 'ECONNRESET')],
  [false, 'the code ETIMEDOUT, which can also come later', withCode('ETIMEDOUT')],
  [false, 'the code ERR_SSL_WRONG_VERSION_NUMBER', withCode('ERR_SSL_WRONG_VERSION_NUMBER')],
  [false, 'a code that contains another code', withCode('ECONNREFUSED_2')],
  [false, 'a lost connection whose cause is a refused one', withCode('ECONNRESET', withCode('ECONNREFUSED'))],
  [false, 'no code, because the error is its own cause', cyclic(1)],
])('isBeforeSending() is %s for an error with %s', (expected, _what, error) => {
  expect(isBeforeSending(error)).toBe(expected);
});
