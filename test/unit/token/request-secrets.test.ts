import { describe, expect, test } from 'vitest';
import { secretsOf } from '../../../src/token/request-secrets.ts';

const authorization = (value: string) => new Headers({ Authorization: value });
const basicAuthorization = (credentials: string) => authorization(`Basic ${btoa(credentials)}`);

/** Returns the secrets without the empty strings, which `redact` ignores. */
const secretsIn = (headers: Headers, form = new URLSearchParams()) =>
  secretsOf(headers, form).filter((secret) => secret !== '');

describe('secretsOf', () => {
  test('returns no secret if the token request has none', () => {
    expect(secretsIn(new Headers(), new URLSearchParams('grant_type=client_credentials'))).toEqual([]);
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

  test.each([
    ['Basic *', '*'],
    ['Basic bm8tY29sb24=', 'bm8tY29sb24='],
    ['Bearer c2VjcmV0OmE', 'c2VjcmV0OmE'],
    ['Custom  two words', 'two words'],
  ])('returns the credentials of %j, and no other secret', (authorization, credentials) => {
    expect(secretsIn(new Headers({ Authorization: authorization }))).toEqual([credentials]);
  });
});
