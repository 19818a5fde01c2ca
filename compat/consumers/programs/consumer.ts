// A TypeScript program that uses the packed client and sandbox. TypeScript checks it without the DOM library and
// without `skipLibCheck`, so that it also checks the declarations of both packages.
import {
  ApiError,
  clientCredentials,
  type components,
  createManagementClient,
  type ManagementClient,
  unwrap,
} from 'tenant-management-client';
import { bulk } from 'tenant-management-client/bulk';
import { fileJournal } from 'tenant-management-client/bulk/node';
import { catalogue } from 'tenant-management-client/catalogue';
import { type OperationDeprecation, observeDeprecation } from 'tenant-management-client/deprecation';
import { type Drift, observeDrift } from 'tenant-management-client/drift';
import * as checks from 'tenant-management-client/drift/checks';
import {
  type Fault,
  type SandboxOptions,
  type Profile as StoredProfile,
  startSandbox,
} from 'tenant-management-sandbox';

type Profile = components['schemas']['TokenExchangeProfile'];

const management: ManagementClient = createManagementClient({
  tenantDomain: 'acme.example.com',
  auth: clientCredentials({ clientId: 'id', clientSecret: 'secret' }),
});

export async function nameOf(id: string): Promise<string | undefined> {
  const profile: Profile = await unwrap(management.GET('/token-exchange-profiles/{id}', { params: { path: { id } } }));
  // @ts-expect-error The field is misspelt.
  console.log(profile.nmae);
  return profile.name;
}

export async function removeEnrollment(id: string): Promise<number> {
  const { error, response } = await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } } });
  if (error instanceof ApiError) return error.status;
  return response.status;
}

export async function removeEnrollments(ids: AsyncIterable<string>): Promise<number> {
  let failed = 0;
  const journal = fileJournal('remove.journal');
  const remove = (id: string, call: object) =>
    management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
  for await (const { result, thrown } of bulk(ids, remove, { journal })) {
    if (thrown !== undefined || result.error !== undefined) failed += 1;
  }
  return failed;
}

export const withWarnings = (warn: (deprecation: OperationDeprecation) => void): ManagementClient =>
  observeDeprecation(management, warn);

export const withChecks = (report: (drift: Drift) => void): ManagementClient =>
  observeDrift(management, report, { operations: Object.values(checks) });

export const scopes: readonly (readonly string[])[] = catalogue['get_token-exchange-profiles_by_id'].scopes;

const options: SandboxOptions = { enrollments: [{ id: 'enr_1' }], rateLimit: false, clock: () => Date.UTC(2026, 0) };
const cutOffResponse: Fault = { operation: 'delete_guardian_enrollments_by_id', with: 'truncate' };

export async function isGone(): Promise<boolean> {
  const sandbox = await startSandbox(options);
  try {
    sandbox.fail(cutOffResponse);
    // @ts-expect-error The document does not have the operation.
    sandbox.fail({ operation: 'delete_users_by_id', with: 'reset' });
    const stored: StoredProfile | undefined = sandbox.profiles.get('tep_1');
    const statuses: (number | null)[] = sandbox.requests.map(({ status }) => status);
    return stored === undefined && statuses.includes(204) && !sandbox.enrollments.has('enr_1');
  } finally {
    await sandbox.close();
  }
}
