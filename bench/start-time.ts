import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Node } from './machine.ts';
import { median, shuffled } from './statistics.ts';

/**
 * Ends a program and tells when. The clock of hrtime is the machine's, so that another process can subtract its own
 * reading.
 */
export const tellTime = 'process.stdout.write(String(process.hrtime.bigint())); process.exit();';

/** Writes programs. @returns Their files by name. */
export async function writePrograms(
  folder: string,
  sources: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true });
  const files = [...sources].map(([name, source], index) => ({ name, source, file: join(folder, `${index}.mjs`) }));
  await Promise.all(files.map(({ file, source }) => writeFile(file, source)));
  return new Map(files.map(({ name, file }) => [name, file]));
}

/** Milliseconds from the start of each process to the time that it tells, in rounds of random order. */
export function timeStarts(
  { file: node }: Node,
  programs: ReadonlyMap<string, string>,
  rounds: number,
): Map<string, number[]> {
  const times = new Map([...programs.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, program] of shuffled([...programs])) {
      const start = process.hrtime.bigint();
      const told = execFileSync(node, [program], { encoding: 'utf8' });
      times.get(name)?.push(Number(BigInt(told) - start) / 1e6);
    }
  }
  return times;
}

/** Median of the differences of each round. */
export function medianOver(times: ReadonlyMap<string, readonly number[]>, name: string, base: string): number {
  const baseTimes = times.get(base) ?? [];
  return median((times.get(name) ?? []).map((time, round) => time - (baseTimes[round] ?? 0)));
}
