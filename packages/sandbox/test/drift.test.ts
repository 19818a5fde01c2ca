// Tests of observeDrift() with the sandbox: its responses equal the document, and a fault causes a difference.
import { expect, test } from 'vitest';
import { type Drift, observeDrift } from '../../../src/drift/index.js';
import { createManagementClient } from '../../../src/index.js';
import { DELETE_PROFILE, ENROLLMENT_ID, PROFILE_ID, READ, startTestSandbox } from './sandbox-client.ts';

const PROFILE = '/token-exchange-profiles/{id}';
const withId = (id: string) => ({ params: { path: { id } } });

test('observeDrift() finds no difference in the responses of the sandbox', async () => {
  const sandbox = await startTestSandbox();
  const { baseUrl } = sandbox;
  const observed = observeDrift(createManagementClient({ baseUrl, auth: await sandbox.issueToken() }), 'throw');
  const without = observeDrift(
    createManagementClient({ baseUrl, auth: await sandbox.issueToken({ scopes: [] }) }),
    'throw',
  );
  const statuses = [
    await without.GET(PROFILE, withId(PROFILE_ID)),
    await observed.GET(PROFILE, withId(PROFILE_ID)),
    await observed.DELETE(PROFILE, withId(PROFILE_ID)),
    await observed.GET(PROFILE, withId(PROFILE_ID)),
    await observed.DELETE('/guardian/enrollments/{id}', withId(ENROLLMENT_ID)),
  ].map(({ response }) => response.status);
  expect(statuses).toEqual([403, 200, 204, 404, 204]);
});

test('observeDrift() reports the differences that faults of the sandbox cause', async () => {
  const sandbox = await startTestSandbox();
  sandbox.fail({ operation: READ, with: 'pass', body: { id: PROFILE_ID, name: 'x' } });
  sandbox.fail({ operation: DELETE_PROFILE, with: 418 });
  const management = createManagementClient({ baseUrl: sandbox.baseUrl, auth: await sandbox.issueToken() });
  const drifts: Drift[] = [];
  const checks: Promise<void>[] = [];
  const observed = observeDrift(management, (drift) => void drifts.push(drift), {
    share: 1,
    budget: Number.MAX_VALUE,
    waitUntil: (check) => void checks.push(check),
  });
  await observed.GET(PROFILE, withId(PROFILE_ID));
  await observed.DELETE(PROFILE, withId(PROFILE_ID));
  await Promise.all(checks);
  expect(drifts).toMatchObject([
    { operationId: READ, status: 200, kind: 'schema violation', pointer: '/name', keyword: 'minLength' },
    { operationId: DELETE_PROFILE, status: 418, kind: 'status', detail: 'documented only as `default`' },
    { operationId: DELETE_PROFILE, status: 418, kind: 'undocumented fields', pointer: '/{}', isOpen: true },
  ]);
});
