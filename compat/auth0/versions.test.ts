// Tests older major versions of the public auth0 package against the sandbox: `npm run test:auth0`.
import assert from 'node:assert/strict';
import http from 'node:http';
import https from 'node:https';
import { describe, test } from 'node:test';
import { ManagementClient as ManagementClient3 } from 'auth0-3';
import { ManagementClient as ManagementClient4 } from 'auth0-4';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { fetchByHttp, onlyId } from './sdk-client.ts';

const statusesOf = ({ requests }: Sandbox) => requests.map(({ operation, status }) => [operation, status]);

describe('auth0 4.x', () => {
  const connect = ({ baseUrl, credentials }: Sandbox) =>
    new ManagementClient4({
      ...credentials,
      domain: new URL(baseUrl).host,
      fetch: fetchByHttp,
      retry: { enabled: false },
      telemetry: false,
    });

  test('reads a profile, deletes the profile, and then gets 404', async () => {
    await using sandbox = await startSandbox();
    const { tokenExchangeProfiles } = connect(sandbox);
    const id = onlyId(sandbox.profiles);
    const { data } = await tokenExchangeProfiles.get({ id });
    assert.deepEqual(data, sandbox.profiles.get(id));
    await tokenExchangeProfiles.delete({ id });
    assert.equal(sandbox.profiles.size, 0);
    await assert.rejects(tokenExchangeProfiles.get({ id }), {
      statusCode: 404,
      message: 'Token exchange profile not found.',
    });
  });

  test('deletes an enrollment, and a second delete gets 404 enrollment_not_found', async () => {
    await using sandbox = await startSandbox();
    const { guardian } = connect(sandbox);
    const id = onlyId(sandbox.enrollments);
    await guardian.deleteGuardianEnrollment({ id });
    assert.equal(sandbox.enrollments.size, 0);
    await assert.rejects(guardian.deleteGuardianEnrollment({ id }), {
      statusCode: 404,
      errorCode: 'enrollment_not_found',
      message: 'Enrollment not found',
    });
  });
});

describe('auth0 3.x', () => {
  const connect = ({ baseUrl, credentials }: Sandbox) =>
    new ManagementClient3({
      ...credentials,
      domain: new URL(baseUrl).host,
      retry: { enabled: false },
      telemetry: false,
    });

  test('sends a token request with a JSON body, and deletes an enrollment', async ({ mock }) => {
    // This version always uses https, but the sandbox serves http.
    mock.method(https, 'request', (options: http.RequestOptions) =>
      http.request({ ...options, protocol: 'http:', agent: new http.Agent() }),
    );
    await using sandbox = await startSandbox();
    const client = connect(sandbox);
    assert.match(await client.getAccessToken(), /^eyJ/);
    assert.equal(sandbox.requests[0]?.headers['content-type'], 'application/json');
    await client.deleteGuardianEnrollment({ id: onlyId(sandbox.enrollments) });
    assert.equal(sandbox.enrollments.size, 0);
    assert.deepEqual(statusesOf(sandbox), [
      ['token', 200],
      ['delete_guardian_enrollments_by_id', 204],
    ]);
  });
});
