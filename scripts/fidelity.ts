import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fidelityTable, learnBehavior, type ReplayTarget, readRecordings, replay } from 'tenant-management-contract';
import {
  behaviorFileOf,
  findApi,
  type OpenApiDocument,
  parseBehavior,
  projectRoot,
  readBehavior,
  readDocument,
} from 'tenant-management-document';
import { stringify } from 'yaml';
import { buildPackage } from '../packages/sandbox/build/package.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';

if (import.meta.main)
  answerHelp(`npm run fidelity -- <folder> [options]

Replays recorded traffic against a sandbox, and prints for each operation how many responses of the sandbox have the
recorded status, and the recorded status and fields. Writes every comparison to reports/fidelity.json.

  folder               folder with cassettes of go-vcr (*.yaml), recordings of nock (*.json) or HTTP archives (*.har)

Options:
  --document <file>    OpenAPI document of the sandbox; default: the document of the project
  --behavior <file>    behavior file of the document; default: the file next to the document, if it exists
  --learn <file>       replay nothing; write a new behavior file with what the recordings show and the document does not
`);

const USAGE = 'Pass the path to one folder: npm run fidelity -- path/to/recordings [--document <file>]';

/** Largest number of names in a line. */
const SHOWN_NAMES = 5;

/** Folder of the built sandbox. It must be in the project, so that its files can import packages. */
const CACHE = join(projectRoot, 'node_modules/.cache');

/**
 * Runs the command with the arguments of the command line.
 *
 * @returns The table with the results, or the path of the learned behavior file.
 * @throws Error If an argument, a file or the folder is invalid.
 */
export async function measureFidelity(args: string[]): Promise<string> {
  const options = { document: { type: 'string' }, behavior: { type: 'string' }, learn: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error(USAGE);
  // npm runs scripts in the folder of package.json. INIT_CWD is the folder in which the user ran npm.
  const pathOf = (path: string) => resolve(process.env['INIT_CWD'] ?? '.', path);
  const { recordings, otherFiles } = await readRecordings(pathOf(folder));
  const ignored = otherFiles.length === 0 ? '' : `\nIgnored, because they are not recordings: ${listed(otherFiles)}`;
  const file = values.document === undefined ? (await findApi()).file : pathOf(values.document);
  const document = await readDocument(file);
  if (values.learn !== undefined) {
    const { behavior, redacted } = learnBehavior(document, recordings);
    // Never replace a file, because it can be a behavior file that a user has written.
    await writeFile(pathOf(values.learn), stringify(behavior, { lineWidth: 0, aliasDuplicateObjects: false }), {
      flag: 'wx',
    });
    const omitted = redacted.length === 0 ? '' : `\nReplaced, because they can be secrets: ${listed(redacted)}`;
    return `Wrote ${values.learn}${omitted}${ignored}`;
  }
  await using sandbox = await startTarget(document, file, values.behavior && pathOf(values.behavior));
  const result = await replay(document, recordings, sandbox);
  await mkdir(join(projectRoot, 'reports'), { recursive: true });
  await writeFile(join(projectRoot, 'reports/fidelity.json'), `${JSON.stringify(result.comparisons, null, 2)}\n`);
  return fidelityTable(result) + ignored;
}

/** Returns the number of names and the first names, such as `2 (a.json, b.json)`. */
function listed(names: readonly string[]): string {
  const rest = names.length - SHOWN_NAMES;
  return `${names.length} (${names.slice(0, SHOWN_NAMES).join(', ')}${rest > 0 ? `, and ${rest} more` : ''})`;
}

/** Builds a sandbox for a document into a temporary folder, and starts it without a rate limit. */
async function startTarget(
  document: OpenApiDocument,
  file: string,
  behaviorFile: string = behaviorFileOf(file),
): Promise<ReplayTarget & AsyncDisposable> {
  const behavior =
    behaviorFile === behaviorFileOf(file)
      ? await readBehavior(file, document)
      : await parseBehavior(behaviorFile, await readFile(behaviorFile, 'utf8'), document);
  await mkdir(CACHE, { recursive: true });
  const outdir = await mkdtemp(join(CACHE, 'fidelity-'));
  try {
    await buildPackage(document, behavior, outdir);
    // The cast is safe, because the built package has the exports of the sandbox.
    const { startSandbox } = (await import(pathToFileURL(join(outdir, 'index.js')).href)) as Pick<
      typeof import('../packages/sandbox/src/index.ts'),
      'startSandbox'
    >;
    const sandbox = await startSandbox({ rateLimit: false });
    const authorization = `Bearer ${await sandbox.issueToken()}`;
    return {
      reset: () => sandbox.reset(),
      send: async ({ method, path, body, contentType }) => {
        const type = contentType === undefined ? {} : { 'Content-Type': contentType };
        const headers = { Authorization: authorization, ...type };
        const response = await fetch(sandbox.baseUrl + path, { method, headers, ...(body !== undefined && { body }) });
        return { status: response.status, text: await response.text() };
      },
      [Symbol.asyncDispose]: async () => {
        await sandbox.close();
        await rm(outdir, { recursive: true });
      },
    };
  } catch (error) {
    await rm(outdir, { recursive: true });
    throw error;
  }
}

if (import.meta.main) await measureFidelity(process.argv.slice(2)).then((table) => console.log(table), fail);
