import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/**
 * Reads a YAML file in the folder of a test, such as a table of cases. The key `<<` merges a map.
 * `test/end-to-end/yaml-tables.test.ts` compares each table with the type at the call.
 */
export const readYaml = <T>(folder: string, file: string): T =>
  parse(readFileSync(join(folder, file), 'utf8'), { merge: true, maxAliasCount: -1 });
