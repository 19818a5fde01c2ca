/** The same program for each client: it reads a profile, deletes the profile and deletes an enrollment. */
export const CALLING_PROGRAMS: Record<string, string> = {
  'raw fetch': `
const headers = { Authorization: 'Bearer token' };
const url = 'https://acme.example.com/api/v2';
const response = await fetch(\`\${url}/token-exchange-profiles/tep_1\`, { headers });
const profile = (await response.json()) as { name?: string };
export const name: string | undefined = profile.name;
await fetch(\`\${url}/token-exchange-profiles/tep_1\`, { method: 'DELETE', headers });
await fetch(\`\${url}/guardian/enrollments/dev_1\`, { method: 'DELETE', headers });
`,
  'openapi-fetch': `
import createClient from 'openapi-fetch';
import type { paths } from './management.js';
const client = createClient<paths>({ baseUrl: 'https://acme.example.com/api/v2' });
const { data } = await client.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
export const name: string | undefined = data?.name;
await client.DELETE('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
await client.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
`,
  '@hey-api/openapi-ts': `
import { deleteGuardianEnrollmentsById, deleteTokenExchangeProfilesById, getTokenExchangeProfilesById } from '../../hey-api/sdk.gen.js';
const { data } = await getTokenExchangeProfilesById({ path: { id: 'tep_1' } });
export const name: string | undefined = data?.name;
await deleteTokenExchangeProfilesById({ path: { id: 'tep_1' } });
await deleteGuardianEnrollmentsById({ path: { id: 'dev_1' } });
`,
  auth0: `
import { ManagementClient } from 'auth0';
const client = new ManagementClient({ domain: 'acme.example.com', token: 'token' });
const profile = await client.tokenExchangeProfiles.get('tep_1');
export const name: string | undefined = profile.name;
await client.tokenExchangeProfiles.delete('tep_1');
await client.guardian.enrollments.delete('dev_1');
`,
  'this package': `
import { createManagementClient } from 'tenant-management-client';
const management = createManagementClient({ tenantDomain: 'acme.example.com', auth: 'token' });
const { data } = await management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
export const name: string | undefined = data?.name;
await management.DELETE('/token-exchange-profiles/{id}', { params: { path: { id: 'tep_1' } } });
await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id: 'dev_1' } } });
`,
};
