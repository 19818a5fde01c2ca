import { join } from 'node:path';
import { madeFolder } from '../folders.ts';
import { listNodes, type Node } from '../machine.ts';
import { PEERS, peerNames } from '../peers.ts';
import type { Findings, Table, Target } from '../section.ts';
import { medianOver, tellTime, timeStarts, writePrograms } from '../start-time.ts';
import { fixed, median } from '../statistics.ts';

const ROUNDS = 21;
const EMPTY = 'empty process';
const PLATFORM = 'empty process that makes one Request';
const CLIENT = PEERS['this-package'];

const folder = join(madeFolder, 'cold-start');

/** One program for each thing that is started. */
const sources = new Map([
  [EMPTY, tellTime],
  [PLATFORM, `new Request('https://acme.example.com'); ${tellTime}`],
  ...peerNames.map(
    (name) =>
      [
        PEERS[name],
        `import { createCall } from '../peers/${name}.mjs';
         globalThis.fetch = async () => { ${tellTime} };
         await createCall({ origin: 'https://acme.example.com' })();`,
      ] as const,
  ),
]);

/** Time from the start of a process until its first `fetch` is called, over that of an empty process. */
export async function measureColdStart(): Promise<Findings> {
  const programs = await writePrograms(folder, sources);
  const [pinned, ...others] = listNodes().map((node) => ({ node, times: timeStarts(node, programs, ROUNDS) }));
  if (pinned === undefined) throw new Error('There is no Node.');
  const over = (name: string, base: string) => medianOver(pinned.times, name, base);
  return {
    tables: [pinned, ...others].map(({ node, times }) => toTable(node, times)),
    targets: [
      target('over an empty process', over(CLIENT, EMPTY)),
      target('over an empty process that has loaded Node’s own fetch', over(CLIENT, PLATFORM)),
    ],
    charts: [
      {
        title: `Cold start until the first fetch, over an empty process, Node ${pinned.node.version}`,
        unit: 'ms',
        bars: [PLATFORM, ...peerNames.map((name) => PEERS[name])].map((name) => ({ name, value: over(name, EMPTY) })),
      },
    ],
    notes: [
      `${ROUNDS} rounds of one process for each client, in random order; medians, and medians of the differences of each round.`,
      'Node loads its own implementation of `fetch`, `Request` and `Headers` on first use, and the stub that takes the place of `fetch` spares raw fetch that load: the line of one Request shows what it takes, which a real first `fetch` takes in any case.',
    ],
  };
}

const target = (name: string, measured: number): Target => ({
  name: `cold start before the first fetch, ${name}`,
  unit: 'ms',
  measured,
  target: 6,
});

const toTable = ({ version }: Node, times: Map<string, number[]>): Table => ({
  title: `Cold start on Node ${version}`,
  columns: ['program', 'ms until the first fetch', 'over an empty process, ms', 'over one that makes one Request, ms'],
  rows: [...times].map(([name, own]) => [
    name,
    fixed(median(own), 1),
    fixed(medianOver(times, name, EMPTY), 1),
    fixed(medianOver(times, name, PLATFORM), 1),
  ]),
});
