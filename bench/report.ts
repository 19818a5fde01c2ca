import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { drawChart } from './chart.ts';
import { benchFolder } from './folders.ts';
import { type Findings, isMet, type Table, type Target } from './section.ts';
import { fixed } from './statistics.ts';

const resultsFolder = join(benchFolder, 'results');

/** What one section found, and where and when. */
export interface Result extends Findings {
  readonly machine: string;
  /** Day of the run, as ISO 8601 has it. */
  readonly date: string;
}

/** Keeps a section's result, in place of an older one. */
export async function saveResult(section: string, result: Result): Promise<void> {
  await mkdir(resultsFolder, { recursive: true });
  await writeFile(join(resultsFolder, `${section}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Prints a result. */
export function printResult({ tables, targets }: Findings): void {
  for (const table of tables) console.log(`\n${table.title}\n${alignedTable(table)}`);
  if (targets.length > 0) console.log(`\nTargets\n${alignedTable(targetTable(targets))}`);
}

/** Writes RESULTS.md and its chart from every section's last result. */
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
    '# What the client costs',
    'Made by `npm run bench`; `npm run bench -- calls` measures one section anew. Every figure is measured; less is better unless said otherwise.',
    '![Bars of the main figures](results.svg)',
    '## Targets',
    markdownTable(targetTable(targets)),
  ];
  await writeFile(join(benchFolder, 'RESULTS.md'), `${[...head, ...parts].join('\n\n')}\n`);
  await writeFile(join(benchFolder, 'results.svg'), drawChart(results.flatMap(({ charts }) => charts)));
}

async function readResult(section: string): Promise<Result | undefined> {
  const text = await readFile(join(resultsFolder, `${section}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

function targetTable(targets: readonly Target[]): Table {
  const figure = (value: number, unit: string) => `${fixed(value, Number.isInteger(value) ? 0 : 2)} ${unit}`.trim();
  return {
    title: 'Targets',
    columns: ['figure', 'measured', 'target', ''],
    rows: targets.map((target) => [
      target.name,
      figure(target.measured, target.unit),
      `${target.atLeast ? 'at least' : 'at most'} ${figure(target.target, target.unit)}`,
      isMet(target) ? 'met' : 'missed',
    ]),
  };
}

function markdownTable({ columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(columns), line(columns.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

function alignedTable({ columns, rows }: Table): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
