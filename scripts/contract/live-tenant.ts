import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { audience, serverUrl, tokenUrl } from '../../src/generated/defaults.ts';
import { isHost, secureUrl } from '../../src/tenant-url.ts';

/** Client credentials of a tenant. */
export interface TenantClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A live tenant, and the ids that the contract suite may use. */
export interface LiveTenant {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly audience: string;
  readonly client: TenantClient;
  /** A client without scopes, to test the 403 response. */
  readonly withoutScopes?: TenantClient;
  /** The id to pass to each operation, by operation id. An operation without an id is not called. */
  readonly ids: Readonly<Record<string, string | undefined>>;
}

const HELP = `Configure the tenant with environment variables, or with --tenant and a file of lines such as TENANT_DOMAIN=acme.example.com.
Required:
  TENANT_DOMAIN         tenant hostname, such as acme.example.com (or TENANT_BASE_URL, the full base URL of its API)
  TENANT_CLIENT_ID      id of a client with the scope read:token_exchange_profiles
  TENANT_CLIENT_SECRET  secret of that client
  TENANT_PROFILE_ID     id of a token exchange profile to read
Optional:
  TENANT_TOKEN_URL, TENANT_AUDIENCE  only if they differ from the values in the document
  TENANT_UNSCOPED_CLIENT_ID, TENANT_UNSCOPED_CLIENT_SECRET  a client without scopes, to test the 403 response`;

/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads variables from a file of lines such as `TENANT_DOMAIN=acme.example.com`. */
export async function readVariables(file: string): Promise<Variables> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--tenant must name a file that can be read; reading it failed with ${error.code}`);
  });
  return parseEnv(text);
}

/**
 * Reads the configuration of a tenant from variables.
 *
 * @param deletable The ids that may be deleted, by operation id. They come only from the command line.
 * @throws Error If a variable is missing or invalid. The message names the variable and does not contain its value.
 */
export function readTenant(variables: Variables, deletable: LiveTenant['ids']): LiveTenant {
  // An empty variable is treated as not set.
  const optional = (name: string): string | undefined => variables[name] || undefined;
  const required = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw new Error(`${name} is not set. ${HELP}`);
    return value;
  };
  const baseUrl = secureUrl('TENANT_BASE_URL', optional('TENANT_BASE_URL') ?? urlOf(required('TENANT_DOMAIN')));
  const { origin } = new URL(baseUrl);
  const unscoped = optional('TENANT_UNSCOPED_CLIENT_ID');
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    tokenUrl: secureUrl('TENANT_TOKEN_URL', optional('TENANT_TOKEN_URL') ?? tokenUrl, origin),
    audience: optional('TENANT_AUDIENCE') ?? new URL(audience ?? '', origin).href,
    client: { clientId: required('TENANT_CLIENT_ID'), clientSecret: required('TENANT_CLIENT_SECRET') },
    ...(unscoped === undefined
      ? {}
      : { withoutScopes: { clientId: unscoped, clientSecret: required('TENANT_UNSCOPED_CLIENT_SECRET') } }),
    ids: { 'get_token-exchange-profiles_by_id': required('TENANT_PROFILE_ID'), ...deletable },
  };
}

function urlOf(domain: string): string {
  if (!isHost(domain))
    throw new Error('TENANT_DOMAIN must be a host name such as acme.example.com, without "https://" or a path');
  return (serverUrl ?? '').replace(/{.*?}/, domain);
}
