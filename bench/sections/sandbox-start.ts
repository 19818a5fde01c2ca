import { join } from 'node:path';
import { startSandbox } from 'tenant-management-sandbox';
import { outputFolder } from '../measuring/folders.ts';
import { listNodes } from '../measuring/machine.ts';
import { medianOver, printTime, timeStarts, writePrograms } from '../measuring/start-time.ts';
import { formatNumber, median } from '../measuring/statistics.ts';
import type { Findings } from './section.ts';

const ROUNDS = 21;
const WARM_STARTS = 50;
/** Maximum start time of the sandbox. With this start time, every test can start its own sandbox. */
const TARGET_MS = 100;

const EMPTY = 'empty process';
const SERVER = 'process that listens with node:http';
const IMPORT = 'process that imports the sandbox';
const START = 'process that imports and starts the sandbox';
const TOKEN = 'process that imports and starts the sandbox and requests a token';

const importSandbox = `import { startSandbox } from 'tenant-management-sandbox';`;

/** Source of each program, by its name in the results. */
const sources = new Map([
  [EMPTY, printTime],
  [SERVER, `import { createServer } from 'node:http'; createServer().listen(0, '127.0.0.1', () => { ${printTime} });`],
  [IMPORT, `${importSandbox} typeof startSandbox; ${printTime}`],
  [START, `${importSandbox} await startSandbox(); ${printTime}`],
  [
    TOKEN,
    `${importSandbox}
     const { baseUrl, tokenUrl, credentials: { clientId, clientSecret } } = await startSandbox();
     const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
     const body = new URLSearchParams({ ...form, audience: baseUrl + '/' });
     const response = await fetch(tokenUrl, { method: 'POST', body });
     if (!(await response.json()).access_token) throw new Error('The token response has no access_token');
     ${printTime}`,
  ],
]);

/** Measures the start of the sandbox in a new process, and in a process that has already started a sandbox. */
export async function measureSandboxStart(): Promise<Findings> {
  const [pinned] = listNodes();
  if (pinned === undefined) throw new Error('No Node executable was found.');
  const times = timeStarts(pinned, await writePrograms(join(outputFolder, 'sandbox-start'), sources), ROUNDS);
  const difference = (name: string, base: string) => medianOver(times, name, base);
  const warm = median(await timeWarmStarts());
  return {
    tables: [
      {
        title: `Start of the sandbox on Node ${pinned.version}`,
        columns: ['program', 'ms', 'minus empty process, ms'],
        rows: [
          ...[...times].map(([name, own]) => [
            name,
            formatNumber(median(own), 1),
            formatNumber(difference(name, EMPTY), 1),
          ]),
          ['first `startSandbox()` in a process', formatNumber(difference(START, IMPORT), 1), ''],
          ['later `startSandbox()` in a process', formatNumber(warm, 1), ''],
        ],
      },
    ],
    targets: [
      target('import and start of the sandbox, compared with an empty process', difference(START, EMPTY)),
      target('first `startSandbox()` in a process, without the import', difference(START, IMPORT)),
    ],
    notes: [
      `${ROUNDS} rounds with one process per program, in random order. Figures are medians; differences are medians of the differences of each round. The later start is the median of ${WARM_STARTS} starts in one process.`,
      'Each process generates one key pair to sign tokens while the sandbox starts, and the first token request waits for it. Requesting a token with `fetch` also loads Node’s fetch.',
    ],
  };
}

const target = (name: string, measured: number) => ({ name, unit: 'ms', measured, target: TARGET_MS });

async function timeWarmStarts(): Promise<number[]> {
  await (await startSandbox()).close();
  const times: number[] = [];
  for (let count = 0; count < WARM_STARTS; count += 1) {
    const start = performance.now();
    const sandbox = await startSandbox();
    times.push(performance.now() - start);
    await sandbox.close();
  }
  return times;
}
