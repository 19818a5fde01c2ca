import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Reads a YAML file in the folder of a test, such as a table of cases. The key `<<` merges a map. */
export const readYaml = (folder: string, file: string) =>
  parse(readFileSync(join(folder, file), 'utf8'), { merge: true, maxAliasCount: -1 });

/**
 * Reads a YAML file that is a list of entries.
 *
 * @throws Error If an entry has a key that is not in `keys`: a misspelt key would be an absent expectation.
 */
export function readEntries<T extends object>(folder: string, file: string, keys: readonly (keyof T)[]): T[] {
  const entries: T[] = readYaml(folder, file);
  for (const entry of entries) checkKeys(entry, keys);
  return entries;
}

export function checkKeys<T extends object>(entry: T, keys: readonly (keyof T)[]): void {
  const unknown = Object.keys(entry).find((key) => !keys.some((known) => known === key));
  if (unknown !== undefined) throw new Error(`${Object.values(entry)[0]}: must not have the key ${unknown}`);
}
