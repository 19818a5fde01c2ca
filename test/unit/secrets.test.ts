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

/** All that a log could show of a value. */
function shown(value: unknown): string {
  const { message, stack, cause } = Object(value);
  const everything = inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true });
  return [
    everything,
    String(value),
    JSON.stringify(value),
    message,
    stack,
    inspect(cause, { showHidden: true }),
  ].join();
}

/** Insists that no token and no secret is shown. */
const expectDiscretion = (value: unknown) => expect(shown(value)).not.toMatch(/top-secret/);

const credentials = () => clientCredentials({ clientId: 'my-service', clientSecret: SECRET });
const issued = () => createResponse(200, { access_token: TOKEN, expires_in: 86_400 });

describe('the client', () => {
  test('with an access token does not show it', async () => {
    const { management, read } = createScriptedClient([createResponse(200, PROFILE)], { auth: TOKEN });
    await read();
    expectDiscretion(management);
    expectDiscretion(management.GET);
  });

  test('with a token source shows neither secret nor token, and neither does the source', async () => {
    const auth = credentials();
    const { management, read } = createScriptedClient([issued(), createResponse(200, PROFILE)], { auth });
    await read();
    expectDiscretion(management);
    expectDiscretion(auth);
  });
});

describe('an error of a call', () => {
  const failures: [string, ScriptedResponse[]][] = [
    ['a refusal', [createResponse(403, { message: 'Insufficient scope' })]],
    ['a redirect', [createResponse(302, undefined, { Location: 'https://elsewhere.example/' })]],
    ['an unreadable success', [createResponse(200, '<p>')]],
    ['a cut-off failure', [cutOffResponse(500, new TypeError('terminated'))]],
    ['a 429 after retries', [createResponse(429), createResponse(429), createResponse(429)]],
  ];
  test.each(failures)('after %s does not show the token', async (_what, answers) => {
    useFakeTime();
    const { read } = createScriptedClient(answers, { auth: TOKEN });
    expectDiscretion(await advanceUntilSettled(apiErrorOf(read())));
  });

  test('after a 401 shows neither the refused token nor the new one', async () => {
    const auth: TokenSource = ({ rejected }) => (rejected === undefined ? TOKEN : `${TOKEN}-2`);
    const { read } = createScriptedClient([createResponse(401), createResponse(401)], { auth });
    expectDiscretion(await apiErrorOf(read()));
  });

  test('after a network error does not show the token', async () => {
    const { read } = createScriptedClient([new TypeError('fetch failed')], { auth: TOKEN, retry: 0 });
    expectDiscretion(await rejectionOf(read()));
  });
});

describe('a malformed token', () => {
  test.each([`${TOKEN}\n`, `${TOKEN} `, `${TOKEN}→`, `${TOKEN}\0`, `Bearer ${TOKEN}`])(
    'is refused by a message that does not show it (%j)',
    async (auth) => {
      const options = { tenantDomain: 'acme.example.com', auth };
      expectDiscretion(thrownBy(() => createManagementClient(options)));
      const { read } = createScriptedClient([], { auth: () => auth });
      expectDiscretion(await rejectionOf(read()));
    },
  );

  test.each([`${TOKEN}\n`, `${TOKEN}→`, { value: TOKEN }, [TOKEN]])(
    'of the token endpoint is refused by a message that does not show it (%j)',
    async (access_token) => {
      const { read } = createScriptedClient([createResponse(200, { access_token })], { auth: credentials() });
      expectDiscretion(await rejectionOf(read()));
    },
  );
});

describe('an error of the token request', () => {
  test.each([
    ['that is cut short', `{"access_token":"${TOKEN}"`],
    ['that is not JSON', `access_token=${TOKEN}`],
    ['that is a string', JSON.stringify(TOKEN)],
    ['of another type', `{"access_token":"${TOKEN}","token_type":"DPoP"}`],
    ['with a type that is a token', `{"access_token":"${TOKEN}","token_type":"${TOKEN}"}`],
  ])('does not show the token of a response %s', async (_what, body) => {
    const { read } = createScriptedClient([createResponse(200, body)], { auth: credentials() });
    expectDiscretion(await rejectionOf(read()));
  });

  test.each([
    ['error', { error: `wrong ${SECRET}` }],
    ['error_description', { error: 'invalid_client', error_description: `${SECRET} is not ${SECRET}` }],
    ['another field', { error: 'invalid_client', client_secret: SECRET, access_token: TOKEN }],
  ])('does not show a secret that the endpoint echoes in %s', async (_where, body) => {
    const { read } = createScriptedClient([createResponse(401, body)], { auth: credentials() });
    const error = await rejectionOf(read());
    expectDiscretion(error);
    expect(error.name).toBe('TokenError');
  });

  test('after a network error does not show the secret', async () => {
    useFakeTime();
    const failed = () => new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
    const { read } = createScriptedClient([failed(), failed(), failed()], { auth: credentials() });
    expectDiscretion(await advanceUntilSettled(rejectionOf(read())));
  });

  test('does not have an error of oauth4webapi as its cause', async () => {
    const { read } = createScriptedClient([createResponse(200, { access_token: 'two words' })], {
      auth: credentials(),
    });
    expect((await rejectionOf(read())).cause).toBeUndefined();
  });
});

describe('a TokenError shows [client secret] for each secret that the endpoint echoes', () => {
  const ODD_SECRET = 'p+w/ü 1&=:';

  /** The message of the TokenError of an endpoint that echoes a part of the token request. */
  async function messageFor(options: ClientCredentialsOptions, echo: (sent: SentRequest) => string): Promise<string> {
    const auth = clientCredentials(options);
    const refusal = (sent: SentRequest) =>
      createResponse(401, { error: 'invalid_client', error_description: echo(sent) });
    const error = await rejectionOf(createScriptedClient([refusal], { auth }).read());
    expect(error).toBeInstanceOf(TokenError);
    return error.message.replace('Token request: 401: invalid_client: ', '');
  }

  const post: ClientCredentialsOptions = { clientId: 'my-service', clientSecret: ODD_SECRET };
  const basic: ClientCredentialsOptions = {
    clientId: 'my-service',
    clientAuthentication: ClientSecretBasic(ODD_SECRET),
  };
  test.each<[string, ClientCredentialsOptions, (sent: SentRequest) => string, string]>([
    ['the secret of the form', post, () => `not ${ODD_SECRET}!`, 'not [client secret]!'],
    ['the form', post, ({ body }) => `got ${body.split('&').at(-1)}`, 'got client_secret=[client secret]'],
    ['the secret for a URL', post, () => `not ${encodeURIComponent(ODD_SECRET)}!`, 'not [client secret]!'],
    ['Basic credentials', basic, ({ headers }) => `${headers.get('Authorization')}`, 'Basic [client secret]'],
    ['the secret of Basic credentials', basic, () => `not ${ODD_SECRET}!`, 'not [client secret]!'],
    ['the secret of Basic credentials for a URL', basic, () => encodeURIComponent(ODD_SECRET), '[client secret]'],
  ])('%s', async (_what, options, echo, message) => {
    expect(await messageFor(options, echo)).toBe(message);
  });

  test('a client assertion', async () => {
    const { privateKey } = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
    const options = { clientId: 'my-service', clientAuthentication: privateKeyJwt({ key: privateKey }) };
    const echo = ({ body }: SentRequest) => `used: ${new URLSearchParams(body).get('client_assertion')}`;
    expect(await messageFor(options, echo)).toBe('used: [client secret]');
  });

  test('a secret of one letter, in one pass', async () => {
    expect(await messageFor({ clientId: 'my-service', clientSecret: 's' }, () => 's')).toBe('[client secret]');
  });
});

describe('a wrong option', () => {
  // What only plain JavaScript can do: the types refuse all of these.
  const create = (options: object) => () =>
    createManagementClient({ tenantDomain: 'acme.example.com', auth: 't0ken', ...options } as never);
  const createSource = (options: object) => () =>
    clientCredentials({ clientId: 'my-service', clientSecret: 's3cret', ...options } as never);

  test.each([
    create({ tenantDomain: `${SECRET}@acme.example.com` }),
    create({ tenantDomain: undefined, baseUrl: `https://user:${SECRET}@acme.example.com` }),
    create({ tenantDomain: undefined, baseUrl: `https://acme.example.com/?key=${SECRET}` }),
    create({ timeout: SECRET }),
    create({ retry: SECRET }),
    create({ fetch: SECRET }),
    create({ headers: { Authorization: `Bearer ${TOKEN}` } }),
    create({ headers: { 'X-Api-Key': `${SECRET}\n${SECRET}` } }),
    create({ headers: SECRET }),
    create({ token: TOKEN }),
    create({ auth: { token: TOKEN } }),
    createSource({ clientSecret: [SECRET] }),
    createSource({ clientSecret: SECRET, clientAuthentication: () => undefined }),
    createSource({ clientAuthentication: SECRET }),
    createSource({ secret: SECRET }),
    createSource({ tokenUrl: `https://user:${SECRET}@acme.example.com` }),
    createSource({ audience: { SECRET } }),
  ])('is refused by a message that does not show its value (%#)', (run) => {
    expectDiscretion(thrownBy(run));
  });

  test('that is a secret of digits is refused by a message that does not show it', () => {
    expect(shown(thrownBy(createSource({ clientSecret: 86753090210 })))).not.toContain('86753090210');
    expect(shown(thrownBy(create({ auth: 86753090210 })))).not.toContain('86753090210');
  });

  test('of a call is refused by a message that does not show its value', async () => {
    const { call } = createScriptedClient([], { auth: TOKEN });
    for (const init of [
      { token: TOKEN },
      { headers: { authorization: TOKEN } },
      { headers: { 'X-Api-Key': `${SECRET}→` } },
      { params: { header: { 'X-Api-Key': `${SECRET}\r\n${SECRET}` } } },
      { timeout: SECRET },
    ]) {
      expectDiscretion(await rejectionOf(call('GET', '/things', init)));
    }
  });
});
