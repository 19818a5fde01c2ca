import { type CatalogueEntry, catalogue } from '#generated/catalogue.ts';
import { createPacer } from '../../src/bulk/index.ts';
import {
  type ApiError,
  clientCredentials,
  type components,
  createManagementClient,
  createManagementFetch,
  type Fetch,
  type ManagementClientOptions,
  type RateLimit,
  type Result,
  type TokenRequest,
  type TokenSource,
  unwrap,
} from '../../src/index.ts';
import { same } from './same.ts';

type Profile = components['schemas']['TokenExchangeProfile'];

const auth = 't0ken';
const tenantDomain = 'acme.example.com';
const baseUrl = 'http://127.0.0.1:4010';
const params = { path: { id: 'tep_1' } };
const { signal } = new AbortController();

const management = createManagementClient({ tenantDomain, auth });

// These calls are valid and compile. So each error below has only the cause that the comment above it names.
management.GET('/token-exchange-profiles/{id}', { params });
management.DELETE('/token-exchange-profiles/{id}', { params });
management.DELETE('/guardian/enrollments/{id}', { params });
management.GET('/token-exchange-profiles/{id}', { params, signal, timeout: 1, retry: 0, headers: { 'X-Id': '42' } });
createManagementClient({ tenantDomain, auth, fetch: globalThis.fetch, timeout: 1, retry: 0, headers: {} });
createManagementClient({ tenantDomain, auth, pacer: createPacer() });
management.GET('/token-exchange-profiles/{id}', { params, pace: 'bulk' });
management.GET('/token-exchange-profiles/{id}', { params, pace: undefined });
createManagementClient({ baseUrl, auth: () => 't0ken' });
createManagementFetch({ baseUrl, auth }) satisfies typeof globalThis.fetch;
createManagementFetch({ baseUrl, auth })(baseUrl, { template: '/', cache: 'no-store' });
createManagementClient({ baseUrl, auth: async ({ origin, rejected }) => `${origin} ${rejected}` });
createManagementClient({ baseUrl, auth: clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' }) });

// Error: the document does not have the path.
// @ts-expect-error
management.GET('/token-exchange-profile/{id}', { params });
// @ts-expect-error
management.GET('/token-exchange-profiles/tep_1', { params });

// Error: the fetch of a tenant has no options of a call.
// @ts-expect-error
createManagementFetch({ baseUrl, auth, pace: 'bulk' });
// @ts-expect-error
createManagementFetch({ baseUrl, auth })(baseUrl, { timeout: 1 });

// Error: a path parameter is missing.
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}');
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params: { path: {} } });
// @ts-expect-error
management.DELETE('/token-exchange-profiles/{id}', { params: { path: {} } });

// Error: a parameter is unknown or has the wrong type.
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params: { path: { profile_id: 'tep_1' } } });
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params: { path: { id: 1 } } });
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params: { ...params, query: { page: 1 } } });
// @ts-expect-error
management.DELETE('/token-exchange-profiles/{id}', { params, body: {} });

// Error: the path does not have the method, or the client does not have the member. No API documents these methods, so
// these calls remain errors if an operation is added to the document.
// @ts-expect-error
management.HEAD('/guardian/enrollments/{id}', { params });
// @ts-expect-error
management.use({});
// @ts-expect-error
management.GET = management.DELETE;

// Error: an option of a call is misspelt, unknown or has the wrong type.
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params, timeOut: 1 });
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params, fetch: globalThis.fetch });
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params, parseAs: 'text' });
// @ts-expect-error
management.DELETE('/token-exchange-profiles/{id}', { params, timeOut: 1 });
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params, retry: true });
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params, pace: 'interactive' });
// @ts-expect-error
management.GET('/token-exchange-profiles/{id}', { params, headers: { 'X-Id': 42 } });

// Error: an option of the client is missing, misspelt, in conflict with another option, or has the wrong type.
// @ts-expect-error
createManagementClient();
// @ts-expect-error
createManagementClient({ tenantDomain });
// @ts-expect-error
createManagementClient({ tenantDomain, baseUrl, auth });
// @ts-expect-error
createManagementClient({ tenantDomian: tenantDomain, auth });
// @ts-expect-error
createManagementClient({ tenantDomain, auth: () => undefined });
// @ts-expect-error
createManagementClient({ tenantDomain, auth, fetch: () => new Response() });
// @ts-expect-error
createManagementClient({ tenantDomain, auth, pacer: {} });

// Error: an option of clientCredentials is missing, misspelt or in conflict with another option.
// @ts-expect-error
clientCredentials();
// @ts-expect-error
clientCredentials({ clientId: 'my-service' });
// @ts-expect-error
clientCredentials({ clientId: 'my-service', clientSecret: 's3cret', tokenURL: baseUrl });
// @ts-expect-error
clientCredentials({ clientId: 'my-service', clientSecret: 's3cret', clientAuthentication: () => undefined });

/** Checking `error` narrows the type of `data` if the document shows content for the success. */
export async function readProfile(): Promise<Profile> {
  const { data, error, response } = await management.GET('/token-exchange-profiles/{id}', { params });
  same<typeof response, Response>(true);
  same<typeof data, Profile | undefined>(true);
  same<typeof error, ApiError | undefined>(true);
  // @ts-expect-error
  data.name;
  // @ts-expect-error
  error.status;
  if (error) {
    same<typeof error, ApiError>(true);
    same<typeof data, undefined>(true);
    throw error;
  }
  same<typeof error, undefined>(true);
  same<typeof data, Profile>(true);
  return data;
}

/** Checking `error` also narrows the type of a result that is not destructured. */
export async function readName(): Promise<string | undefined> {
  const result = await management.GET('/token-exchange-profiles/{id}', { params });
  if (result.error !== undefined) {
    same<typeof result.data, undefined>(true);
    throw result.error;
  }
  return result.data.name;
}

/** The type of `data` is `unknown`, even after `error` is checked, if the document shows no content for the success. */
export async function removeBoth(): Promise<void> {
  const profile = await management.DELETE('/token-exchange-profiles/{id}', { params });
  same<typeof profile, Result<unknown>>(true);
  const { data, error } = await management.DELETE('/guardian/enrollments/{id}', { params });
  same<typeof data, unknown>(true);
  same<typeof error, ApiError | undefined>(true);
  // @ts-expect-error
  error.status;
  // @ts-expect-error
  data.id;
  if (error) {
    same<typeof error, ApiError>(true);
  } else {
    same<typeof error, undefined>(true);
    same<typeof data, unknown>(true);
  }
}

/** `unwrap` resolves with a value that has the type of `data`. */
export async function unwrapped(): Promise<void> {
  const profile = await unwrap(management.GET('/token-exchange-profiles/{id}', { params }));
  same<typeof profile, Profile>(true);
  const awaited = await unwrap(await management.GET('/token-exchange-profiles/{id}', { params }));
  same<typeof awaited, Profile>(true);
  const notShown = await unwrap(management.DELETE('/guardian/enrollments/{id}', { params }));
  same<typeof notShown, unknown>(true);
  // @ts-expect-error
  unwrap(Promise.resolve({ id: 'tep_1' }));
}

/** Each field of a profile is optional, because the document requires none. */
export function profileFields(profile: Profile): void {
  same<Profile['id'], string | undefined>(true);
  same<Profile['name'], string | undefined>(true);
  same<Profile['subject_token_type'], string | undefined>(true);
  same<Profile['action_id'], string | undefined>(true);
  same<Profile['type'], 'custom_authentication' | undefined>(true);
  same<Profile['created_at'], string | undefined>(true);
  same<Profile['updated_at'], string | undefined>(true);
  const empty: Profile = {};
  const known: Profile = { type: 'custom_authentication' };
  // @ts-expect-error
  const other: Profile = { type: 'another' };
  // @ts-expect-error
  const length: number = profile.name.length;
  void [empty, known, other, length];
}

/** A misspelt field of a profile is an error in every expression, although the document allows additional properties. */
export async function misspeltFields(): Promise<void> {
  const data = await unwrap(management.GET('/token-exchange-profiles/{id}', { params }));
  console.log(data.name, data.name === 'Partner tokens', JSON.stringify({ n: data.name }));
  // @ts-expect-error
  console.log(data.nmae);
  // @ts-expect-error
  const { nmae } = data;
  void nmae;
}

/** The properties of an ApiError have these types and are read-only. */
export function errorFields(error: ApiError): void {
  same<ApiError['status'], number>(true);
  same<ApiError['method'], string>(true);
  same<ApiError['path'], string>(true);
  same<ApiError['body'], unknown>(true);
  same<ApiError['headers'], Headers>(true);
  same<ApiError['rateLimit'], RateLimit | undefined>(true);
  same<ApiError['attempts'], number>(true);
  same<ApiError['maybePerformed'], number>(true);
  same<ApiError['response'], Response>(true);
  // @ts-expect-error
  error.body.message;
  // @ts-expect-error
  error.status = 200;
  // @ts-expect-error
  error.rateLimit.limit;
}

/** Callers can use these exported types in their own signatures. */
export function signatures(options: ManagementClientOptions, request: TokenRequest): void {
  const globalFetch: Fetch = globalThis.fetch;
  const sources: TokenSource[] = ['t0ken', () => 't0ken', async () => 't0ken'];
  const source = clientCredentials({ clientId: 'my-service', clientSecret: 's3cret' });
  same<typeof source, (request: TokenRequest) => Promise<string>>(true);
  same<TokenRequest['origin'], string>(true);
  same<TokenRequest['signal'], AbortSignal>(true);
  same<TokenRequest['rejected'], string | undefined>(true);
  same<ManagementClientOptions['auth'], TokenSource>(true);
  void [globalFetch, sources, source(request), createManagementClient(options)];
}

/** The catalogue has literal types for each operation. */
export function catalogueEntries(): void {
  const get = catalogue['get_token-exchange-profiles_by_id'];
  same<typeof get.method, 'GET'>(true);
  same<typeof get.path, '/token-exchange-profiles/{id}'>(true);
  same<typeof get.scopes, readonly [readonly ['read:token_exchange_profiles']]>(true);
  same<typeof get.lifecycle, 'Early Access'>(true);
  same<typeof catalogue.delete_guardian_enrollments_by_id.scopes, null>(true);
  same<CatalogueEntry['scopes'], readonly (readonly string[])[] | null>(true);
  same<CatalogueEntry['lifecycle'], string | null>(true);
  const entries: Record<string, CatalogueEntry> = catalogue;
  management.GET(get.path, { params });
  // @ts-expect-error
  catalogue.delete_guardian_enrolments_by_id;
  // @ts-expect-error
  get.method = 'DELETE';
  void entries;
}
