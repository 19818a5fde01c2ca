import { describe, expect, test } from 'vitest';
import { secretsOf } from '../../src/token/request-secrets.js';

const authorization = (value: string) => new Headers({ Authorization: value });
const basic = (credentials: string) => authorization(`Basic ${btoa(credentials)}`);

describe('secretsOf a token request', () => {
  test('returns nothing if the request has no secret', () => {
    expect(secretsOf({ headers: new Headers(), body: 'grant_type=client_credentials' })).toEqual([]);
  });

  test('returns the credentials of HTTP Basic in Base64 and in base64url, without padding', () => {
    const secrets = secretsOf({ headers: basic('id:~~~???>>>a'), body: '' });
    expect(secrets).toContain(btoa('id:~~~???>>>a'));
    expect(secrets).toContain(btoa('id:~~~???>>>a').replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''));
    expect(btoa('id:~~~???>>>a')).toMatch(/\+.*\/.*==$|\/.*\+.*==$/);
  });

  test('returns the secret of HTTP Basic as sent and decoded, with a colon and an ampersand in it', () => {
    const secrets = secretsOf({ headers: basic('id:a%3Ab&c:d'), body: '' });
    expect(secrets).toContain('a%3Ab&c:d');
    expect(secrets).toContain('a:b&c:d');
  });

  test('returns the secret of the form with the Basic forms of its client id', () => {
    const secrets = secretsOf({ headers: new Headers(), body: 'client_id=id&client_secret=s3cret' });
    expect(secrets).toContain('s3cret');
    expect(secrets).toContain(btoa('id:s3cret'));
  });

  test.each(['Bearer', 'xBasic'])('returns the credentials of the scheme %s, but no secret in them', (scheme) => {
    const secrets = secretsOf({ headers: authorization(`${scheme} ${btoa('id:s3cret')}`), body: '' });
    expect(secrets).toContain(btoa('id:s3cret'));
    expect(secrets).not.toContain('s3cret');
  });

  test.each(['Basic', 'Basic %%%', `Basic ${btoa('without a colon')}`])(
    'returns no part of malformed credentials (%s)',
    (value) => {
      const secrets = secretsOf({ headers: authorization(value), body: '' });
      expect(secrets).not.toContain('');
      expect(secrets).not.toContain('without a colon');
    },
  );
});
