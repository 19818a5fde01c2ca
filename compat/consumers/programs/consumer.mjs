// A JavaScript program that uses the packed client. It runs on the version of Node.js that is installed on the machine.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { ApiError, clientCredentials, createManagementClient, unwrap } from 'tenant-management-client';
import { bulk } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';
import { catalogue } from 'tenant-management-client/catalogue';
import { observeDeprecation } from 'tenant-management-client/deprecation';
import { observeDrift } from 'tenant-management-client/drift';
import * as checks from 'tenant-management-client/drift/checks';

const requests = [];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  response.setHeader('Content-Type', 'application/json');
  if (request.url === '/oauth/token/') return response.end('{"access_token":"abc","token_type":"Bearer"}');
  if (request.headers.authorization !== 'Bearer abc') return response.writeHead(401).end();
  if (request.url.startsWith('/guardian/enrollments/')) return response.writeHead(204).end();
  if (request.method === 'DELETE') return response.writeHead(404).end('{"message":"Not found"}');
  response.setHeader('Deprecation', '@1688169599');
  if (request.url === '/token-exchange-profiles/tep_2') return response.end('{"id":2}');
  response.end('{"id":"tep_1","name":"Partner tokens"}');
});
await new Promise((resolve) => {
  server.listen(0, '127.0.0.1', resolve);
});
try {
  const management = createManagementClient({
    baseUrl: `http://127.0.0.1:${server.address().port}`,
    auth: clientCredentials({ clientId: 'id', clientSecret: 'secret' }),
  });
  const profile = { params: { path: { id: 'tep_1' } } };
  assert.deepEqual(await unwrap(management.GET('/token-exchange-profiles/{id}', profile)), {
    id: 'tep_1',
    name: 'Partner tokens',
  });
  const { error } = await management.DELETE('/token-exchange-profiles/{id}', profile);
  assert.ok(error instanceof ApiError);
  assert.equal(error.message, '404 Not Found: DELETE /token-exchange-profiles/{id}: Not found');
  assert.deepEqual(requests, [
    'POST /oauth/token/',
    'GET /token-exchange-profiles/tep_1',
    'DELETE /token-exchange-profiles/tep_1',
  ]);
  const outcomes = [];
  const remove = (id, call) => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
  for (let run = 0; run < 2; run += 1) {
    for await (const { outcome } of bulk(['enr_1', 'enr_2'], remove, { journal: fileJournal('remove.journal') })) {
      outcomes.push(outcome);
    }
  }
  assert.deepEqual(outcomes, ['done', 'done']);
  const deprecated = [];
  const observed = observeDeprecation(management, ({ path }) => deprecated.push(path));
  await observed.GET('/token-exchange-profiles/{id}', profile);
  assert.deepEqual(deprecated, ['/token-exchange-profiles/{id}']);
  const checked = observeDrift(management, 'throw', { operations: Object.values(checks) });
  await checked.GET('/token-exchange-profiles/{id}', profile);
  await assert.rejects(
    checked.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_2' } } }),
    /schema violation/,
  );
  assert.equal(catalogue['get_token-exchange-profiles_by_id'].method, 'GET');
  console.log(`The packed client works on Node ${process.versions.node}.`);
} finally {
  server.closeAllConnections();
  server.close();
}
