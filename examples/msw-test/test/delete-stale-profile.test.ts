import { setupServer } from 'msw/node';
import { createManagementClient, type paths } from 'tenant-management-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { deleteStaleProfile } from '../src/delete-stale-profile.ts';
import { handlersFor } from './typed-handlers.ts';

const baseUrl = 'https://acme.example.com/api/v2';
const PROFILE = '/token-exchange-profiles/{id}';
const handle = handlersFor<paths>(baseUrl);
// With a static token, the client needs no token endpoint.
const management = createManagementClient({ baseUrl, auth: 'an-access-token' });
const newYear = new Date('2026-01-01T00:00:00Z');

const network = setupServer();
// A request without a handler fails, so that no test calls a real tenant.
beforeAll(() => network.listen({ onUnhandledFrame: 'error' }));
afterEach(() => network.resetHandlers());
afterAll(() => network.close());

/** Adds handlers of a tenant with one profile. The returned list gets the ids of the deleted profiles. */
function tenantWith(updated_at: string | undefined): string[] {
  const deleted: string[] = [];
  network.use(
    handle('get', PROFILE, ({ params }) => ({
      status: 200,
      body: { id: params.id, ...(updated_at && { updated_at }) },
    })),
    handle('delete', PROFILE, ({ params }) => {
      deleted.push(params.id);
      return { status: 204 };
    }),
  );
  return deleted;
}

test('deletes a profile that was last changed before the date', async () => {
  const deleted = tenantWith('2025-12-31T23:59:59.000Z');
  expect(await deleteStaleProfile(management, 'tep_1', newYear)).toBe('deleted');
  expect(deleted).toEqual(['tep_1']);
});

test.each([
  ['was changed on the date', '2026-01-01T00:00:00.000Z'],
  ['has no time of its last change', undefined],
])('keeps a profile that %s', async (_title, updatedAt) => {
  const deleted = tenantWith(updatedAt);
  expect(await deleteStaleProfile(management, 'tep_1', newYear)).toBe('kept');
  expect(deleted).toEqual([]);
});

test('returns not-found if the tenant has no profile with the id', async () => {
  network.use(handle('get', PROFILE, () => ({ status: 404, body: { message: 'Token exchange profile not found.' } })));
  expect(await deleteStaleProfile(management, 'tep_1', newYear)).toBe('not-found');
});

test('throws the ApiError of a 403, and deletes nothing', async () => {
  const deleted = tenantWith('2025-01-01T00:00:00.000Z');
  network.use(handle('get', PROFILE, () => ({ status: 403, body: { message: 'Insufficient scope' } })));
  await expect(deleteStaleProfile(management, 'tep_1', newYear)).rejects.toMatchObject({ status: 403 });
  expect(deleted).toEqual([]);
});
