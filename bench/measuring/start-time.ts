import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NodeBinary } from './machine.ts';
import { median, shuffled } from './statistics.ts';

/**
 * Code that prints the time and ends the process. `hrtime` uses the same clock in all processes, so the parent process
 * can subtract the time at which it started the child process.
 */
export const printTime = 'process.stdout.write(String(process.hrtime.bigint())); process.exit();';

/** Writes each program to a file. @returns The file paths by program name. */
export async function writePrograms(
  folder: string,
  sources: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true });
  const files = [...sources].map(([name, source], index) => ({ name, source, file: join(folder, `${index}.mjs`) }));
  await Promise.all(files.map(({ file, source }) => writeFile(file, source)));
  return new Map(files.map(({ name, file }) => [name, file]));
}

/**
 * Starts all programs once per round, in random order. Returns the times of each program: the milliseconds from the
 * start of a process to the time that the process prints.
 */
export function timeStarts(
  { file: node }: NodeBinary,
  programs: ReadonlyMap<string, string>,
  rounds: number,
): Map<string, number[]> {
  const times = new Map([...programs.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, program] of shuffled([...programs])) {
      const start = process.hrtime.bigint();
      const printed = execFileSync(node, [program], { encoding: 'utf8' });
      times.get(name)?.push(Number(BigInt(printed) - start) / 1e6);
    }
  }
  return times;
}

/** Subtracts the time of a base program from the time of a program in each round, and returns the median difference. */
export function medianOver(times: ReadonlyMap<string, readonly number[]>, name: string, base: string): number {
  const baseTimes = times.get(base) ?? [];
  return median((times.get(name) ?? []).map((time, round) => time - (baseTimes[round] ?? 0)));
}
