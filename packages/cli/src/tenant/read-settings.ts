import type { TenantOptions } from '../command-options.js';
import type { Context } from '../context.js';
import { SETTINGS, type TenantSettings, VARIABLES } from './settings.js';
import { readTenantsFile } from './tenants-file.js';

/**
 * Reads the settings of the tenant: with `--tenant` from the tenants file, otherwise from the options and the
 * environment. The function never mixes the two sources, so that no secret is sent to another tenant.
 *
 * @throws UsageError If the tenants file is not valid.
 */
export async function readSettings(options: TenantOptions, context: Context): Promise<TenantSettings> {
  if (options.tenant !== undefined) return readTenantsFile(options.tenant, context);
  const { domain, baseUrl, clientId, secretFile, keyFile, keyId } = options;
  const isAddressed = domain !== undefined || baseUrl !== undefined;
  const isAuthenticated = secretFile !== undefined || keyFile !== undefined;
  const fromEnvironment = readEnvironment(context.env);
  return {
    ...fromEnvironment,
    // An option also replaces related variables: an address replaces the token URL and the audience, a secret file
    // replaces the private key, and a key file replaces the secret.
    ...(isAddressed && { tenantDomain: domain, baseUrl, tokenUrl: undefined, audience: undefined }),
    ...(clientId !== undefined && { clientId }),
    ...(isAuthenticated && { clientSecret: undefined, clientSecretFile: secretFile, privateKeyFile: keyFile }),
    ...(keyId !== undefined && { keyId }),
  };
}

/** Reads the variables. An empty variable counts as not set. */
const readEnvironment = (env: Context['env']): TenantSettings =>
  Object.fromEntries(SETTINGS.map((name) => [name, env[VARIABLES[name]] || undefined]));
