import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** Reads a YAML file of this folder, such as a document. */
export const readYaml = (file: string) => parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
