import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  type Api,
  type FactOperation,
  type FactRow,
  type FactsTable,
  factHeading,
  hasFacts,
  listOperations,
  projectRoot,
  readDocument,
} from 'tenant-management-document';

/** The folder of the facts about one document. Its `facts.ts` exports the `table`. A project can omit the folder. */
const FOLDER = 'test/contract/facts';

/** Returns the path and the text of the page of facts, or an empty list if the document has no facts. */
export async function factsPage(api: Api): Promise<(readonly [path: string, text: string])[]> {
  const file = join(projectRoot, FOLDER, 'facts.ts');
  if (!existsSync(file)) return [];
  const table = await readTable(file);
  if (table.document !== api.root) return [];
  const operations = listOperations(await readDocument(api.file)).filter((operation) => !hasFacts(operation, table));
  return [['docs/facts.md', renderFacts(table, operations.map(callOf))]];
}

/** A module that imports the facts and sends them as JSON, because their checks can be functions. */
const sendTable = `data:text/javascript,${encodeURIComponent(`
  import { parentPort, workerData } from 'node:worker_threads';
  const { table } = await import(workerData);
  parentPort.postMessage(JSON.stringify(table));
`)}`;

/**
 * Reads the facts in a new thread. A thread imports a module only once, and `npm run dev` must read facts that were
 * changed after it started.
 */
async function readTable(file: string): Promise<FactsTable> {
  const worker = new Worker(new URL(sendTable), { workerData: pathToFileURL(file).href });
  const [json] = await once(worker, 'message');
  return JSON.parse(json);
}

const callOf = ({ method, path }: FactOperation): string => `${method} ${path}`;

/**
 * Writes the page as Markdown.
 *
 * @param withoutFacts Methods and paths of the operations that no fact is about.
 */
export function renderFacts(table: FactsTable, withoutFacts: readonly string[] = []): string {
  const { document, headings, checks, facts } = table;
  const chapters = headings.map(([section, title]) => {
    const rows = facts.filter((fact) => factHeading(fact, table) === section);
    return `## ${section === 'ours' ? title : `${section} ${title}`}\n\n${tableOf(rows)}\n`;
  });
  const list = Object.entries(checks).map(
    ([name, { file, meaning }]) => `- **${name}** ([\`${file}\`](../${file})): ${meaning}`,
  );
  const missing =
    withoutFacts.length === 0
      ? ''
      : `\n## Operations without facts\n\nThese operations have not been compared with the source:\n\n${withoutFacts.map((call) => `- \`${call}\`\n`).join('')}`;
  return `<!-- Made from ${FOLDER} by \`npm run generate\`. Do not edit. -->

# Facts of the source

The source of [\`${document}\`](../${document}) is a description of the API, which is not in this
repository. This page lists each fact in the source, its section, and the JSON Pointer to its place in the document. "No"
before a pointer means that the document must not have a value there. The last chapter lists the decisions of the
document that are not in the source. Facts that end in "has no keywords other than those on this page" do not apply
to \`example\` and \`examples\`, because the source has no examples.

The facts test ([\`facts.test.ts\`](../${FOLDER}/facts.test.ts)) compares the value at each place in the document with
the fact. The test also replaces and removes each value of the document, adds new values, and fails if no fact detects
such a change. The last column names the other tests and the lint rules that check a fact:

${list.join('\n')}

${chapters.join('\n')}${missing}`;
}

function tableOf(rows: readonly FactRow[]): string {
  const lines = rows.map(({ section, name, pointer, alsoCheckedBy }) => {
    const cells = [section, name, placeCell(pointer), alsoCheckedBy.join('; ')];
    return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`.replaceAll('|  |', '| |');
  });
  return ['| Section | Fact | Place | Also checked by |', '| --- | --- | --- | --- |', ...lines].join('\n');
}

/** Formats the pointer as code. The words before and after the pointer do not change. */
const placeCell = (pointer: string) => pointer.replace(/#[^, ]*/, (match) => `\`${match}\``);
