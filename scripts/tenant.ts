import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import { audience, serverUrl, tokenUrl } from '../src/generated/defaults.ts';

/** A client of a tenant. */
export interface TenantClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A live tenant, and what may be done to it. */
export interface Tenant {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly audience: string;
  readonly client: TenantClient;
  /** A client that has no scope, to see that it is refused. */
  readonly withoutScopes: TenantClient | undefined;
  /** By operation id, the id that it may be called with; an operation that is not here is not called. */
  readonly ids: Readonly<Record<string, string>>;
}

/** Ids that may be deleted, by operation id, as JSON: set by `npm run test:contract` for its own tests alone. */
export const DELETABLE_IDS = 'CONTRACT_DELETABLE_IDS';

const HELP = `
  TENANT_DOMAIN         host of the tenant, such as acme.example.com (or TENANT_BASE_URL, the whole URL of its API)
  TENANT_CLIENT_ID      a client with the scope read:token_exchange_profiles
  TENANT_CLIENT_SECRET  its secret
  TENANT_PROFILE_ID     a token exchange profile to read
and, where they differ from the document or are wanted:
  TENANT_TOKEN_URL, TENANT_AUDIENCE, TENANT_UNSCOPED_CLIENT_ID, TENANT_UNSCOPED_CLIENT_SECRET`;

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads variables from a file of lines such as `TENANT_DOMAIN=acme.example.com`. */
export async function readVariables(file: string): Promise<Variables> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--tenant: ${file} cannot be read: ${error.code}`);
  });
  return parseEnv(text);
}

/**
 * Makes a tenant of variables.
 *
 * @throws Error Naming the variable that is missing or wrong, never its value.
 */
export function readTenant(variables: Variables): Tenant {
  const needed = (name: string): string => {
    const value = variables[name];
    if (!value) throw new Error(`${name} is not set. A live tenant is told by variables, or by a file of them:${HELP}`);
    return value;
  };
  const url = (name: string, reference: string, base?: string): string => {
    if (!URL.canParse(reference, base))
      throw new Error(`${name}: expected a URL such as https://acme.example.com/api/v2`);
    return new URL(reference, base).href;
  };
  const baseUrl =
    variables['TENANT_BASE_URL'] ??
    (serverUrl ?? '').replace(/{.*?}/, variables['TENANT_BASE_URL'] ?? needed('TENANT_DOMAIN'));
  const { origin } = new URL(url('TENANT_BASE_URL', baseUrl));
  const unscoped = variables['TENANT_UNSCOPED_CLIENT_ID'];
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    tokenUrl: url('TENANT_TOKEN_URL', variables['TENANT_TOKEN_URL'] ?? tokenUrl ?? '', origin),
    audience: variables['TENANT_AUDIENCE'] ?? new URL(audience ?? '', origin).href,
    client: { clientId: needed('TENANT_CLIENT_ID'), clientSecret: needed('TENANT_CLIENT_SECRET') },
    withoutScopes: unscoped ? { clientId: unscoped, clientSecret: needed('TENANT_UNSCOPED_CLIENT_SECRET') } : undefined,
    ids: {
      'get_token-exchange-profiles_by_id': needed('TENANT_PROFILE_ID'),
      ...JSON.parse(variables[DELETABLE_IDS] ?? '{}'),
    },
  };
}
