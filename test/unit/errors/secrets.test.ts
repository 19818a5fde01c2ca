import { ClientSecretBasic } from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import { type ClientCredentialsOptions, clientCredentials, privateKeyJwt, TokenError } from '../../../src/index.ts';
import { apiErrorOf, rejectionOf } from '../../support/expected-errors.ts';
import { createScriptedClient } from '../../support/scripted-client.ts';
import { createResponse, type SentRequest } from '../../support/scripted-fetch.ts';

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
