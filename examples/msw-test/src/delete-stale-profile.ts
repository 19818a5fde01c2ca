import { type ManagementClient, unwrap } from 'tenant-management-client';

/**
 * Deletes a token exchange profile if it was last changed before a date.
 *
 * @returns `kept` if the profile was changed later, or if the tenant does not show when it was changed.
 * @throws ApiError If the tenant returns an error other than 404.
 */
export async function deleteStaleProfile(
  management: ManagementClient,
  id: string,
  changedBefore: Date,
): Promise<'deleted' | 'kept' | 'not-found'> {
  const profile = { params: { path: { id } } };
  const { data, error } = await management.GET('/token-exchange-profiles/{id}', profile);
  if (error?.status === 404) return 'not-found';
  if (error !== undefined) throw error;
  if (data.updated_at === undefined || new Date(data.updated_at) >= changedBefore) return 'kept';
  await unwrap(management.DELETE('/token-exchange-profiles/{id}', profile));
  return 'deleted';
}
