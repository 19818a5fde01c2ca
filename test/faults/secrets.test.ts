import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { ApiError, clientCredentials, createManagementClient, TokenError } from '../../src/index.js';
import { emptyBodies, failureBodies, successBodies } from './bodies.ts';
import { CLIENT, type FaultCase, GET_PATH, ID, outcome, play, SECRET, type TimedCase, TOKEN } from './case.ts';
import { faultServer, type Reply, refusedOrigin } from './fault-server.ts';
import { network } from './network.ts';
import { rateLimits } from './rate-limits.ts';
import { redirects, tokenRedirects } from './redirects.ts';
import { head, issue, json, raw, stall } from './replies.ts';
import { statuses } from './statuses.ts';
import { tokenEndpoint, tokenWaits } from './token-endpoint.ts';

const path = { params: { path: { id: ID } } };

/** The part that is in each token and secret of these tests and in nothing else. */
const RECOGNISED = /recognisable/;

/** All that could be printed of a value and of its causes. */
function printed(value: unknown, seen = new Set<unknown>()): string[] {
  if (seen.has(value)) return [];
  seen.add(value);
  const options = { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true, maxArrayLength: null };
  const { message, stack, cause, errors, reason, ...rest } = Object(value);
  return [
    String(value),
    JSON.stringify(value) ?? '',
    JSON.stringify(rest),
    inspect(value),
    inspect(value, { ...options, maxStringLength: null }),
    String(message),
    String(stack),
    ...[cause, errors, reason].flatMap((inner) => (inner === undefined ? [] : printed(inner, seen))),
  ];
}

const isFailure = ({ seen }: FaultCase) => !('data' in seen);

describe('no failure shows a token or a secret', () => {
  const ofTheApi: readonly (FaultCase | TimedCase)[] = [
    ...emptyBodies,
    ...successBodies,
    ...failureBodies,
    ...network,
    ...statuses.filter(({ token }) => token === undefined),
    ...redirects,
    ...rateLimits,
  ].filter(isFailure);
  const ofTheToken: readonly (FaultCase | TimedCase)[] = [
    ...statuses.filter(({ token }) => token !== undefined),
    ...tokenEndpoint,
    ...tokenRedirects,
    ...tokenWaits,
  ].filter(isFailure);

  test.each(ofTheApi)('of a client with a token: $name', async (row) => {
    const { failure, arrived } = await play(row);
    expect(arrived.map(({ headers }) => headers.authorization)).toContain(`Bearer ${TOKEN}`);
    expect(failure).toBeInstanceOf(Error);
    expect(printed(failure).join('\n')).not.toMatch(RECOGNISED);
  });

  test.each(ofTheApi)('of a client with a source: $name', async (row) => {
    const { failure, tokenRequests } = await play(row, { auth: clientCredentials(CLIENT), token: () => issue(TOKEN) });
    expect(tokenRequests[0]?.body).toContain(SECRET);
    expect(failure).toBeInstanceOf(Error);
    expect(printed(failure).join('\n')).not.toMatch(RECOGNISED);
  });

  test.each(ofTheToken)('of a token endpoint: $name', async (row) => {
    const { failure, tokenRequests } = await play(row);
    expect(tokenRequests[0]?.body).toContain(SECRET);
    expect(failure).toBeInstanceOf(Error);
    expect(printed(failure).join('\n')).not.toMatch(RECOGNISED);
  });

  test('of a connection that is refused', async () => {
    const baseUrl = await refusedOrigin();
    for (const auth of [TOKEN, clientCredentials(CLIENT)]) {
      const management = createManagementClient({ baseUrl, auth, retry: 0, timeout: 2_000 });
      const { failure } = await outcome(management.GET(GET_PATH, path));
      expect(failure).toBeInstanceOf(Error);
      expect(printed(failure).join('\n')).not.toMatch(RECOGNISED);
    }
  });

  const cutShort: Reply = raw(head(200, { 'Content-Length': '999' }), `{"access_token":"${TOKEN}"`);
  test.each([
    ['the token request', [stall], []],
    ['the body of the token response', [cutShort], []],
    ['the request', [issue(TOKEN)], [stall]],
    ['the body', [issue(TOKEN)], [raw(head(200, { 'Content-Length': '999' }), '{"a":1')]],
  ])('of a deadline in %s', async (_where, token: Reply[], api: Reply[]) => {
    const { origin } = await faultServer({ token, api });
    const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT), timeout: 50 });
    const { seen, failure } = await outcome(management.GET(GET_PATH, path));
    expect(seen).toEqual({ thrown: 'TimeoutError' });
    expect(printed(failure).join('\n')).not.toMatch(RECOGNISED);
  });
});

describe('a client and a source that were used show no token and no secret', () => {
  test.each(['before', 'while', 'after'])('%s a call', async (when) => {
    const { origin } = await faultServer({ token: [issue(TOKEN)], api: [json(200, { id: ID })] });
    const auth = clientCredentials(CLIENT);
    const management = createManagementClient({ baseUrl: origin, auth });
    const shown = () => [...printed(management), ...printed(auth), ...printed(management.GET)].join('\n');
    const texts: Record<string, string> = { before: shown() };
    const call = outcome(management.GET(GET_PATH, path));
    texts['while'] = shown() + inspect(call, { showHidden: true, depth: Number.POSITIVE_INFINITY });
    await call;
    texts['after'] = shown();
    expect(texts[when]).toMatch(/GET/);
    expect(texts[when]).not.toMatch(RECOGNISED);
  });
});

describe('the one exception: what the server itself says', () => {
  test('is held by error.body also where it echoes the token, and by nothing else', async () => {
    const echo: Reply = (exchange) => json(400, { sent: exchange.request.headers.authorization })(exchange);
    const { origin } = await faultServer({ api: [echo] });
    const { error } = await createManagementClient({ baseUrl: origin, auth: TOKEN }).GET(GET_PATH, path);
    expect(error).toBeInstanceOf(ApiError);
    expect(error?.body).toEqual({ sent: `Bearer ${TOKEN}` });
    const withoutGetters = { ...error, message: error?.message, stack: error?.stack };
    expect(printed(withoutGetters).join('\n')).not.toMatch(RECOGNISED);
    expect(inspect(error, { showHidden: true })).not.toMatch(RECOGNISED);
  });

  test('is not held by a TokenError, where it echoes the secret', async () => {
    const echo: Reply = (exchange) => {
      const secret = new URLSearchParams(exchange.request.body).get('client_secret');
      json(400, { error: `not ${secret}`, error_description: `${secret} and ${secret}`, sent: secret })(exchange);
    };
    const { origin } = await faultServer({ token: [echo] });
    const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT) });
    const { failure } = await outcome(management.GET(GET_PATH, path));
    expect(failure).toBeInstanceOf(TokenError);
    expect(printed(failure).join('\n')).not.toMatch(RECOGNISED);
  });

  test('is not held by a TokenError, where a refusal has a token in it', async () => {
    const { origin } = await faultServer({ token: [json(400, { error: 'invalid_scope', access_token: TOKEN })] });
    const management = createManagementClient({ baseUrl: origin, auth: clientCredentials(CLIENT) });
    const { failure } = await outcome(management.GET(GET_PATH, path));
    expect(failure).toBeInstanceOf(TokenError);
    expect(printed(failure).join('\n')).not.toMatch(RECOGNISED);
  });
});
