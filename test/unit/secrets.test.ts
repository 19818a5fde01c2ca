import { inspect } from 'node:util';
import { ClientSecretBasic } from 'oauth4webapi';
import { describe, expect, test } from 'vitest';
import {
  type ClientCredentialsOptions,
  clientCredentials,
  createManagementClient,
  privateKeyJwt,
  TokenError,
  type TokenSource,
} from '../../src/index.js';
import { apiErrorOf, rejectionOf, thrownBy } from '../support/expected-errors.js';
import { advanceUntilSettled, useFakeTime } from '../support/fake-time.js';
import { createScriptedClient, PROFILE } from '../support/scripted-client.js';
import { createResponse, cutOffResponse, type ScriptedResponse, type SentRequest } from '../support/scripted-fetch.js';

const TOKEN = 'top-secret-token';
const SECRET = 'top-secret-client-secret';

/** Returns everything that a log can show of a value. */
function printed(value: unknown): string {
  const { message, stack, cause } = Object(value);
  const inspected = inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true });
  return [inspected, String(value), JSON.stringify(value), message, stack, inspect(cause, { showHidden: true })].join();
}

/** Checks that a value shows no token and no client secret when it is printed. */
const expectNoSecret = (value: unknown) => expect(printed(value)).not.toMatch(/top-secret/);

const credentials = () => clientCredentials({ clientId: 'my-service', clientSecret: SECRET });
const issued = () => createResponse(200, { access_token: TOKEN, expires_in: 86_400 });

describe('a printed client', () => {
  test('does not show its access token', async () => {
    const { management, read } = createScriptedClient([createResponse(200, PROFILE)], { auth: TOKEN });
    await read();
    expectNoSecret(management);
    expectNoSecret(management.GET);
  });

  test('does not show the client secret or the token of its token source, and neither does a printed token source', async () => {
    const auth = credentials();
    const { management, read } = createScriptedClient([issued(), createResponse(200, PROFILE)], { auth });
    await read();
    expectNoSecret(management);
    expectNoSecret(auth);
  });
});

describe('a printed error of a call', () => {
  const failures: [string, ScriptedResponse[]][] = [
    ['a 403 response', [createResponse(403, { message: 'Insufficient scope' })]],
    ['a redirect', [createResponse(302, undefined, { Location: 'https://elsewhere.example/' })]],
    ['a 200 response that is not JSON', [createResponse(200, '<p>')]],
    ['a 500 response that is cut off', [cutOffResponse(500, new TypeError('terminated'))]],
    ['retries that end with a 429', [createResponse(429), createResponse(429), createResponse(429)]],
  ];
  test.each(failures)('after %s does not show the access token', async (_case, responses) => {
    useFakeTime();
    const { read } = createScriptedClient(responses, { auth: TOKEN });
    expectNoSecret(await advanceUntilSettled(apiErrorOf(read())));
  });

  test('after a 431 response to a token of 20,000 characters does not show the access token', async () => {
    const auth = 'a1'.repeat(10_000);
    const { read } = createScriptedClient([createResponse(431, { message: `too long: ${auth}` })], { auth });
    expect((await apiErrorOf(read())).message).toMatch(/^431 .*: GET \S+: too long: \[access token\]$/);
  });

  test('after a 401 shows neither the rejected token nor the new token', async () => {
    const auth: TokenSource = ({ rejected }) => (rejected === undefined ? TOKEN : `${TOKEN}-2`);
    const { read } = createScriptedClient([createResponse(401), createResponse(401)], { auth });
    expectNoSecret(await apiErrorOf(read()));
  });

  test('after a network error does not show the access token', async () => {
    const { read } = createScriptedClient([new TypeError('fetch failed')], { auth: TOKEN, retry: 0 });
    expectNoSecret(await rejectionOf(read()));
  });
});

describe('the error for an invalid token', () => {
  test.each([`${TOKEN}\n`, `${TOKEN} `, `${TOKEN}→`, `${TOKEN}\0`, `Bearer ${TOKEN}`])(
    'of the auth option or of a token source does not show the token (%j)',
    async (auth) => {
      const options = { tenantDomain: 'acme.example.com', auth };
      expectNoSecret(thrownBy(() => createManagementClient(options)));
      const { read } = createScriptedClient([], { auth: () => auth });
      expectNoSecret(await rejectionOf(read()));
    },
  );

  test.for([`${TOKEN}\n`, `${TOKEN}→`, { value: TOKEN }, [TOKEN]])(
    'of the token endpoint does not show the token (%j)',
    async (access_token) => {
      const { read } = createScriptedClient([createResponse(200, { access_token })], { auth: credentials() });
      expectNoSecret(await rejectionOf(read()));
    },
  );
});

describe('a printed error of the token request', () => {
  test.each([
    ['with JSON that is cut off', `{"access_token":"${TOKEN}"`],
    ['that is not JSON', `access_token=${TOKEN}`],
    ['that is a string', JSON.stringify(TOKEN)],
    ['with a token_type other than Bearer', `{"access_token":"${TOKEN}","token_type":"DPoP"}`],
    ['whose token_type is the token', `{"access_token":"${TOKEN}","token_type":"${TOKEN}"}`],
  ])('does not show the token of a response %s', async (_case, body) => {
    const { read } = createScriptedClient([createResponse(200, body)], { auth: credentials() });
    expectNoSecret(await rejectionOf(read()));
  });

  test.each([
    ['error', { error: `wrong ${SECRET}` }],
    ['error_description', { error: 'invalid_client', error_description: `${SECRET} is not ${SECRET}` }],
    ['another field', { error: 'invalid_client', client_secret: SECRET, access_token: TOKEN }],
  ])('does not show a client secret that the token endpoint echoes in %s', async (_case, body) => {
    const { read } = createScriptedClient([createResponse(401, body)], { auth: credentials() });
    const error = await rejectionOf(read());
    expectNoSecret(error);
    expect(error.name).toBe('TokenError');
  });

  test('after a network error does not show the client secret', async () => {
    useFakeTime();
    const failed = () => new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
    const { read } = createScriptedClient([failed(), failed(), failed()], { auth: credentials() });
    expectNoSecret(await advanceUntilSettled(rejectionOf(read())));
  });

  test('does not have the error of oauth4webapi as its cause', async () => {
    const { read } = createScriptedClient([createResponse(200, { access_token: 'two words' })], {
      auth: credentials(),
    });
    expect((await rejectionOf(read())).cause).toBeUndefined();
  });
});

describe('the message of a TokenError shows [client secret] if the token endpoint echoes', () => {
  const ODD_SECRET = 'p+w/ü 1&=:';

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
    ['the URL-encoded client_secret', post, () => `not ${encodeURIComponent(ODD_SECRET)}!`, 'not [client secret]!'],
    ['the Basic credentials', basic, ({ headers }) => `${headers.get('Authorization')}`, 'Basic [client secret]'],
    ['the secret of the Basic credentials', basic, () => `not ${ODD_SECRET}!`, 'not [client secret]!'],
    ['the URL-encoded secret of the Basic credentials', basic, () => encodeURIComponent(ODD_SECRET), '[client secret]'],
  ])('%s', async (_case, options, echo, message) => {
    expect(await messageFor(options, echo)).toBe(message);
  });

  test('the client assertion', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const options = { clientId: 'my-service', clientAuthentication: privateKeyJwt({ key: privateKey }) };
    const echo = ({ body }: SentRequest) => `used: ${new URLSearchParams(body).get('client_assertion')}`;
    expect(await messageFor(options, echo)).toBe('used: [client secret]');
  });

  test('a secret of one letter, although [client secret] contains this letter', async () => {
    expect(await messageFor({ clientId: 'my-service', clientSecret: 's' }, () => 's')).toBe('[client secret]');
  });
});

describe('the TypeError for an invalid option', () => {
  // Only plain JavaScript can pass these options.
  const create = (options: object) => () =>
    createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', ...options } as never);
  const createSource = (options: object) => () =>
    clientCredentials({ clientId: 'my-service', clientSecret: 's3cret', ...options } as never);

  test.each<[string, () => unknown]>([
    ['tenantDomain', create({ tenantDomain: `${SECRET}@acme.example.com` })],
    ['baseUrl with a user', create({ tenantDomain: undefined, baseUrl: `https://user:${SECRET}@acme.example.com` })],
    ['baseUrl with a query', create({ tenantDomain: undefined, baseUrl: `https://acme.example.com/?key=${SECRET}` })],
    ['timeout', create({ timeout: SECRET })],
    ['retry', create({ retry: SECRET })],
    ['fetch', create({ fetch: SECRET })],
    ['the header Authorization', create({ headers: { Authorization: `Bearer ${TOKEN}` } })],
    ['the header X-Api-Key', create({ headers: { 'X-Api-Key': `${SECRET}\n${SECRET}` } })],
    ['headers', create({ headers: SECRET })],
    ['the unknown option token', create({ token: TOKEN })],
    ['auth', create({ auth: { token: TOKEN } })],
    ['clientSecret', createSource({ clientSecret: [SECRET] })],
    [
      'clientSecret if clientAuthentication is set too',
      createSource({ clientSecret: SECRET, clientAuthentication: () => undefined }),
    ],
    ['clientAuthentication', createSource({ clientAuthentication: SECRET })],
    ['the unknown option secret', createSource({ secret: SECRET })],
    ['tokenUrl', createSource({ tokenUrl: `https://user:${SECRET}@acme.example.com` })],
    ['audience', createSource({ audience: { SECRET } })],
  ])('does not show the value of %s', (_option, run) => {
    expectNoSecret(thrownBy(run));
  });

  test('does not show a secret that is a number', () => {
    expect(printed(thrownBy(createSource({ clientSecret: 86753090210 })))).not.toContain('86753090210');
    expect(printed(thrownBy(create({ auth: 86753090210 })))).not.toContain('86753090210');
  });

  test('does not show the value of an option of a call', async () => {
    const { call } = createScriptedClient([], { auth: TOKEN });
    for (const init of [
      { token: TOKEN },
      { headers: { authorization: TOKEN } },
      { headers: { 'X-Api-Key': `${SECRET}→` } },
      { params: { header: { 'X-Api-Key': `${SECRET}\r\n${SECRET}` } } },
      { timeout: SECRET },
    ]) {
      expectNoSecret(await rejectionOf(call('GET', '/things', init)));
    }
  });
});
