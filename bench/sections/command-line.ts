import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { outputFolder, projectRoot } from '../measuring/folders.ts';
import { listNodes } from '../measuring/machine.ts';
import { medianOver, printTime, timeStarts, writePrograms } from '../measuring/start-time.ts';
import { formatNumber, median } from '../measuring/statistics.ts';
import type { Findings, Table } from './section.ts';

const ROUNDS = 21;
/** Target for the start time minus the start time of an empty process: users do not notice such a delay. */
const TARGET_MS = 150;

const EMPTY = 'empty process';
const HELP = 'help of a command';
const DRY_RUN = 'dry run of a delete, without a request';

const command = ['guardian', 'enrollments', 'delete'];
const tenant = ['--domain', 'acme.example.com', '--client-id', 'help-desk'];
const cli = pathToFileURL(join(projectRoot, 'packages/cli/dist/cli.js')).href;

/** Returns a program that runs the built command without its output, and then prints the time. */
const programOf = (args: readonly string[]): string => `
  const { stdout: { write: print } } = process;
  process.argv.splice(2, Infinity, ...${JSON.stringify(args)});
  for (const stream of [process.stdout, process.stderr]) stream.write = () => true;
  await import(${JSON.stringify(cli)});
  process.stdout.write = print;
  ${printTime}`;

/** Source of each program, by its name in the results. */
const sources = new Map([
  [EMPTY, printTime],
  ['version', programOf(['--version'])],
  ['list of the commands', programOf(['--help'])],
  [HELP, programOf([...command, '--help'])],
  [DRY_RUN, programOf([...command, 'dev_1', '--dry-run', '--offline', ...tenant])],
]);

/** Measures how much longer a command of the command line takes than an empty process. */
export async function measureCommandLine(): Promise<Findings> {
  const programs = await writePrograms(join(outputFolder, 'command-line'), sources);
  const measured = listNodes().map((node) => ({ node, times: timeStarts(node, programs, ROUNDS) }));
  return {
    tables: measured.map(
      ({ node, times }): Table => ({
        title: `Commands of the command line on Node ${node.version}`,
        columns: ['command', 'ms', 'minus empty process, ms', 'ratio'],
        rows: [...times].map(([name, own]) => [
          name,
          formatNumber(median(own), 1),
          formatNumber(medianOver(times, name, EMPTY), 1),
          formatNumber(median(own) / median(times.get(EMPTY) ?? []), 2),
        ]),
      }),
    ),
    targets: measured.flatMap(({ node, times }) =>
      [HELP, DRY_RUN].map((name) => ({
        name: `command line on Node ${node.version}, ${name}, compared with an empty process`,
        unit: 'ms',
        measured: medianOver(times, name, EMPTY),
        target: TARGET_MS,
      })),
    ),
    notes: [
      `${ROUNDS} rounds with one process per command, in random order. Figures are medians; differences are medians of the differences of each round.`,
    ],
  };
}
