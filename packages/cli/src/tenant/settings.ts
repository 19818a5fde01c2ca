import { dirname, resolve } from 'node:path';
import { didYouMean } from '../../../../common/closest-name.js';
import type { TenantOptions } from '../command-arguments.js';
import { type CommandContext, userFolder } from '../command-context.js';
import { UsageError } from '../exit-status.js';
import { readSecretFile } from './secret-file.js';

/** The environment variable of each setting of a tenant: of the address of its API, and of the credentials of the client. */
export const VARIABLES = {
  tenantDomain: 'TENANT_DOMAIN',
  baseUrl: 'TENANT_BASE_URL',
  clientId: 'TENANT_CLIENT_ID',
  clientSecret: 'TENANT_CLIENT_SECRET',
  clientSecretFile: 'TENANT_CLIENT_SECRET_FILE',
  privateKeyFile: 'TENANT_PRIVATE_KEY_FILE',
  keyId: 'TENANT_KEY_ID',
  tokenUrl: 'TENANT_TOKEN_URL',
  audience: 'TENANT_AUDIENCE',
} as const;

export type TenantSettings = { readonly [Name in keyof typeof VARIABLES]?: string | undefined };

const SETTINGS = Object.keys(VARIABLES) as (keyof TenantSettings)[];

const FOR_TENANT = 'They can belong to another tenant; for this tenant, pass --token-url or --audience.';
const FOR_SECRET = 'The command uses one secret or private key; to use that of the variables, leave out the option.';

/** Options, the settings whose variables are ignored if the option is passed, and the reason with the remedy. */
const REPLACED: readonly (readonly [keyof TenantOptions, string, readonly (keyof TenantSettings)[], string])[] = [
  ['tenant', '--tenant', SETTINGS, 'All settings come from the tenants file; change them there.'],
  ['domain', '--domain', ['baseUrl', 'tokenUrl', 'audience'], FOR_TENANT],
  ['baseUrl', '--base-url', ['tenantDomain', 'tokenUrl', 'audience'], FOR_TENANT],
  ['secretFile', '--secret-file', ['clientSecret', 'privateKeyFile', 'keyId'], FOR_SECRET],
  ['keyFile', '--key-file', ['clientSecret', 'clientSecretFile', 'keyId'], FOR_SECRET],
];

/**
 * Reads the settings of the tenant: with `--tenant` from the tenants file, otherwise from the options and the
 * environment. The function never mixes the two sources. Names the variables
 * that are ignored on stderr, except the variable with the same purpose as an option.
 *
 * @throws UsageError If the tenants file is not valid.
 */
export async function readSettings(options: TenantOptions, context: CommandContext): Promise<TenantSettings> {
  const { tenant, domain: tenantDomain, secretFile: clientSecretFile, keyFile: privateKeyFile } = options;
  const passed: TenantSettings = { ...options, tenantDomain, clientSecretFile, privateKeyFile };
  const settings = readEnvironment(context.env);
  for (const [, flag, names, reason] of REPLACED.filter(([option]) => options[option] !== undefined)) {
    const ignored = names.filter((name) => settings[name] !== undefined && passed[name] === undefined);
    const variables = ignored.map((name) => VARIABLES[name]).join(', ');
    if (variables !== '') context.stderr.write(`Ignored because of ${flag}: ${variables}. ${reason}\n`);
    for (const name of ignored) settings[name] = undefined;
  }
  if (tenant !== undefined) return readTenantsFile(tenant, context);
  return Object.fromEntries(SETTINGS.map((name) => [name, passed[name] ?? settings[name]]));
}

/** Reads the variables. An empty variable counts as not set. */
const readEnvironment = (env: CommandContext['env']): Partial<Record<keyof TenantSettings, string | undefined>> =>
  Object.fromEntries(SETTINGS.map((name) => [name, env[VARIABLES[name]] || undefined]));

/** Settings that name a file. A relative path is relative to the folder of the tenants file. */
const FILES = ['clientSecretFile', 'privateKeyFile'] as const;

/**
 * Reads the settings of a tenant from a tenants file: a JSON object whose keys are the names of the tenants. The
 * variable TENANTS_FILE names the file. The default is `tenants.json` in the configuration folder.
 *
 * @throws UsageError If the file is not valid, or if it does not contain the tenant. The message contains no value.
 */
async function readTenantsFile(tenant: string, context: CommandContext): Promise<TenantSettings> {
  const path = tenantsPath(context);
  const tenants = parse(await readSecretFile(path, `the tenants file ${path}`, context, '"clientSecret"'), path);
  if (!Object.hasOwn(tenants, tenant)) {
    const names = Object.keys(tenants);
    const hint = didYouMean(tenant, names) || '.';
    throw new UsageError(
      `--tenant must be the name of a tenant in ${path}${hint} Valid names: ${names.join(', ') || 'none'}`,
    );
  }
  const settings = tenants[tenant];
  if (!isSettings(settings)) throw new UsageError(`${path}: each tenant must be an object whose values are strings`);
  const unknown = Object.keys(settings).find((key) => !(SETTINGS as string[]).includes(key));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, SETTINGS) || '.';
    throw new UsageError(`${path}: the tenant has an unknown key${hint} Valid keys: ${SETTINGS.join(', ')}`);
  }
  const absolute = FILES.flatMap((key) => {
    const value = settings[key];
    return value === undefined ? [] : [[key, resolve(dirname(path), value)] as const];
  });
  return { ...settings, ...Object.fromEntries(absolute) };
}

export function tenantsPath(context: CommandContext): string {
  const chosen = context.env['TENANTS_FILE'];
  if (chosen) return resolve(chosen);
  const base = userFolder(context, ['XDG_CONFIG_HOME', 'APPDATA', '.config'], 'TENANTS_FILE');
  return resolve(base, 'tenant-management', 'tenants.json');
}

function parse(text: string, name: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // The message of a syntax error quotes the text, which can contain a secret.
    throw new UsageError(`${name} must be valid JSON`);
  }
  throw new UsageError(`${name} must be a JSON object whose keys are the names of the tenants`);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSettings = (value: unknown): value is TenantSettings =>
  isObject(value) && Object.values(value).every((one) => typeof one === 'string');
