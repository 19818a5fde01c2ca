import { dirname, join, resolve } from 'node:path';
import { didYouMean } from 'tenant-management-client/internal';
import type { Context } from '../context.js';
import { UsageError } from '../exit-status.js';
import { homeFolder } from '../home-folder.js';
import { readSecretFile } from './secret-file.js';
import { SETTINGS, type TenantSettings } from './settings.js';

/** Settings that name a file. A relative path is relative to the folder of the tenants file. */
const FILES = ['clientSecretFile', 'privateKeyFile'] as const;

/**
 * Reads the settings of a tenant from a tenants file: a JSON object whose keys are the names of the tenants. The
 * variable TENANTS_FILE names the file. The default is `tenants.json` in the configuration folder.
 *
 * @throws UsageError If the file is not valid, or if it does not contain the tenant. The message contains no value.
 */
export async function readTenantsFile(tenant: string, context: Context): Promise<TenantSettings> {
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

/** Returns the absolute path of the tenants file. */
export function tenantsPath({ env }: Context): string {
  const chosen = env['TENANTS_FILE'];
  if (chosen) return resolve(chosen);
  const folder = env['XDG_CONFIG_HOME'] || (process.platform === 'win32' ? env['APPDATA'] : undefined);
  const base = folder ?? join(homeFolder('TENANTS_FILE'), '.config');
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
