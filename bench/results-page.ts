import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { benchFolder } from './measuring/folders.ts';

/** A figure that `npm run bench` compares with its maximum. */
export interface Limit {
  readonly name: string;
  readonly measured: number;
  readonly atMost: number;
}

/** The results of a section: its table, and sentences about what was measured. */
export interface Findings {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly notes: readonly string[];
  readonly limits: readonly Limit[];
}

/** Formats a section of the results page. */
export function formatSection(name: string, { columns, rows, notes }: Findings): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const alignment = columns.map((_, index) => (index === 0 ? '---' : '---:'));
  return [`## ${name}`, [columns, alignment, ...rows].map(line).join('\n'), ...notes].join('\n\n');
}

const file = join(benchFolder, 'RESULTS.md');

/** Replaces the date and the machine of all sections that have no others. */
export const replaceMeasured = async (measured: string): Promise<void> =>
  writeFile(file, (await readFile(file, 'utf8')).replace(/^\d{4}-\d\d-\d\d, .*$/m, measured));

/** Replaces a section of RESULTS.md, from its heading to the next one. */
export async function replaceSection(name: string, text: string): Promise<void> {
  const parts = (await readFile(file, 'utf8')).split(/^(?=## )/m).map((part) => part.trim());
  const nth = parts.findIndex((part) => part.startsWith(`## ${name}\n`));
  if (nth < 0) throw new Error(`bench/RESULTS.md must have the heading "## ${name}" and a line below it.`);
  await writeFile(file, `${parts.with(nth, text).join('\n\n')}\n`);
}
