import { join } from 'node:path';
import { startSandbox } from 'tenant-management-sandbox';
import { madeFolder } from '../folders.ts';
import { listNodes } from '../machine.ts';
import type { Findings } from '../section.ts';
import { medianOver, tellTime, timeStarts, writePrograms } from '../start-time.ts';
import { fixed, median } from '../statistics.ts';

const ROUNDS = 21;
const WARM_STARTS = 50;
/** A test that starts a tenant of its own should not feel it. */
const TARGET_MS = 100;

const EMPTY = 'empty process';
const SERVER = 'process that listens with node:http';
const IMPORT = 'imports the sandbox';
const START = 'imports and starts it';
const TOKEN = 'imports and starts it, and gets a token';

const importSandbox = `import { startSandbox } from 'tenant-management-sandbox';`;

/** One program for each thing that is started. */
const sources = new Map([
  [EMPTY, tellTime],
  [SERVER, `import { createServer } from 'node:http'; createServer().listen(0, '127.0.0.1', () => { ${tellTime} });`],
  [IMPORT, `${importSandbox} typeof startSandbox; ${tellTime}`],
  [START, `${importSandbox} await startSandbox(); ${tellTime}`],
  [
    TOKEN,
    `${importSandbox}
     const { baseUrl, tokenUrl, credentials: { clientId, clientSecret } } = await startSandbox();
     const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
     const body = new URLSearchParams({ ...form, audience: baseUrl + '/' });
     const response = await fetch(tokenUrl, { method: 'POST', body });
     if (!(await response.json()).access_token) throw new Error('There is no token');
     ${tellTime}`,
  ],
]);

/** Time until the sandbox answers, in a process of its own and in one that has started others. */
export async function measureSandboxStart(): Promise<Findings> {
  const [pinned] = listNodes();
  if (pinned === undefined) throw new Error('There is no Node.');
  const times = timeStarts(pinned, await writePrograms(join(madeFolder, 'sandbox-start'), sources), ROUNDS);
  const over = (name: string, base: string) => medianOver(times, name, base);
  const warm = median(await timeWarmStarts());
  return {
    tables: [
      {
        title: `Start of the sandbox on Node ${pinned.version}`,
        columns: ['program', 'ms', 'over an empty process, ms'],
        rows: [
          ...[...times].map(([name, own]) => [name, fixed(median(own), 1), fixed(over(name, EMPTY), 1)]),
          ['`startSandbox()`, the first of a process', fixed(over(START, IMPORT), 1), ''],
          ['`startSandbox()`, a later one of a process', fixed(warm, 1), ''],
        ],
      },
    ],
    targets: [
      target('import and start of the sandbox, over an empty process', over(START, EMPTY)),
      target('start of the sandbox alone, the first of a process', over(START, IMPORT)),
    ],
    charts: [],
    notes: [
      `${ROUNDS} rounds of one process for each program, in random order; medians, and medians of the differences of each round. The later start is the median of ${WARM_STARTS} in one process.`,
      'The key pair that tokens are signed with is made once for each process, beside the start: the first token waits for it. Getting a token by `fetch` also loads Node’s own fetch.',
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
