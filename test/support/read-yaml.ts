import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Reads a YAML file in the folder of a test, such as a table of cases. The key `<<` merges a map. */
export const readYaml = (folder: string, file: string) =>
  parse(readFileSync(join(folder, file), 'utf8'), { merge: true, maxAliasCount: -1 });
