import { expect, test } from 'vitest';
import { clientCredentials, createManagementFetch } from '../../src/index.ts';
import { rejectionOf } from '../support/expected-errors.ts';
import { CLIENT } from './cases/case.ts';
import { scriptedServer, skipBackoff } from './cases/run-case.ts';
import { head, issueToken, json, raw, rawThenReset, resetConnection, respond } from './scripted-server.ts';

const cutOff = (status: number) => rawThenReset(head(status, { 'Content-Length': '10' }), 'a');

test.each([
  ['a body that stalls', 'GET', [raw(head(200, { 'Content-Length': '10' }), 'a')], 'timeout', 1],
  ['a body that breaks off', 'GET', [cutOff(200)], 'cut_off', 1],
  ['a body that breaks off, of a status above 599', 'GET', [cutOff(700)], 'cut_off', 1],
  ['a reset of each connection', 'DELETE', [resetConnection, resetConnection, resetConnection], 'connection', 3],
])('the fetch of a tenant rejects after %s', async (_what, method, api, code, maybePerformed) => {
  skipBackoff();
  const { origin } = await scriptedServer({ api });
  const fetch = createManagementFetch({ baseUrl: origin, auth: 't0ken', timeout: 500 });
  const error = await rejectionOf(fetch(`${origin}/things/a`, { method, template: '/things/{id}' }));
  expect(error).toMatchObject({ code, path: '/things/{id}', attempts: maybePerformed, maybePerformed });
});

test('the fetch of a tenant replaces a rejected token, and keeps the body and the URL of the response', async () => {
  const { origin, apiRequests } = await scriptedServer({
    token: [issueToken('old'), issueToken('new')],
    api: [json(401, {}), respond(307, 'a'.repeat(1_000_000), { Location: '/elsewhere' })],
  });
  const url = `${origin}/things/a`;
  const response = await createManagementFetch({ baseUrl: origin, auth: clientCredentials(CLIENT) })(url);
  expect(response).toMatchObject({ status: 307, url, redirected: false });
  expect((await response.text()).length).toBe(1_000_000);
  expect(apiRequests.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
});
