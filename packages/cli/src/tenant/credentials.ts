import { createPrivateKey } from 'node:crypto';
import {
  type ClientCredentialsOptions,
  clientCredentials,
  createManagementClient,
  type Fetch,
  type ManagementClient,
  privateKeyJwt,
} from 'tenant-management-client';
import type { Pacer } from 'tenant-management-client/bulk';
import { secureUrl } from '../../../../common/secure-url.js';
import type { TenantOptions } from '../command-arguments.js';
import { type CommandContext, canAsk } from '../command-context.js';
import { UsageError } from '../exit-status.js';
import { createPace } from './pace.js';
import { createProxyFetch, type ProxyFetch, routeOf } from './proxy-fetch.js';
import { readSecretFile } from './secret-file.js';
import { readSettings, type TenantSettings, tenantsPath, VARIABLES } from './settings.js';

/** A tenant, and the client that may use its API. */
export interface Tenant {
  /** Host name or base URL. */
  readonly name: string;
  readonly clientId: string;
  /**
   * Reads the credentials of the client. Asks for the secret if no setting contains it.
   *
   * @param maxRate Largest number of requests per second.
   * @throws UsageError If the credentials are missing or not valid.
   */
  readCredentials(maxRate?: number): Promise<Credentials>;
}

/** The credentials of the client of a tenant. All clients and token requests of one object share one token. */
export interface Credentials extends ProxyFetch {
  createClient(pacer: Pacer, fetch: Fetch): ManagementClient;
  /**
   * Requests a token, or returns the token of an earlier request if it has not expired.
   *
   * @throws The error of the token source `clientCredentials` of the client.
   */
  requestToken(options: { readonly signal: AbortSignal; readonly fetch: Fetch }): Promise<string>;
}

/**
 * Opens a tenant. In a terminal, asks for settings that are missing.
 *
 * @throws UsageError If a setting is missing or not valid. The message names the setting and does not contain its value.
 */
export async function openTenant(options: TenantOptions, context: CommandContext): Promise<Tenant> {
  const settings = await readSettings(options, context);
  checkOnlyOne(settings, ['tenantDomain', 'baseUrl'], options.tenant);
  checkOnlyOne(settings, ['clientSecret', 'clientSecretFile', 'privateKeyFile'], options.tenant);
  const { baseUrl } = settings;
  const allowHttp = options.allowHttp === true;
  const ask = (setting: Setting) => askFor(setting, options.tenant !== undefined, context);
  const placeOf: PlaceOf = (setting, option) =>
    options.tenant === undefined
      ? `${option} or ${VARIABLES[setting]}`
      : `${setting} of tenant "${options.tenant}" in ${tenantsPath(context)}`;
  const tenantDomain =
    baseUrl === undefined ? (settings.tenantDomain ?? (await ask('tenantDomain'))) : settings.tenantDomain;
  const clientId = settings.clientId ?? (await ask('clientId'));
  const address = { ...(baseUrl === undefined ? { tenantDomain: tenantDomain ?? '' } : { baseUrl }), allowHttp };
  // Check the address before the command asks for confirmation.
  checked(() => createManagementClient({ ...address, auth: 'unused' }));
  return {
    // The name is part of the key of a job, so the same address must have the same name.
    name: (baseUrl ?? tenantDomain ?? '').replace(/\/+$/, ''),
    clientId,
    readCredentials: async (maxRate) => {
      const credentials = await readOptions({ ...settings, clientId }, () => ask('clientSecretFile'), placeOf, context);
      const auth = checked(() => clientCredentials(credentials));
      // The address is valid, because `createManagementClient` has accepted it.
      const { origin } = new URL(baseUrl ?? `https://${tenantDomain}`);
      // Reject an invalid token URL or proxy before the first request.
      const tokenUrl = checked(() => secureUrl('tokenUrl', credentials.tokenUrl ?? origin, allowHttp, origin));
      for (const url of [origin, tokenUrl]) routeOf(new URL(url), context.env);
      const { fetch: send, close } = createProxyFetch(context.env);
      const pace = createPace(maxRate);
      return {
        // A wait before the call is not enough: calls that wait for a token would follow each other immediately.
        fetch: (request, init) => pace(init.signal).then(() => send(request, init)),
        close,
        createClient: (pacer, fetch) => createManagementClient({ ...address, auth, pacer, fetch }),
        requestToken: ({ signal, fetch }) => auth({ origin, allowHttp, fetch, signal }),
      };
    },
  };
}

/** For each setting that can be missing: the question, and how to set the setting if `--tenant` is not used. */
const QUESTIONS = {
  tenantDomain: [
    'Host name of the tenant, such as acme.example.com',
    'pass --domain or --tenant, or set TENANT_DOMAIN',
  ],
  clientId: ['Client id', 'pass --client-id or --tenant, or set TENANT_CLIENT_ID'],
  clientSecretFile: [
    'Client secret',
    'set TENANT_CLIENT_SECRET, pass --secret-file (or --key-file), or pass --tenant with a tenants file',
  ],
} as const;

/** Throws if more than one of these settings has a value. An option has already replaced the variables of the others. */
function checkOnlyOne(settings: TenantSettings, names: readonly (keyof TenantSettings)[], tenant?: string): void {
  const set = names.filter((name) => settings[name] !== undefined);
  const list = (tenant === undefined ? set.map((name) => VARIABLES[name]) : set).join(' and ');
  const place = tenant === undefined ? '' : ` of tenant "${tenant}" in the tenants file`;
  if (set.length > 1) throw new UsageError(`set only one of ${list}${place}`);
}

/** Returns where a setting comes from: an option or its variable, or the tenants file. */
type PlaceOf = (setting: keyof TenantSettings, option: string) => string;

type Setting = keyof typeof QUESTIONS;

async function askFor(setting: Setting, isInFile: boolean, context: CommandContext): Promise<string> {
  const [question, places] = QUESTIONS[setting];
  if (!canAsk(context)) {
    const remedy = isInFile ? `add ${setting} to the tenant in the tenants file` : places;
    throw new UsageError(`the ${question.split(',')[0]?.toLowerCase()} is missing: ${remedy}`);
  }
  // Load the library for questions only if the command asks a question.
  const { askSecret, askText } = await import('../prompts.js');
  if (setting === 'clientSecretFile') return askSecret(context, question);
  return askText(context, question, setting === 'tenantDomain' ? hostProblem : undefined);
}

/** Returns what must be true, unless the client accepts the host name. */
function hostProblem(host = ''): string | undefined {
  try {
    createManagementClient({ tenantDomain: host, auth: 'unused' });
    return undefined;
  } catch {
    return 'It must be a host name, without https://, port or path; for a URL, exit and pass --base-url.';
  }
}

async function readOptions(
  settings: TenantSettings & { readonly clientId: string },
  askSecret: () => Promise<string>,
  placeOf: PlaceOf,
  context: CommandContext,
): Promise<ClientCredentialsOptions> {
  const { clientId, clientSecret, clientSecretFile, privateKeyFile, tokenUrl, audience } = settings;
  const common = { clientId, ...(tokenUrl !== undefined && { tokenUrl }), ...(audience !== undefined && { audience }) };
  if (privateKeyFile !== undefined) {
    const key = await readKey(privateKeyFile, placeOf('privateKeyFile', '--key-file'), settings, context);
    return { ...common, clientAuthentication: key };
  }
  if (clientSecretFile !== undefined) {
    const from = placeOf('clientSecretFile', '--secret-file');
    return { ...common, clientSecret: await readSecretFile(clientSecretFile, from, context) };
  }
  return { ...common, clientSecret: clientSecret ?? (await askSecret()) };
}

async function readKey(file: string, place: string, { keyId }: TenantSettings, context: CommandContext) {
  const text = await readSecretFile(file, place, context);
  const authenticate = checked(
    () =>
      privateKeyJwt({
        key: text.startsWith('{') ? parseJwk(text, file) : text,
        ...(keyId !== undefined && { keyId }),
        // A JWK states its algorithm, and RS256 is the default of a PEM file.
        ...(isEcPem(text) && { alg: 'ES256' }),
      }),
    `the key file ${file}`,
  );
  // The first token request imports the key.
  const clientAuthentication: typeof authenticate = async (...request) => {
    await Promise.resolve(authenticate(...request)).catch((error: Error) => {
      throw new TypeError(`the key file ${file}: ${error.message}`);
    });
  };
  return clientAuthentication;
}

function isEcPem(text: string): boolean {
  try {
    return createPrivateKey(text).asymmetricKeyType === 'ec';
  } catch {
    // `privateKeyJwt` throws an error that says what the key must be.
    return false;
  }
}

function parseJwk(text: string, file: string): object {
  try {
    return JSON.parse(text);
  } catch {
    // The message of a syntax error quotes the text, which is a private key.
    throw new UsageError(`the key file ${file} must be a PKCS#8 PEM file or a JSON Web Key`);
  }
}

/** Calls a function of the client. If an option is not valid, throws a `UsageError` instead of a `TypeError`. */
function checked<Value>(create: () => Value, subject = 'settings of the tenant'): Value {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // The client names its own option.
    throw new UsageError(`${subject}: ${error.message.replace('allowHttp', '--allow-http')}`);
  }
}
