// Helpers for functions that are generic over paths. compat/consumers also compiles this file, with each version of
// TypeScript.
import {
  type DataOf,
  type ErrorOf,
  type InitOf,
  type ManagementClient,
  type PathsWith,
  unwrap,
} from 'tenant-management-client';
import { same } from './same.ts';

type ProfilePath = '/token-exchange-profiles/{id}';
type WithId = ProfilePath | '/guardian/enrollments/{id}';
declare const management: ManagementClient;
const params = { path: { id: 'tep_1' } };

/** The helpers have the types of a call. */
export async function helpers(): Promise<void> {
  const get = management.GET<ProfilePath>;
  same<InitOf<ProfilePath, 'GET'>, Parameters<typeof get>[1]>(true);
  same<PathsWith<'DELETE'>, Parameters<typeof management.DELETE>[0]>(true);
  const profile = await management.GET('/token-exchange-profiles/{id}', { params });
  if (profile.error) same<ErrorOf<ProfilePath, 'GET'>, typeof profile.error>(true);
  else same<DataOf<ProfilePath, 'GET'>, typeof profile.data>(true);
  const enrollment = await management.DELETE('/guardian/enrollments/{id}', { params });
  if (!enrollment.error) same<DataOf<'/guardian/enrollments/{id}', 'DELETE'>, typeof enrollment.data>(true);
  // @ts-expect-error The path has no GET.
  same<DataOf<'/guardian/enrollments/{id}', 'GET'>, never>(true);
}

/** The document allows additional fields: their type is `unknown`, and reading them needs no cast. */
export async function additionalField(): Promise<unknown> {
  const profile = await read('/token-exchange-profiles/{id}', { params });
  // @ts-expect-error The document does not name the field, which can be a misspelt one.
  profile.tier;
  return 'tier' in profile && same<unknown, typeof profile.tier>(true);
}

/** Functions that are generic over paths need no cast. */
async function read<P extends PathsWith<'GET'>>(path: P, init: InitOf<P, 'GET'>): Promise<DataOf<P, 'GET'>> {
  // @ts-expect-error The options are missing.
  management.GET(path);
  return await unwrap(management.GET(path, init));
}
/** Functions that are generic over methods need no cast. */
export async function callAny<M extends 'GET' | 'DELETE', P extends PathsWith<M>>(
  method: M,
  path: P,
  init: InitOf<P, M>,
): Promise<DataOf<P, M>> {
  // @ts-expect-error The options are missing.
  management.request(method, path);
  return await unwrap(management.request(method, path, init));
}
callAny('GET', '/token-exchange-profiles/{id}', { params }).then(({ name }) => name?.length);
export const called = async (method: 'GET' | 'DELETE'): Promise<string | undefined> =>
  (await management.request(method, '/token-exchange-profiles/{id}', { params })).error?.message;
// @ts-expect-error The path has no GET.
management.request('GET', '/guardian/enrollments/{id}', { params });

export async function remove<P extends WithId>(path: P, id: string): Promise<DataOf<P, 'DELETE'>> {
  const { data, error } = await management.DELETE(path, { params: { path: { id } }, timeout: 1 });
  if (error) throw error;
  // @ts-expect-error The parameter is misspelt.
  management.DELETE(path, { params: { path: { ID: id } } });
  return data;
}
export const errorOf = async <P extends WithId>(path: P): Promise<ErrorOf<P, 'DELETE'> | undefined> =>
  (await management.DELETE(path, { params })).error;
read('/token-exchange-profiles/{id}', { params }).then(({ name }) => name?.length);
// @ts-expect-error The document has no such path.
read('/guardian/enrollments/{id}', { params });
