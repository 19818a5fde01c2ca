import { readFile } from 'node:fs/promises';
import { parseEnv } from 'node:util';
import type { OpenApiDocument } from 'tools-document/model';
import { clientDefaults } from 'tools-document/operations';
import { isHost, secureUrl } from '../../../../common/secure-url.ts';
import { parseJson } from '../parse-json.ts';
import type { LiveIds } from './item-ids.ts';

/** Client credentials of a tenant. */
export interface TenantClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** A live tenant, and the ids that the contract suite may use. */
export interface LiveTenant {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** Absent if the document has no audience. */
  readonly audience?: string;
  readonly client: TenantClient;
  /** A client without scopes, to test the 403 response. */
  readonly withoutScopes?: TenantClient;
  /** A token that has expired, to test the 401 response. */
  readonly expiredToken?: string;
  /** The audience of another API, to test a token that the API must reject. */
  readonly otherAudience?: string;
  /** Whether the suite may also send calls that could change items, because the server is only for tests. */
  readonly isDisposable?: boolean;
  /** Whether the statuses of the behavior file and of conventions are required, although the document has none of them. */
  readonly expectsBehavior?: boolean;
  /** Milliseconds after which a call fails, with its retries. By default, the client's timeout. */
  readonly callTimeout?: number;
  readonly ids: LiveIds;
}

/**
 * Returns instructions for configuring a tenant.
 *
 * @param idVariables The names of the variables that are derived from aliases.
 */
export const tenantHelp = (idVariables: readonly string[]): string =>
  [
    'Configure the tenant with environment variables, or with --tenant and a file of lines such as TENANT_DOMAIN=acme.example.com.',
    'Required:',
    '  TENANT_DOMAIN         tenant hostname, such as acme.example.com (or TENANT_BASE_URL, the full base URL of its API)',
    '  TENANT_CLIENT_ID      id of a client with the scopes of the operations to call',
    '  TENANT_CLIENT_SECRET  secret of that client',
    'Ids of the items to read:',
    ...(idVariables.length === 0 ? [] : [`  ${idVariables.join(', ')}  the id of an item`]),
    '  TENANT_IDS  ids by operation id: {"<operation id>": "<id>", "<operation id>": {"<parameter>": "<value>"}}',
    'Optional:',
    '  TENANT_TOKEN_URL, TENANT_AUDIENCE  only if they differ from the values in the document',
    '  TENANT_UNSCOPED_CLIENT_ID, TENANT_UNSCOPED_CLIENT_SECRET  a client without scopes, to test the 403 response',
    '  TENANT_EXPIRED_TOKEN  an access token that has expired, to test the 401 response',
    '  TENANT_OTHER_AUDIENCE  the audience of another API for which the client gets tokens, to test the 401 response',
  ].join('\n');

/** Variables by name, such as `process.env`. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** Reads variables from a file of lines such as `TENANT_DOMAIN=acme.example.com`. */
export async function readVariables(file: string): Promise<Variables> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(`--tenant must name a file that can be read; reading it failed with ${error.code}`);
  });
  // A decoder removes a byte order mark.
  return parseEnv(new TextDecoder().decode(bytes));
}

/**
 * Reads the configuration of a tenant from variables.
 *
 * @param document The document, which has the defaults of the URLs and the audience.
 * @param ids The ids with which operations may be called.
 * @param idVariables The names of the variables that contain ids, for error messages.
 * @throws Error If a variable is missing or invalid. The message names the variable and does not contain its value.
 */
export function readTenant(
  variables: Variables,
  document: OpenApiDocument,
  ids: LiveIds,
  idVariables: readonly string[] = [],
): LiveTenant {
  const { serverUrl, tokenUrl, audience } = clientDefaults(document);
  // An empty variable is treated as not set.
  const optional = (name: string): string | undefined => variables[name] || undefined;
  const required = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw new Error(`${name} is not set. ${tenantHelp(idVariables)}`);
    return value;
  };
  const defaultUrl = () =>
    serverUrl === undefined ? required('TENANT_BASE_URL') : urlOf(serverUrl, required('TENANT_DOMAIN'));
  const baseUrl = readUrl('TENANT_BASE_URL', optional('TENANT_BASE_URL') ?? defaultUrl());
  const { origin } = new URL(baseUrl);
  const tenantAudience = optional('TENANT_AUDIENCE') ?? (audience && new URL(audience, origin).href);
  const unscoped = optional('TENANT_UNSCOPED_CLIENT_ID');
  const otherAudience = optional('TENANT_OTHER_AUDIENCE');
  const expiredToken = optional('TENANT_EXPIRED_TOKEN');
  if (expiredToken !== undefined) checkExpired(expiredToken);
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    tokenUrl: readUrl(
      'TENANT_TOKEN_URL',
      optional('TENANT_TOKEN_URL') ?? tokenUrl ?? required('TENANT_TOKEN_URL'),
      origin,
    ),
    ...(tenantAudience !== undefined && { audience: tenantAudience }),
    client: { clientId: required('TENANT_CLIENT_ID'), clientSecret: required('TENANT_CLIENT_SECRET') },
    ...(unscoped === undefined
      ? {}
      : { withoutScopes: { clientId: unscoped, clientSecret: required('TENANT_UNSCOPED_CLIENT_SECRET') } }),
    ...(expiredToken !== undefined && { expiredToken }),
    ...(otherAudience !== undefined && { otherAudience }),
    ids,
  };
}

/** Returns the URL in a variable. Unlike the client, the runner has no option that allows `http:` for each host. */
function readUrl(name: string, value: string, base?: string): string {
  try {
    return secureUrl(name, value, false, base);
  } catch (error) {
    throw new Error((error as Error).message.replace('pass allowHttp', 'use a server on loopback'));
  }
}

/** A tenant can accept a token for this long after it expired, because clocks differ. */
const CLOCK_DIFFERENCE_MS = 5 * 60_000;

/** Whether no clock of a tenant can accept a token. Only a JWT shows when it expired. */
export function isLongExpired(token: string): boolean {
  const expiry = expiryOf(token);
  return expiry !== undefined && expiry + CLOCK_DIFFERENCE_MS < Date.now();
}

/** Returns when a JWT expires, in epoch milliseconds; `undefined` if the token does not show it. */
function expiryOf(token: string): number | undefined {
  const claims = parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { exp } = Object(claims) as { readonly exp?: unknown };
  return typeof exp === 'number' ? exp * 1000 : undefined;
}

/** Throws if a token is a JWT that has not expired: the tenant would be right to accept this token. */
function checkExpired(token: string): void {
  if ((expiryOf(token) ?? 0) > Date.now())
    throw new Error(
      'TENANT_EXPIRED_TOKEN must be a token that has expired: wait until it expires, or omit the variable',
    );
}

function urlOf(template: string, domain: string): string {
  if (!isHost(domain))
    throw new Error('TENANT_DOMAIN must be a host name such as acme.example.com, without "https://" or a path');
  return template.replace(/{.*?}/, domain);
}
