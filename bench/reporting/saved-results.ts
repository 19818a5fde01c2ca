import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchFolder } from '../measuring/folders.ts';
import { formatNumber } from '../measuring/statistics.ts';
import { type BenchmarkTarget, type Findings, isMet, type Table } from '../sections/section.ts';

const resultsFolder = join(benchFolder, 'results');

/** Results of a section, with the machine and the date. */
export interface SectionResult extends Findings {
  readonly machine: string;
  /** Day of the run as an ISO 8601 date. */
  readonly date: string;
}

/** Saves the result of a section and replaces an older result. */
export async function saveResult(section: string, result: SectionResult): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, `${section}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Prints the tables and targets of a section. */
export function printResult({ tables, targets }: Findings): void {
  for (const table of [...tables, targetTable(targets)]) console.log(`\n${table.title}\n${markdownTable(table)}`);
}

/** Writes RESULTS.md from the last result of every section. */
export async function writeReport(sections: readonly string[]): Promise<void> {
  const found = await Promise.all(sections.map(async (section) => ({ section, result: await readResult(section) })));
  const results = found.flatMap(({ section, result }) => (result === undefined ? [] : [{ section, ...result }]));
  const parts = results.map(({ section, machine, date, tables, notes }) =>
    [
      `## ${section}`,
      ...tables.flatMap((table) => [`**${table.title}**`, markdownTable(table)]),
      ...notes,
      `${date}, ${machine}.`,
    ].join('\n\n'),
  );
  const targets = results.flatMap((result) => result.targets);
  const head = [
    '# Cost of the client compared with other clients',
    '`npm run bench` writes this file; `npm run bench -- calls` measures one section again and keeps the other results. Lower figures are better unless the target says “at least”.',
    '## Targets',
    markdownTable(targetTable(targets)),
  ];
  await writeFile(join(benchFolder, 'RESULTS.md'), `${[...head, ...parts].join('\n\n')}\n`);
}

async function readResult(section: string): Promise<SectionResult | undefined> {
  const text = await readFile(join(resultsFolder, `${section}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

function targetTable(targets: readonly BenchmarkTarget[]): Table {
  const figure = (value: number, { unit, decimals = 2 }: BenchmarkTarget) =>
    `${formatNumber(value, Number.isInteger(value) ? 0 : decimals)} ${unit}`.trim();
  return {
    title: 'Targets',
    columns: ['figure', 'measured', 'target', 'result'],
    rows: targets.map((target) => [
      target.name,
      figure(target.measured, target),
      `${target.atLeast ? 'at least' : 'at most'} ${figure(target.target, target)}`,
      isMet(target) ? 'met' : 'missed',
    ]),
  };
}

function markdownTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}
