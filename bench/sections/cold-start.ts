import { join } from 'node:path';
import { outputFolder } from '../measuring/folders.ts';
import { listNodes } from '../measuring/machine.ts';
import { medianOver, printTime, timeStarts, writePrograms } from '../measuring/start-time.ts';
import { formatNumber } from '../measuring/statistics.ts';
import { PEERS, peerNames } from '../peers/peers.ts';
import type { Findings } from '../results-page.ts';

const ROUNDS = 21;
const EMPTY = 'empty process';

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
  const programs = await writePrograms(folder, sources);
  const nodes = listNodes().map((node) => ({ version: node.version, times: timeStarts(node, programs, ROUNDS) }));
  return {
    columns: ['program', ...nodes.map(({ version }) => `ms on Node ${version}`)],
    rows: [...sources.keys()]
      .filter((name) => name !== EMPTY)
      .map((name) => [name, ...nodes.map(({ times }) => formatNumber(medianOver(times, name, EMPTY), 1))]),
    limits: [],
    notes: [
      `Time from the start of a process to its first \`fetch\` call, minus the time of an empty process: the median of the differences in ${ROUNDS} rounds, with one process per program in random order.`,
      '`fetch` is a stub, so the row of raw fetch does not contain the time in which Node loads its implementation of `fetch` on first use. The row with one Request shows this time.',
    ],
  };
}
