// The smoke test of the packed client: imports each of its entry points, and calls a sandbox.
import { ApiError, createManagementClient, type ManagementClient, unwrap } from 'tenant-management-client';
import { bulk, createPacer } from 'tenant-management-client/bulk';
import { catalogue } from 'tenant-management-client/catalogue';
import { observeDeprecation } from 'tenant-management-client/deprecation';
import { observeDrift } from 'tenant-management-client/drift';
import { getTokenExchangeProfilesById } from 'tenant-management-client/drift/checks';
import type { SmokeSettings } from '../messages.ts';

const PROFILE = '/token-exchange-profiles/{id}';
const ENROLLMENT = '/guardian/enrollments/{id}';

/** Makes calls that must succeed. Rejects if one of them has another result. */
export async function runSmokeTest({ baseUrl, token, profile, enrollments, hasFiles }: SmokeSettings): Promise<void> {
  const pacer = createPacer();
  // The platform ignores `init.operation`, which a wrapper of fetch passes on.
  const management = createManagementClient({ baseUrl, auth: () => token, pacer, fetch: (...args) => fetch(...args) });
  const path = { params: { path: { id: profile } } };
  const { id } = await unwrap(management.GET(PROFILE, path));
  expectEqual('id of the profile', id, profile);
  const { response } = await management.DELETE(PROFILE, path);
  expectEqual('status of DELETE', response.status, 204);
  const { error } = await management.GET(PROFILE, path);
  expectEqual('an ApiError after DELETE', error instanceof ApiError && error.status, 404);
  const files = hasFiles ? await import('tenant-management-client/bulk/node') : undefined;
  const options = () => ({ pacer, journal: files?.fileJournal(`${baseUrl.replaceAll(/\W/g, '-')}.journal`) });
  expectEqual('statuses of a job', await deleteAll(management, enrollments, options()), '204,204,204');
  // A run without a journal sends every item again.
  const again = await deleteAll(management, enrollments, options());
  expectEqual('statuses of the next run', again, hasFiles ? '' : '404,404,404');
  expectEqual('operations in the catalogue', Object.keys(catalogue).length > 0, true);
  expectEqual('pointers of differences', await reportedPointers(), '/name');
  expectEqual('deprecated path', await deprecatedPath(), PROFILE);
}

/** Deletes enrollments, and returns their statuses. */
async function deleteAll(management: ManagementClient, ids: readonly string[], options: object): Promise<string> {
  const statuses: (number | undefined)[] = [];
  const remove = (id: string, call: object) => management.DELETE(ENROLLMENT, { params: { path: { id } }, ...call });
  for await (const { result } of bulk(ids, remove, options)) statuses.push(result?.response.status);
  return statuses.join();
}

/** Reads a profile of an operation that is deprecated, and returns the reported path. */
async function deprecatedPath(): Promise<string | undefined> {
  let reported: string | undefined;
  const headers = { Deprecation: '@1688169599' };
  const management = createManagementClient({
    baseUrl: 'https://acme.example.com',
    auth: 'token',
    fetch: async () => Response.json({ id: 'tep_1' }, { headers }),
  });
  const observed = observeDeprecation(management, ({ path }) => {
    reported = path;
  });
  await observed.GET(PROFILE, { params: { path: { id: 'tep_1' } } });
  return reported;
}

/** Reads a profile whose name is too short, and returns the pointers of the reported differences. */
async function reportedPointers(): Promise<string> {
  const management = createManagementClient({
    baseUrl: 'https://acme.example.com',
    auth: 'token',
    fetch: async () => Response.json({ id: 'tep_1', name: 'ab' }),
  });
  const pointers: (string | undefined)[] = [];
  const checks: Promise<void>[] = [];
  const observed = observeDrift(management, ({ pointer }) => void pointers.push(pointer), {
    operations: [getTokenExchangeProfilesById],
    share: 1,
    waitUntil: (check) => void checks.push(check),
  });
  await observed.GET(PROFILE, { params: { path: { id: 'tep_1' } } });
  await Promise.all(checks);
  return pointers.join();
}

function expectEqual(fact: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${fact}: ${actual} must be ${expected}`);
}
