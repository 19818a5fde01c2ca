// A consumer's types, without the DOM library and with the libraries' own types checked too.
import {
  ApiError,
  clientCredentials,
  type components,
  createManagementClient,
  type ManagementClient,
  unwrap,
} from 'tenant-management-client';
import { operations } from 'tenant-management-client/operations';

type Profile = components['schemas']['TokenExchangeProfile'];

const management: ManagementClient = createManagementClient({
  tenantDomain: 'acme.example.com',
  auth: clientCredentials({ clientId: 'id', clientSecret: 'secret' }),
});

export async function nameOf(id: string): Promise<string | undefined> {
  const profile: Profile = await unwrap(management.GET('/token-exchange-profiles/{id}', { params: { path: { id } } }));
  return profile.name;
}

export async function removeEnrollment(id: string): Promise<number> {
  const { error, response } = await management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } } });
  if (error instanceof ApiError) return error.status;
  return response.status;
}

export const scopes: readonly string[] = operations['get_token-exchange-profiles_by_id'].scopes;
