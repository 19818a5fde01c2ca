import type { ClientAuth } from 'oauth4webapi';
import { describe, expect, test, vi } from 'vitest';
import { type ClientCredentialsOptions, clientCredentials, createManagementClient } from '../../../src/index.ts';
import { rejectionOf } from '../../support/expected-errors.ts';
import { advanceTime, advanceUntilSettled, NOW, useFakeTime } from '../../support/fake-time.ts';
import {
  CLIENT,
  createScriptedClient,
  createScriptedSource,
  PROFILE,
  PROFILE_PATH,
  profileParams,
} from '../../support/scripted-client.ts';
import { createResponse, type SentRequest, scriptedFetch } from '../../support/scripted-fetch.ts';

const issued = (access_token: string, rest: object = { expires_in: 86_400, token_type: 'Bearer' }) =>
  createResponse(200, { access_token, ...rest });
const form = (sent: SentRequest | undefined) => Object.fromEntries(new URLSearchParams(sent?.body));

describe('the token request', () => {
  test('is a client credentials grant with client_secret_post to the token endpoint of the document', async () => {
    const { token, sent } = createScriptedSource([issued('fresh')]);
    expect(await token()).toBe('fresh');
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.url).toBe('https://acme.example.com/oauth/token/');
    expect(sent[0]?.headers.get('Content-Type')).toContain('application/x-www-form-urlencoded');
    expect(sent[0]?.headers.get('Accept')).toBe('application/json');
    expect(sent[0]?.headers.get('Authorization')).toBeNull();
    expect(form(sent[0])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'my-service',
      client_secret: 's3cret',
      audience: 'https://acme.example.com/api/v2/',
    });
  });

  test('has a timeout of 60 s if the token source is called without a timeout', async () => {
    useFakeTime();
    const { token } = createScriptedSource([createResponse(429, undefined, { 'Retry-After': '60' })]);
    expect(await rejectionOf(advanceUntilSettled(token()))).toMatchObject({ name: 'TokenError', status: 429 });
    expect(Date.now()).toBe(NOW);
  });
});

describe('the header fields of a token request', () => {
  const headers = {
    'X-Gateway-Key': 'gateway-key-1',
    'User-Agent': 'my-service/1',
    accept: 'text/plain',
    'Content-Type': 'text/plain',
    'content-language': 'en',
  };

  /** Makes a call of a client with `headers`, and returns the header fields of its token request. */
  async function fieldsWith(
    options: Partial<ClientCredentialsOptions>,
    call: object = {},
  ): Promise<Headers | undefined> {
    const auth = clientCredentials({ ...CLIENT, ...options } as ClientCredentialsOptions);
    const { read, sent } = createScriptedClient([issued('fresh'), createResponse(200, PROFILE)], { auth, headers });
    await read(call);
    return sent[0]?.headers;
  }

  test('are those of the client, except Accept and Content-*, if the token URL has the origin of the tenant', async () => {
    const fields = await fieldsWith({}, { headers: { 'X-Trace': '1' } });
    expect(Object.fromEntries(fields ?? [])).toEqual({
      accept: 'application/json',
      'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
      'user-agent': 'my-service/1',
      'x-gateway-key': 'gateway-key-1',
    });
  });

  test('are not those of the client, but those of clientCredentials, if the token URL has another origin', async () => {
    const tokenUrl = 'https://login.example.com/token';
    const fields = await fieldsWith({ tokenUrl, headers: { 'X-Login-Key': 'login-key-1' } });
    expect(Object.fromEntries(fields ?? [])).toEqual({
      accept: 'application/json',
      'content-type': expect.stringContaining('application/x-www-form-urlencoded'),
      'x-login-key': 'login-key-1',
    });
  });

  test('are those of clientCredentials if the client has a field with the same name', async () => {
    const fields = await fieldsWith({ headers: { 'x-gateway-key': 'gateway-key-2' } });
    expect(fields?.get('X-Gateway-Key')).toBe('gateway-key-2');
    expect(fields?.get('User-Agent')).toBe('my-service/1');
  });

  test('do not replace the credentials of a client authentication that sets Authorization', async () => {
    const clientAuthentication: ClientAuth = (_server, _client, _form, fields) => {
      fields.set('Authorization', 'Basic x');
    };
    const auth = clientCredentials({ clientId: 'my-service', clientAuthentication });
    const { read, sent } = createScriptedClient([issued('fresh'), createResponse(200, PROFILE)], { auth, headers });
    await read();
    expect(sent[0]?.headers.get('Authorization')).toBe('Basic x');
    expect(sent[0]?.headers.get('X-Gateway-Key')).toBe('gateway-key-1');
  });

  test('never belong to another client that uses the same fetch and waits for the same token', async () => {
    const auth = clientCredentials(CLIENT);
    const { fetch, sent } = scriptedFetch([
      ...[1, 2, 3].map(() => () => issued('fresh')),
      ...Array.from({ length: 8 }, () => createResponse(200, PROFILE)),
    ]);
    const clientWith = (fields?: Record<string, string>) =>
      createManagementClient({ tenantDomain: 'acme.example.com', auth, fetch, ...(fields && { headers: fields }) });
    const clients = [clientWith({ 'X-Team': 'a' }), clientWith({ 'X-Team': 'b' }), clientWith(), clientWith({})];
    await Promise.all([...clients, ...clients].map((client) => client.GET(PROFILE_PATH, profileParams)));
    const tokenRequests = sent.filter(({ method }) => method === 'POST');
    expect(tokenRequests.map(({ headers: fields }) => fields.get('X-Team'))).toEqual(['a', 'b', null]);
  });

  test('of one caller are sent with the fetch of each call', async () => {
    const headers = { 'X-Team': 'a' };
    const { token } = createScriptedSource([]);
    const fetches = [1, 2].map(() => vi.fn(async () => createResponse(400, {})));
    for (const fetch of fetches) await rejectionOf(token({ headers, fetch }));
    expect(fetches.map((fetch) => fetch.mock.calls.length)).toEqual([1, 1]);
  });

  test('that are not valid make a token source that another token source calls reject with a TypeError without the value', async () => {
    const { token } = createScriptedSource([]);
    const error = await rejectionOf(token({ headers: { 'X-Gateway-Key': 'gateway\nkey' } }));
    expect(error).toBeInstanceOf(TypeError);
    expect(error.message).toBe('headers["X-Gateway-Key"] must have a valid name, and a value without line breaks');
  });

  test('do not appear in an error if the token endpoint echoes their values', async () => {
    const auth = clientCredentials({
      ...CLIENT,
      headers: { 'X-Login-Key': 'login-key-of-16-characters', 'X-Team': 'production' },
    });
    const response = createResponse(401, {
      error: 'invalid_client',
      error_description: 'production login-key-of-16-characters',
    });
    const error = await rejectionOf(createScriptedClient([response], { auth, headers }).read());
    expect(error.message).toBe('Token request: 401: invalid_client: production [client secret]');
  });
});

describe('the access token of clientCredentials', () => {
  test('with expires_in 100 is replaced 10 s before it expires', async () => {
    useFakeTime();
    const { token } = createScriptedSource([
      createResponse(200, { access_token: 'first', expires_in: 100 }),
      issued('second'),
    ]);
    expect(await token()).toBe('first');
    await advanceTime(89_999);
    expect(await token()).toBe('first');
    await advanceTime(1);
    expect(await token()).toBe('second');
  });
});
