// The committed results, from which the page and the tables of the README are generated.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Facts that differ, such as `status`, with the text `0 instead of 301`. */
export type Differences = Readonly<Record<string, string>>;

/** The result of a runtime. */
export interface RuntimeResult {
  readonly version: string;
  /** Classes of the platform's errors, separated by commas. */
  readonly platformErrors: string;
  /** Differences by the subject and the title of the situation. */
  readonly differences: Readonly<Record<string, Readonly<Record<string, Differences>>>>;
}

/** The results of all runtimes, by name. A runtime that was not tested has the value `null`. */
export interface Results {
  /** Number of situations. */
  readonly situations: number;
  readonly runtimes: Readonly<Record<string, RuntimeResult | null>>;
}

const file = join(import.meta.dirname, '../results.json');

export const readResults = async (): Promise<Results> => JSON.parse(await readFile(file, 'utf8'));

export const writeResults = (results: Results): Promise<void> =>
  writeFile(file, `${JSON.stringify(results, null, 2)}\n`);
