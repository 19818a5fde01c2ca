import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import {
  type Api,
  type FactOperation,
  type FactsTable,
  hasFacts,
  listOperations,
  projectRoot,
  readDocument,
  renderFacts,
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
  return [['docs/facts.md', renderFacts(table, FOLDER, operations.map(callOf))]];
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
