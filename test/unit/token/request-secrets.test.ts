import { describe, expect, test } from 'vitest';
import { encodedForms } from '../../../src/errors/redact.ts';
import { secretsOf } from '../../../src/token/request-secrets.ts';

/** The forms in which only letters and digits stay unchanged, as oauth4webapi encodes credentials. */
const strictForms = (text: string) => {
  const upper = encodeURIComponent(text)
    .replaceAll('%20', '+')
    .replace(/[*\-._]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
  return [upper, upper.replace(/%[\dA-F]{2}/g, (escaped) => escaped.toLowerCase())];
};
const authorization = (value: string) => new Headers({ Authorization: value });
const basicAuthorization = (credentials: string) => authorization(`Basic ${btoa(credentials)}`);

/** Returns the secrets without the empty strings, which `redact` ignores. */
const secretsIn = (headers: Headers, form = new URLSearchParams()) =>
  secretsOf(headers, form).filter((secret) => secret !== '');

describe('secretsOf', () => {
  test('returns no secret if the token request has none', () => {
    expect(secretsIn(new Headers(), new URLSearchParams('grant_type=client_credentials'))).toEqual([]);
  });

  test('returns the credentials of HTTP Basic in Base64, and in base64url without padding', () => {
    const secrets = secretsIn(basicAuthorization('id:~~~???>>>a'));
    expect(secrets).toContain(btoa('id:~~~???>>>a'));
    expect(secrets).toContain(btoa('id:~~~???>>>a').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
    expect(btoa('id:~~~???>>>a')).toMatch(/\+.*\/.*==$|\/.*\+.*==$/);
  });

  test('returns the secret of HTTP Basic, encoded and decoded, if it contains a colon and an ampersand', () => {
    const secrets = secretsIn(basicAuthorization('id:a%3Ab&c:d'));
    expect(secrets).toContain('a%3Ab&c:d');
    expect(secrets).toContain('a:b&c:d');
  });

  test.each(['Bearer', 'xBasic'])('returns the credentials of the scheme %s without decoding them', (scheme) => {
    const secrets = secretsIn(authorization(`${scheme} ${btoa('id:s3cret')}`));
    expect(secrets).toContain(btoa('id:s3cret'));
    expect(secrets).not.toContain('s3cret');
  });

  test.each(['Basic', 'Basic %%%', `Basic ${btoa('without a colon')}`])(
    'returns no decoded text for malformed Basic credentials (%s)',
    (value) => {
      const secrets = secretsIn(authorization(value));
      expect(secrets).not.toContain('without a colon');
    },
  );

  const ID = 'my-service';
  const SECRET = 'p+w/ü 1&=:_.';
  const basic = (text: string) => Buffer.from(text).toString('base64');
  const base64url = (text: string) => Buffer.from(text).toString('base64url');
  const formEncoded = 'p%2Bw%2F%C3%BC+1%26%3D%3A_.';
  const strictlyEncoded = 'p%2Bw%2F%C3%BC+1%26%3D%3A%5F%2E';
  const FORMS = [
    ['unchanged', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['form-encoded', formEncoded],
    ['form-encoded with lower-case digits', 'p%2bw%2f%c3%bc+1%26%3d%3a_.'],
    ['form-encoded, including "_" and "."', strictlyEncoded],
    ['in form-encoded Basic credentials', basic(`${ID}:${formEncoded}`)],
    ['in Basic credentials that are form-encoded, including "_" and "."', basic(`my%2Dservice:${strictlyEncoded}`)],
    ['in unencoded Basic credentials', basic(`${ID}:${SECRET}`)],
    ['in unencoded Basic credentials as base64url', base64url(`${ID}:${SECRET}`)],
  ] as const;

  test.each(FORMS)('returns the secret of client_secret_post %s', (_case, form) => {
    const body = new URLSearchParams({ client_id: ID, client_secret: SECRET });
    expect(secretsIn(new Headers(), body)).toContain(form);
  });

  test.each([
    ['Basic *', '*'],
    ['Basic bm8tY29sb24=', 'bm8tY29sb24='],
    ['Bearer c2VjcmV0OmE', 'c2VjcmV0OmE'],
    ['Custom  two words', 'two words'],
  ])('returns the encoded forms of the credentials of %j, and no other secret', (authorization, credentials) => {
    const secrets = secretsIn(new Headers({ Authorization: authorization }));
    expect(new Set(secrets)).toEqual(new Set([...encodedForms(credentials), ...strictForms(credentials)]));
  });
});
