import { expect, test } from 'vitest';
import { clientCredentials, createManagementFetch } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { CLIENT, TOKEN } from './cases/case.ts';
import { skipBackoff } from './cases/run-case.ts';
import { head, issueToken, json, raw, rawThenReset, resetConnection, respond } from './responders.ts';
import type { ScriptedServerOptions } from './scripted-server.ts';
import { scriptedServer } from './test-scripted-server.ts';

/** Calls the fetch of a tenant with these responses. */
async function call(method: string, script: ScriptedServerOptions, options: { timeout?: number } = {}) {
  const settle = skipBackoff();
  const { origin, apiRequests } = await scriptedServer(script);
  const auth = script.token ? clientCredentials(CLIENT) : TOKEN;
  const fetch = createManagementFetch({ baseUrl: origin, auth, ...options });
  const response = settle(fetch(`${origin}/things/a`, { method, template: '/things/{id}' }));
  return { response, url: `${origin}/things/a`, apiRequests };
}

const cutOff = (status: number) => rawThenReset(head(status, { 'Content-Length': '10' }), 'a');

test.each([
  ['a body that stalls', 'GET', [raw(head(200, { 'Content-Length': '10' }), 'a')], 'timeout', 1, 1],
  ['a body that breaks off', 'GET', [cutOff(200)], 'cut_off', 1, 1],
  ['a body that breaks off, of a status above 599', 'GET', [cutOff(700)], 'cut_off', 1, 1],
  ['a reset of each connection', 'DELETE', [resetConnection, resetConnection, resetConnection], 'connection', 3, 3],
] as const)('the fetch of a tenant rejects after %s', async (_what, method, api, code, attempts, maybePerformed) => {
  const { response } = await call(method, { api }, { timeout: 500 });
  expect(await rejectionOf(response)).toMatchObject({ code, path: '/things/{id}', attempts, maybePerformed });
});

test('the fetch of a tenant replaces a rejected token, and keeps the body and the URL of the response', async () => {
  const text = 'a'.repeat(1_000_000);
  const { response, url, apiRequests } = await call('DELETE', {
    token: [issueToken('old'), issueToken('new')],
    api: [json(401, {}), respond(200, text)],
  });
  const { status, url: responseUrl, redirected } = await response;
  expect({ status, responseUrl, redirected }).toEqual({ status: 200, responseUrl: url, redirected: false });
  expect((await (await response).text()) === text).toBe(true);
  expect(apiRequests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
});

test('the fetch of a tenant resolves with a redirect, and does not follow it', async () => {
  const { response } = await call('DELETE', { api: [respond(307, '', { Location: '/elsewhere' })] });
  const { status, redirected } = await response;
  expect({ status, redirected }).toEqual({ status: 307, redirected: false });
});
