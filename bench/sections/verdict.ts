import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parse, stringify } from 'yaml';
import { copyProject, createLargeProject, type LargeProject } from '../measuring/large-project.ts';
import { formatNumber } from '../measuring/statistics.ts';
import type { Findings } from './section.ts';

const LARGE = 450;

/** A document, and its goals in seconds. */
interface MeasuredDocument {
  readonly name: string;
  readonly path: string;
  create(): Promise<LargeProject>;
  readonly goals: { readonly diff?: number; readonly dev: number };
}

const DOCUMENTS: readonly MeasuredDocument[] = [
  { name: 'this document', path: 'openapi/management.yaml', create: copyProject, goals: { diff: 2, dev: 2 } },
  {
    name: `a document of ${LARGE} operations`,
    path: 'openapi/warehouse.yaml',
    create: () => createLargeProject(LARGE),
    goals: { dev: 6 },
  },
];

/** Measures the time to a verdict on a changed document, with `npm run diff` and after a save in `npm run dev`. */
export async function measureVerdict(): Promise<Findings> {
  const measured = [];
  for (const document of DOCUMENTS) measured.push({ ...document, ...(await timesOf(document)) });
  return {
    tables: [
      {
        title: 'Time to a verdict',
        columns: ['document', 'npm run diff, s', 'from save to verdict in npm run dev, s'],
        rows: measured.map(({ name, diff, dev }) => [name, formatNumber(diff, 2), formatNumber(dev, 2)]),
      },
    ],
    targets: measured.flatMap(({ name, diff, dev, goals }) => [
      ...(goals.diff === undefined
        ? []
        : [{ name: `verdict of npm run diff, ${name}`, unit: 's', measured: diff, target: goals.diff }]),
      { name: `from save to verdict in npm run dev, ${name}`, unit: 's', measured: dev, target: goals.dev },
    ]),
    notes: ['Each figure is from one run on a copy of the project. The change is the summary of one operation.'],
  };
}

async function timesOf({ path, create }: MeasuredDocument): Promise<{ diff: number; dev: number }> {
  const project = await create();
  try {
    // The scripts compare the document with the last commit.
    const git = (...args: string[]) => execFileSync('git', args, { cwd: project.root });
    git('init', '--quiet');
    git('add', 'package.json', 'redocly.yaml', 'openapi');
    git('-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '--quiet', '--message', 'Add');
    const dev = await timeFromSave(project.root, join(project.root, path));
    return { dev, diff: project.time('scripts/diff.ts') };
  } finally {
    await project.remove();
  }
}

/** Starts `npm run dev`, saves a change, and returns the seconds until the verdict. */
async function timeFromSave(root: string, document: string): Promise<number> {
  const args = ['scripts/dev.ts', '--mock-port', '0', '--sandbox-port', '0', '--docs-port', '0'];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const printed: string[] = [];
  const waitFor = async (text: string) => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done) throw new Error(`npm run dev ended before it printed "${text}":\n${printed.join('\n')}`);
      printed.push(value);
      if (value.startsWith(text)) return;
    }
  };
  try {
    // Wait for the last line that the start prints, so that no step of the start slows the verdict down.
    await waitFor('Docs page rebuilt');
    const changed = changeSummary(await readFile(document, 'utf8'));
    const start = performance.now();
    await writeFile(document, changed);
    await waitFor('Verdict after');
    return (performance.now() - start) / 1000;
  } finally {
    child.kill();
    await ended;
  }
}

/** Changes the summary of the first operation. */
function changeSummary(text: string): string {
  const document: { paths: Record<string, Record<string, object>> } = parse(text);
  const operation = Object.values(document.paths).flatMap(({ get }) => get ?? [])[0];
  if (operation === undefined) throw new Error('The document has no GET operation.');
  Object.assign(operation, { summary: 'Read one item' });
  return stringify(document, { aliasDuplicateObjects: false });
}
