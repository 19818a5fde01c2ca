import { readFile } from 'node:fs/promises';
import { formatProblem, parseYaml } from 'tools-document';
import { checkSeed, type Seed } from './seed.js';

/**
 * Reads the options of `startSandbox` from a YAML or JSON file.
 *
 * @throws Error If the file cannot be read or is not valid. The message has a line for each problem.
 */
export async function readSeedFile(file: string): Promise<Seed> {
  const source = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(`${file}: cannot be read: ${error.code}`);
  });
  const seed = await parseYaml(file, source, async (value) =>
    (await checkSeed(value)).map((problem) => ({ path: problem.path, text: formatProblem('seed', problem) })),
  );
  // The cast is safe, because checkSeed has accepted the value.
  return seed as Seed;
}
