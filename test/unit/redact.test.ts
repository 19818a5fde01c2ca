import { ClientSecretBasic } from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import { encodedForms, redact } from '../../src/redact.js';
import { secretsOf } from '../../src/token/request-secrets.js';

describe('redact', () => {
  const SYNTAX = '.*+?^$|{}()[]\\/';

  test.each([
    ['every occurrence', 'a b a', ['a'], '- b -'],
    ['nothing without secrets', 'a b', [], 'a b'],
    ['nothing for empty secrets', 'a b', [''], 'a b'],
    ['secrets next to an empty secret', 'a b', ['', 'a'], '- b'],
    ['the longest of secrets that begin alike', 'abc ab', ['ab', 'abc'], '- -'],
    ['every character of a regular expression literally', `${SYNTAX} x`, [SYNTAX], '- x'],
    ['a secret that ends like a replacement pattern', 'a$& x', ['a$&'], '- x'],
  ])('replaces %s', (_what, text, secrets, redacted) => {
    expect(redact(text, secrets, '-')).toBe(redacted);
  });

  test('never searches a replacement', () => {
    expect(redact('s', ['s', 'client'], '[client secret]')).toBe('[client secret]');
  });
});

describe('encodedForms', () => {
  test('has the value unchanged, for URLs and for forms, with digits in both cases', () => {
    expect(new Set(encodedForms('a b+~'))).toEqual(
      new Set(['a b+~', 'a%20b%2B~', 'a%20b%2b~', 'a+b%2B%7E', 'a+b%2b%7e']),
    );
  });
});

describe('secretsOf', () => {
  const ID = 'my-service';
  const SECRET = 'p+w/ü 1&=:_.';
  const basic = (text: string) => Buffer.from(text).toString('base64');
  const base64url = (text: string) => Buffer.from(text).toString('base64url');
  const formEncoded = 'p%2Bw%2F%C3%BC+1%26%3D%3A_.';
  const strictlyEncoded = 'p%2Bw%2F%C3%BC+1%26%3D%3A%5F%2E';
  const FORMS = [
    ['unchanged', SECRET],
    ['in the encoding of a URL', encodeURIComponent(SECRET)],
    ['in the encoding of a form', formEncoded],
    ['in the encoding of a form with lower-case digits', 'p%2bw%2f%c3%bc+1%26%3d%3a_.'],
    ['in the strict encoding', strictlyEncoded],
    ['in Basic credentials', basic(`${ID}:${formEncoded}`)],
    ['in Basic credentials with the strict encoding', basic(`my%2Dservice:${strictlyEncoded}`)],
    ['in Basic credentials without encoding', basic(`${ID}:${SECRET}`)],
    ['in Basic credentials as base64url', base64url(`${ID}:${SECRET}`)],
  ] as const;

  const post = { headers: new Headers(), body: new URLSearchParams({ client_id: ID, client_secret: SECRET }) };
  test.each(FORMS)('has the secret of client_secret_post %s', (_how, form) => {
    expect(secretsOf(post)).toContain(form);
    expect(secretsOf({ ...post, body: String(post.body) })).toContain(form);
  });

  const basicHeaders = new Headers();
  ClientSecretBasic(SECRET)({ issuer: '' }, { client_id: ID }, new URLSearchParams(), basicHeaders);
  test.each(FORMS)('has the secret of client_secret_basic %s', (_how, form) => {
    expect(secretsOf({ headers: basicHeaders, body: '' })).toContain(form);
  });

  test.each([
    ['basic', `${ID}:a%b&c`, 'a%b&c'],
    ['BASIC', `${ID}:a:b`, 'a:b'],
    ['Basic', ':a\nb', 'a\nb'],
    ['Basic', `${ID}:ü`, 'ü'],
  ])('has a secret that %s credentials carry without encoding (%j)', (scheme, pair, secret) => {
    const headers = new Headers({ Authorization: `${scheme} ${basic(pair)}` });
    const secrets = secretsOf({ headers, body: '' });
    expect(secrets).toContain(secret);
    expect(secrets).toContain(basic(pair));
  });

  test.each([
    ['Basic *', ['*', '%2A', '%2a']],
    ['Basic bm8tY29sb24=', ['bm8tY29sb24=', 'bm8tY29sb24%3D', 'bm8tY29sb24%3d']],
    ['Bearer c2VjcmV0OmE', ['c2VjcmV0OmE']],
    ['Custom  two words', ['two words', 'two%20words', 'two+words']],
  ])('has the credentials of %j, and no other secret', (authorization, forms) => {
    expect(secretsOf({ headers: new Headers({ Authorization: authorization }), body: '' })).toEqual(forms);
  });

  test('has the client assertion', () => {
    const body = new URLSearchParams({ client_id: ID, client_assertion: 'e30.e30.c2ln' });
    expect(secretsOf({ headers: new Headers(), body })).toEqual([
      'e30.e30.c2ln',
      'e30%2Ee30%2Ec2ln',
      'e30%2ee30%2ec2ln',
    ]);
  });

  test('is empty if the request carries no secret, and never has an empty string or the client id', () => {
    const body = new URLSearchParams({ client_id: ID, client_secret: '', client_assertion: '' });
    expect(secretsOf({ headers: new Headers(), body })).toEqual([]);
    expect(secretsOf({ headers: new Headers({ Authorization: 'None' }), body: '' })).toEqual([]);
    for (const secrets of [secretsOf(post), secretsOf({ headers: basicHeaders, body: '' })]) {
      expect(secrets).not.toContain('');
      expect(secrets).not.toContain(ID);
      expect(secrets).not.toContain(':');
      expect(new Set(secrets).size).toBe(secrets.length);
    }
  });
});
