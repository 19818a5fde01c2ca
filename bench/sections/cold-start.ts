import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { machineNode } from '../../scripts/process/machine-node.ts';
import { outputFolder } from '../measuring/folders.ts';
import { formatNumber, median, shuffled } from '../measuring/statistics.ts';
import { PEERS, peerNames } from '../peers/peers.ts';
import type { Findings } from '../results-page.ts';

/**
 * Code that prints the time and ends the process. `hrtime` uses the same clock in all processes, so the parent process
 * can subtract the time at which it started the child process.
 */
const printTime = 'process.stdout.write(String(process.hrtime.bigint())); process.exit();';

const ROUNDS = 21;
const EMPTY = 'empty process';

/** Folder of the files of the programs. */
const folder = join(outputFolder, 'cold-start');

/** Source of each program, by its name in the results. */
const sources = new Map([
  [EMPTY, printTime],
  ['import of this package, without a call', `import 'tenant-management-client'; ${printTime}`],
  ['one Request, without a client', `new Request('https://acme.example.com'); ${printTime}`],
  ...peerNames.map(
    (name) =>
      [
        PEERS[name],
        `import { createCall } from '../peers/${name}.mjs';
         globalThis.fetch = async () => { ${printTime} };
         await createCall('https://acme.example.com')();`,
      ] as const,
  ),
]);

/** Measures the time from process start to the first `fetch` call, compared with an empty process. */
export async function measureColdStart(): Promise<Findings> {
  const programs = await writePrograms();
  const nodes = listNodes().map((node) => ({ version: node.version, times: timeStarts(node, programs) }));
  return {
    columns: ['program', ...nodes.map(({ version }) => `ms on Node ${version}`)],
    rows: [...sources.keys()]
      .filter((name) => name !== EMPTY)
      .map((name) => [name, ...nodes.map(({ times }) => formatNumber(medianOverEmpty(times, name), 1))]),
    limits: [],
    notes: [
      `Time from the start of a process to its first \`fetch\` call, minus that of an empty process: the median of ${ROUNDS} rounds. \`fetch\` is a stub, so the time in which Node loads its own is only in the row with one Request.`,
    ],
  };
}

/** Writes each program to a file. @returns The file paths by program name. */
async function writePrograms(): Promise<Map<string, string>> {
  await mkdir(folder, { recursive: true });
  const files = [...sources].map(([name, source], index) => ({ name, source, file: join(folder, `${index}.mjs`) }));
  await Promise.all(files.map(({ file, source }) => writeFile(file, source)));
  return new Map(files.map(({ name, file }) => [name, file]));
}

/**
 * Starts all programs once per round, in random order. Returns the times of each program: the milliseconds from the
 * start of a process to the time that the process prints.
 */
function timeStarts({ file: node }: NodeBinary, programs: ReadonlyMap<string, string>): Map<string, number[]> {
  const times = new Map([...programs.keys()].map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, program] of shuffled([...programs])) {
      const start = process.hrtime.bigint();
      const printed = execFileSync(node, [program], { encoding: 'utf8' });
      times.get(name)?.push(Number(BigInt(printed) - start) / 1e6);
    }
  }
  return times;
}

/** Subtracts the time of an empty process from the time of a program in each round. Returns the median difference. */
function medianOverEmpty(times: ReadonlyMap<string, readonly number[]>, name: string): number {
  const emptyTimes = times.get(EMPTY) ?? [];
  return median((times.get(name) ?? []).map((time, round) => time - (emptyTimes[round] ?? 0)));
}

/** A Node executable that the benchmark runs. */
interface NodeBinary {
  readonly file: string;
  /** For example `v24.21.0`. */
  readonly version: string;
}

/** Returns the Node that runs the benchmark, and the Node of the machine if it has another version. */
function listNodes(): NodeBinary[] {
  const current = { file: process.execPath, version: process.version };
  if (machineNode === undefined) return [current];
  const version = execFileSync(machineNode, ['--version'], { encoding: 'utf8' }).trim();
  return version === current.version ? [current] : [current, { file: machineNode, version }];
}
