import { join } from 'node:path';
import { outputFolder } from '../measuring/folders.ts';
import { listNodes, type NodeBinary } from '../measuring/machine.ts';
import { medianOver, printTime, timeStarts, writePrograms } from '../measuring/start-time.ts';
import { formatNumber, median } from '../measuring/statistics.ts';
import { PEERS, peerNames } from '../peers/peers.ts';
import type { BenchmarkTarget, Findings, Table } from './section.ts';

const ROUNDS = 21;
const EMPTY = 'empty process';
const PLATFORM = 'empty process that creates one Request';
const CLIENT = PEERS['this-package'];
const IMPORT = 'import of this package, without a call';

const folder = join(outputFolder, 'cold-start');

/** Source of each program, by its name in the results. */
const sources = new Map([
  [EMPTY, printTime],
  [IMPORT, `import 'tenant-management-client'; ${printTime}`],
  [PLATFORM, `new Request('https://acme.example.com'); ${printTime}`],
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
  const programs = await writePrograms(folder, sources);
  const [pinned, ...others] = listNodes().map((node) => ({ node, times: timeStarts(node, programs, ROUNDS) }));
  if (pinned === undefined) throw new Error('No Node executable was found.');
  /** The additional time of a program, relative to the time of the program that it is compared with. */
  const share = (name: string, base: string) =>
    medianOver(pinned.times, name, base) / median(pinned.times.get(base) ?? []);
  return {
    tables: [pinned, ...others].map(({ node, times }) => toTable(node, times)),
    targets: [
      target('import ÷ start of an empty process', share(IMPORT, EMPTY), 0.18),
      target('first fetch ÷ start of an empty process that loads Node’s fetch', share(CLIENT, PLATFORM), 0.11),
    ],
    notes: [
      `${ROUNDS} rounds with one process per client, in random order. Figures are medians; differences are medians of the differences of each round.`,
      'Node loads its implementation of `fetch`, `Request` and `Headers` on first use. The benchmark replaces `fetch` by a stub, so raw fetch does not load it. The row with one Request shows the load time, which every program has at its first real `fetch`.',
    ],
  };
}

const target = (name: string, measured: number, maximum: number): BenchmarkTarget => ({
  name: `cold start: ${name}`,
  unit: '',
  measured,
  target: maximum,
});

const toTable = ({ version }: NodeBinary, times: Map<string, number[]>): Table => ({
  title: `Cold start on Node ${version}`,
  columns: ['program', 'ms until the first fetch', 'minus empty process, ms', 'minus process with one Request, ms'],
  rows: [...times].map(([name, own]) => [
    name,
    formatNumber(median(own), 1),
    formatNumber(medianOver(times, name, EMPTY), 1),
    formatNumber(medianOver(times, name, PLATFORM), 1),
  ]),
});
