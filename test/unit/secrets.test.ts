import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { clientCredentials, createManagementClient, type TokenSource } from '../../src/index.js';
import { elapse, stopTime } from './fake-time.js';
import { type Answer, answer, cutOff } from './scripted-fetch.js';
import { failure, PROFILE, rejection, tenant, thrownBy } from './tenant.js';

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

/** Insists that nothing of a token or secret is shown. */
const expectDiscretion = (value: unknown) => expect(shown(value)).not.toMatch(/top-secret/);

const credentials = () => clientCredentials({ clientId: 'my-service', clientSecret: SECRET });
const issued = () => answer(200, { access_token: TOKEN, expires_in: 86_400 });

describe('the client', () => {
  test('with a token shows nothing of it', async () => {
    const { management, read } = tenant([answer(200, PROFILE)], { auth: TOKEN });
    await read();
    expectDiscretion(management);
    expectDiscretion(management.GET);
  });

  test('with a source shows nothing of secret or token, and neither does the source', async () => {
    const auth = credentials();
    const { management, read } = tenant([issued(), answer(200, PROFILE)], { auth });
    await read();
    expectDiscretion(management);
    expectDiscretion(auth);
  });
});

describe('an error of a call', () => {
  const failures: [string, Answer[]][] = [
    ['a refusal', [answer(403, { message: 'Insufficient scope' })]],
    ['a redirect', [answer(302, undefined, { Location: 'https://elsewhere.example/' })]],
    ['an unreadable success', [answer(200, '<p>')]],
    ['a cut-off failure', [cutOff(500, new TypeError('terminated'))]],
    ['a 429 after retries', [answer(429), answer(429), answer(429)]],
  ];
  test.each(failures)('after %s shows nothing of the token', async (_what, answers) => {
    stopTime();
    const { read } = tenant(answers, { auth: TOKEN });
    expectDiscretion(await elapse(failure(read())));
  });

  test('after a 401 shows nothing of either token', async () => {
    const auth: TokenSource = ({ rejected }) => (rejected === undefined ? TOKEN : `${TOKEN}-2`);
    const { read } = tenant([answer(401), answer(401)], { auth });
    expectDiscretion(await failure(read()));
  });

  test('after a failed network shows nothing of the token', async () => {
    const { read } = tenant([new TypeError('fetch failed')], { auth: TOKEN, retry: 0 });
    expectDiscretion(await rejection(read()));
  });
});

describe('a malformed token', () => {
  test.each([`${TOKEN}\n`, `${TOKEN} `, `${TOKEN}→`, `${TOKEN}\0`, `Bearer ${TOKEN}`])(
    'is refused without showing it (%j)',
    async (auth) => {
      const options = { tenantDomain: 'acme.example.com', auth };
      expectDiscretion(thrownBy(() => createManagementClient(options)));
      const { read } = tenant([], { auth: () => auth });
      expectDiscretion(await rejection(read()));
    },
  );

  test.each([`${TOKEN}\n`, `${TOKEN}→`, { value: TOKEN }, [TOKEN]])(
    'of the token endpoint is refused without showing it (%j)',
    async (access_token) => {
      const { read } = tenant([answer(200, { access_token })], { auth: credentials() });
      expectDiscretion(await rejection(read()));
    },
  );
});

describe('an error of the token request', () => {
  test.each([
    ['that is cut short', `{"access_token":"${TOKEN}"`],
    ['that is no JSON', `access_token=${TOKEN}`],
    ['that is a text', JSON.stringify(TOKEN)],
    ['of another type', `{"access_token":"${TOKEN}","token_type":"DPoP"}`],
    ['with a type that is a token', `{"access_token":"${TOKEN}","token_type":"${TOKEN}"}`],
  ])('shows nothing of an answer %s', async (_what, body) => {
    const { read } = tenant([answer(200, body)], { auth: credentials() });
    expectDiscretion(await rejection(read()));
  });

  test.each([
    ['error', { error: `wrong ${SECRET}` }],
    ['error_description', { error: 'invalid_client', error_description: `${SECRET} is not ${SECRET}` }],
    ['another field', { error: 'invalid_client', client_secret: SECRET, access_token: TOKEN }],
  ])('shows nothing of a secret that comes back in %s', async (_where, body) => {
    const { read } = tenant([answer(401, body)], { auth: credentials() });
    const error = await rejection(read());
    expectDiscretion(error);
    expect(error.name).toBe('TokenError');
  });

  test('after a failed network shows nothing of the secret', async () => {
    stopTime();
    const failed = () => new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') });
    const { read } = tenant([failed(), failed(), failed()], { auth: credentials() });
    expectDiscretion(await elapse(rejection(read())));
  });

  test('chains no error of the library that makes the request', async () => {
    const { read } = tenant([answer(200, { access_token: 'two words' })], { auth: credentials() });
    expect((await rejection(read())).cause).toBeUndefined();
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
  ])('is refused without showing its value (%#)', (run) => {
    expectDiscretion(thrownBy(run));
  });

  test('that is a secret made of digits is refused without showing it', () => {
    expect(shown(thrownBy(createSource({ clientSecret: 86753090210 })))).not.toContain('86753090210');
    expect(shown(thrownBy(create({ auth: 86753090210 })))).not.toContain('86753090210');
  });

  test('of a call is refused without showing its value', async () => {
    const { call } = tenant([], { auth: TOKEN });
    for (const init of [
      { token: TOKEN },
      { headers: { authorization: TOKEN } },
      { headers: { 'X-Api-Key': `${SECRET}→` } },
      { params: { header: { 'X-Api-Key': `${SECRET}\r\n${SECRET}` } } },
      { timeout: SECRET },
    ]) {
      expectDiscretion(await rejection(call('GET', '/things', init)));
    }
  });
});
