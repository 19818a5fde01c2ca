// Tests the errors with which the public auth0 package reports the sandbox's error responses: `npm run test:auth0`.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Management, type ManagementClient, ManagementError } from 'auth0';
import { type Sandbox, startSandbox } from 'tenant-management-sandbox';
import { assertFails, connect, onlyId } from './sdk-client.ts';

const DAY_MS = 86_400_000;
const limited = { clientId: 'limited', clientSecret: 'limited-secret' };

type QueryParams = Record<string, string>;

/** The operations, with the error classes that the SDK uses for 400 and 429. The classes differ between operations. */
const OPERATIONS = {
  'a call that reads a profile rejects with': {
    call: (client: ManagementClient, { profiles }: Sandbox, queryParams: QueryParams = {}) =>
      client.tokenExchangeProfiles.get(onlyId(profiles), { queryParams }),
    classes: { 400: Management.BadRequestError, 429: Management.TooManyRequestsError },
  },
  'a call that deletes a profile rejects with': {
    call: (client: ManagementClient, { profiles }: Sandbox, queryParams: QueryParams = {}) =>
      client.tokenExchangeProfiles.delete(onlyId(profiles), { queryParams }),
    classes: { 400: ManagementError, 429: Management.TooManyRequestsError },
  },
  'a call that deletes an enrollment rejects with': {
    call: (client: ManagementClient, { enrollments }: Sandbox, queryParams: QueryParams = {}) =>
      client.guardian.enrollments.delete(onlyId(enrollments), { queryParams }),
    classes: { 400: Management.BadRequestError, 429: ManagementError },
  },
};

for (const [name, { call, classes }] of Object.entries(OPERATIONS)) {
  describe(name, () => {
    test('400 for an unknown query parameter', async () => {
      await using sandbox = await startSandbox();
      const client = connect(sandbox, sandbox.credentials);
      await assertFails(call(client, sandbox, { fields: 'name' }), classes[400], 400);
    });

    test('401 for a client that is not global', async () => {
      await using sandbox = await startSandbox({ clients: [{ ...limited, global: false }] });
      await assertFails(call(connect(sandbox, limited), sandbox), Management.UnauthorizedError, 401);
    });

    test('401 for an expired token, because the SDK does not request a new token', async () => {
      let now = Date.now();
      await using sandbox = await startSandbox({ clock: () => now });
      const client = connect(sandbox, sandbox.credentials);
      await client.tokenExchangeProfiles.get(onlyId(sandbox.profiles));
      now += DAY_MS;
      await assertFails(call(client, sandbox), Management.UnauthorizedError, 401);
      assert.equal(sandbox.requests.filter(({ operation }) => operation === 'token').length, 1);
    });

    test('403 for a token without the required scope', async () => {
      await using sandbox = await startSandbox({ clients: [{ ...limited, scopes: [] }] });
      await assertFails(call(connect(sandbox, limited), sandbox), Management.ForbiddenError, 403);
    });

    test('429 for the call that exceeds the rate limit, with the rate-limit header fields', async () => {
      const now = Date.now();
      await using sandbox = await startSandbox({ clock: () => now });
      const client = connect(sandbox, sandbox.credentials);
      for (let count = 0; count < 5; count += 1) await client.tokenExchangeProfiles.get(onlyId(sandbox.profiles));
      const error = await assertFails(call(client, sandbox), classes[429], 429);
      assert.equal(error.rawResponse?.headers.get('x-ratelimit-remaining'), '0');
    });

    test('503 for an injected fault', async () => {
      await using sandbox = await startSandbox();
      sandbox.fail({ with: 503 });
      await assertFails(call(connect(sandbox, sandbox.credentials), sandbox), ManagementError, 503);
    });
  });
}
