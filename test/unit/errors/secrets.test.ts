import { ClientSecretBasic } from 'oauth4webapi';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import {
  type ClientCredentialsOptions,
  clientCredentials,
  NetworkError,
  privateKeyJwt,
  TimeoutError,
  TokenError,
} from '../../../src/index.ts';
import { secretsOf } from '../../../src/token/request-secrets.ts';
import { apiErrorOf, rejectionOf } from '../../support/expected-errors.ts';
import { createScriptedClient } from '../../support/scripted-client.ts';
import { createResponse, cutOffResponse, type SentRequest } from '../../support/scripted-fetch.ts';

const inHtml = (text: string) => Array.from(text, (one) => `&#${one.codePointAt(0)};`).join('');
const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

test.each([
  ['HTML', inHtml],
  ['JSON in JSON', (token: string) => inJson(inJson(JSON.stringify({ token }))).replaceAll('/', '\\/')],
  ['a URL in a URL', (token: string) => encodeURIComponent(encodeURIComponent(token))],
])('a response that echoes the token in %s does not put the token into the message', async (_encoding, encode) => {
  const auth = 'to+ken/to-ken==';
  const { read } = createScriptedClient([createResponse(400, { message: `bad ${encode(auth)}!` })], { auth });
  expect((await apiErrorOf(read())).message).toMatch(/: bad \S*\[access token\]\S*!$/);
});

test('a 431 response to a token of 20,000 characters does not put the token into the message', async () => {
  const auth = 'a1'.repeat(10_000);
  const { read } = createScriptedClient([createResponse(431, { message: `too long: ${auth}` })], { auth });
  expect((await apiErrorOf(read())).message).toMatch(/^431 .*: GET \S+: too long: \[access token\]$/);
});

describe('the message of a TokenError shows [client secret] if the token endpoint echoes', () => {
  const ODD_SECRET = 'p+w/ü" 1&=:';

  /** Returns the message of the TokenError if the token endpoint echoes a part of the token request. */
  async function messageFor(options: ClientCredentialsOptions, echo: (sent: SentRequest) => string): Promise<string> {
    const auth = clientCredentials(options);
    const respond = (sent: SentRequest) =>
      createResponse(401, { error: 'invalid_client', error_description: echo(sent) });
    const error = await rejectionOf(createScriptedClient([respond], { auth }).read());
    expect(error).toBeInstanceOf(TokenError);
    return error.message.replace('Token request: 401: invalid_client: ', '');
  }

  const post: ClientCredentialsOptions = { clientId: 'my-service', clientSecret: ODD_SECRET };
  const basic: ClientCredentialsOptions = {
    clientId: 'my-service',
    clientAuthentication: ClientSecretBasic(ODD_SECRET),
  };
  test.each<[string, ClientCredentialsOptions, (sent: SentRequest) => string, string]>([
    ['the client_secret of the form', post, () => `not ${ODD_SECRET}!`, 'not [client secret]!'],
    [
      'the secret at the end of the request body',
      post,
      ({ body }) => `got ${body.split('&').at(-1)}`,
      'got client_secret=[client secret]',
    ],
    ['the Basic credentials', basic, ({ headers }) => `${headers.get('Authorization')}`, 'Basic [client secret]'],
    ['the secret of the Basic credentials', basic, () => `not ${ODD_SECRET}!`, 'not [client secret]!'],
    ['the client_secret in HTML', post, () => `not ${inHtml(ODD_SECRET)}!`, 'not [client secret]!'],
    [
      'the Basic credentials in HTML',
      basic,
      ({ headers }) => inHtml(`${headers.get('Authorization')}`),
      `${inHtml('Basic ')}[client secret]`,
    ],
    [
      'the client_secret in a JSON string in JSON',
      post,
      () => inJson(inJson(`{"client_secret":"${ODD_SECRET}"}`)),
      `${inJson(inJson('{"client_secret":"'))}[client secret]${inJson(inJson('"}'))}`,
    ],
  ])('%s', async (_case, options, echo, message) => {
    expect(await messageFor(options, echo)).toBe(message);
  });

  test('the client assertion', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const options = { clientId: 'my-service', clientAuthentication: privateKeyJwt({ key: privateKey }) };
    const echo = ({ body }: SentRequest) => `used: ${new URLSearchParams(body).get('client_assertion')}`;
    expect(await messageFor(options, echo)).toBe('used: [client secret]');
  });
});

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

// The logger pino copies the enumerable properties of an error and the messages of its causes.

const TOKEN = 's3cret-token';
const CLIENT = { clientId: 'my-service', clientSecret: 's3cret-of-the-client' };
const SENSITIVE = /s3cret|cookie|sid=1|body-only/i;

/**
 * Logs an error twice: as the argument and as the property `err`. Checks that the lines contain no secret, header field
 * or body, and returns the property `err` of both lines.
 */
function logged(error: unknown): Record<string, unknown>[] {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  logger.error(error);
  logger.error({ err: error });
  expect(lines.join()).not.toMatch(SENSITIVE);
  return lines.map((line) => JSON.parse(line).err);
}

describe('pino logs the message and the enumerable properties, but no header field, secret or body, of', () => {
  const headers = { 'Set-Cookie': 'sid=1', 'X-RateLimit-Remaining': '0' };
  const call = { method: 'GET', path: '/token-exchange-profiles/{id}', attempts: 1 };

  test.each([
    [
      'that echoes the token',
      createResponse(403, { message: `not ${TOKEN}`, hint: 'body-only' }, headers),
      {
        status: 403,
        message: '403 Forbidden: GET /token-exchange-profiles/{id}: not [access token]',
        rateLimit: { remaining: 0 },
      },
    ],
    [
      'with status 200 and a body that is not JSON',
      createResponse(200, 'body-only', headers),
      { status: 200, message: '200 OK: GET /token-exchange-profiles/{id}: the body is not JSON' },
    ],
    [
      'whose body is cut off',
      cutOffResponse(500, new TypeError('terminated')),
      { status: 500, message: '500: GET /token-exchange-profiles/{id}: terminated' },
    ],
  ])('an ApiError for a response %s', async (_case, response, expected) => {
    const { read } = createScriptedClient([response], { auth: TOKEN });
    const error = await apiErrorOf(read());
    for (const err of logged(error)) expect(err).toMatchObject({ ...call, name: 'ApiError', ...expected });
  });

  test.each([
    [
      'NetworkError, with the message of its cause',
      new NetworkError({ ...call, maybePerformed: 1, during: 'call' }, new TypeError('fetch failed')),
      { during: 'call', message: 'GET /token-exchange-profiles/{id}: the request failed: fetch failed' },
    ],
    [
      'TimeoutError, with its code',
      new TimeoutError({ ...call, maybePerformed: 1 }, 60_000, 'response'),
      { code: 'timeout' },
    ],
  ])('a %s', (_case, error, expected) => {
    for (const err of logged(error)) expect(err).toMatchObject({ ...call, name: error.name, ...expected });
  });

  test('a TokenError for a response that echoes the client secret', async () => {
    const description = `wrong ${CLIENT.clientSecret}`;
    const response = createResponse(
      401,
      { error: 'invalid_client', error_description: description, hint: 'body-only' },
      headers,
    );
    const { read } = createScriptedClient([response], { auth: clientCredentials(CLIENT) });
    const error = await rejectionOf(read());
    for (const err of logged(error)) {
      expect(err).toMatchObject({
        name: 'TokenError',
        status: 401,
        error: 'invalid_client',
        errorDescription: 'wrong [client secret]',
        rateLimit: { remaining: 0 },
        message: 'Token request: 401: invalid_client: wrong [client secret]',
      });
    }
  });
});
