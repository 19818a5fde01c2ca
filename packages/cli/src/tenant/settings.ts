/** The settings of a tenant: the address of its API, and the credentials of the client. */
export interface TenantSettings {
  readonly tenantDomain?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  readonly clientSecretFile?: string | undefined;
  readonly privateKeyFile?: string | undefined;
  readonly keyId?: string | undefined;
  /** `RS256` or `ES256`. */
  readonly algorithm?: string | undefined;
  readonly tokenUrl?: string | undefined;
  readonly audience?: string | undefined;
}

/** The environment variable of each setting. */
export const VARIABLES: Readonly<Record<keyof TenantSettings, string>> = {
  tenantDomain: 'TENANT_DOMAIN',
  baseUrl: 'TENANT_BASE_URL',
  clientId: 'TENANT_CLIENT_ID',
  clientSecret: 'TENANT_CLIENT_SECRET',
  clientSecretFile: 'TENANT_CLIENT_SECRET_FILE',
  privateKeyFile: 'TENANT_PRIVATE_KEY_FILE',
  keyId: 'TENANT_KEY_ID',
  algorithm: 'TENANT_KEY_ALGORITHM',
  tokenUrl: 'TENANT_TOKEN_URL',
  audience: 'TENANT_AUDIENCE',
};

/** Names of all settings. */
export const SETTINGS = Object.keys(VARIABLES) as (keyof TenantSettings)[];
