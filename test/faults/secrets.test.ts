import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiError, clientCredentials, createManagementClient, TokenError } from '../../src/index.ts';
import { outcomeOf } from './call-outcome.ts';
import { CLIENT, GET_PATH, ID, TOKEN } from './cases/case.ts';
import { printed, SECRET_PATTERN } from './cases/printed.ts';
import { head, issueToken, json, neverRespond, raw } from './responders.ts';
import { type Responder, refusedOrigin } from './scripted-server.ts';
import { scriptedServer } from './test-scripted-server.ts';

const path = { params: { path: { id: ID } } };

// battery.test.ts asserts the same for each of its cases.
describe('error contains no token and no client secret in its message, stack and properties', () => {
  test('if the connection is refused', async () => {
    const baseUrl = await refusedOrigin();
    for (const auth of [TOKEN, clientCredentials(CLIENT)]) {
      const management = createManagementClient({ baseUrl, auth, retry: 0, timeout: 2_000 });
      const { failure } = await outcomeOf(management.GET(GET_PATH, path));
      expect(failure).toBeInstanceOf(Error);
      expect(printed(failure).join('\n')).not.toMatch(SECRET_PATTERN);
    }
  });

  const incompleteToken: Responder = raw(head(200, { 'Content-Length': '999' }), `{"access_token":"${TOKEN}"`);
  test.each([
    ['the token request', [neverRespond], []],
    ['the body of the token response', [incompleteToken], []],
    ['the API request', [issueToken(TOKEN)], [neverRespond]],
    ['the body of the API response', [issueToken(TOKEN)], [raw(head(200, { 'Content-Length': '999' }), '{"a":1')]],
  ])('if the call times out during %s', async (_where, token: Responder[], api: Responder[]) => {
    const { origin } = await scriptedServer({ token, api });
    const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT), timeout: 50 });
    const { outcome, failure } = await outcomeOf(management.GET(GET_PATH, path));
    expect(outcome).toEqual({ thrown: 'TimeoutError' });
    expect(printed(failure).join('\n')).not.toMatch(SECRET_PATTERN);
  });
});

describe('client and token source, when printed, contain no token and no client secret', () => {
  test.each(['before', 'during', 'after'])('%s a call', async (when) => {
    const { origin } = await scriptedServer({ token: [issueToken(TOKEN)], api: [json(200, { id: ID })] });
    const auth = clientCredentials(CLIENT);
    const management = createManagementClient({ baseUrl: origin, auth });
    const printClient = () => [...printed(management), ...printed(auth), ...printed(management.GET)].join('\n');
    const texts: Record<string, string> = { before: printClient() };
    const call = outcomeOf(management.GET(GET_PATH, path));
    texts['during'] = printClient() + inspect(call, { showHidden: true, depth: Number.POSITIVE_INFINITY });
    await call;
    texts['after'] = printClient();
    expect(texts[when]).toMatch(/GET/);
    expect(texts[when]).not.toMatch(SECRET_PATTERN);
  });
});

describe('error for a response that contains a secret', () => {
  test('is an ApiError that shows the access token only in error.body', async () => {
    const sendBack: Responder = (context) => json(400, { sent: context.request.headers.authorization })(context);
    const { origin } = await scriptedServer({ api: [sendBack] });
    const { error } = await createManagementClient({ baseUrl: origin, auth: TOKEN }).GET(GET_PATH, path);
    expect(error).toBeInstanceOf(ApiError);
    expect(error?.body).toEqual({ sent: `Bearer ${TOKEN}` });
    const withoutGetters = { ...error, message: error?.message, stack: error?.stack };
    expect(printed(withoutGetters).join('\n')).not.toMatch(SECRET_PATTERN);
    expect(inspect(error, { showHidden: true })).not.toMatch(SECRET_PATTERN);
  });

  test('is a TokenError that does not show the client secret', async () => {
    const sendBack: Responder = (context) => {
      const secret = new URLSearchParams(context.request.body).get('client_secret');
      json(400, { error: `not ${secret}`, error_description: `${secret} and ${secret}`, sent: secret })(context);
    };
    const { origin } = await scriptedServer({ token: [sendBack] });
    const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT) });
    const { failure } = await outcomeOf(management.GET(GET_PATH, path));
    expect(failure).toBeInstanceOf(TokenError);
    expect(printed(failure).join('\n')).not.toMatch(SECRET_PATTERN);
  });
});
