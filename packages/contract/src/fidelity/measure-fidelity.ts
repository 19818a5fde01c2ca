import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import {
  type Behavior,
  behaviorFileOf,
  findApi,
  type OpenApiDocument,
  parseBehavior,
  readBehavior,
  readDocument,
  startFolder,
} from 'tenant-management-document';
import { stringify } from 'yaml';
import { fidelityTable } from './fidelity-table.ts';
import { learnBehavior } from './learn-behavior.ts';
import { readRecordings } from './recordings.ts';
import { type ReplayTarget, replay } from './replay.ts';

const USAGE = 'Pass the path to one folder: npm run fidelity -- path/to/recordings [--document <file>]';

/** Largest number of names in a line. */
const SHOWN_NAMES = 5;

/** A sandbox with the recorded operations. */
export interface ReplaySandbox extends Pick<ReplayTarget, 'reset'>, AsyncDisposable {
  readonly baseUrl: string;
  issueToken(): Promise<string>;
}

/** Starts the sandbox of a document without a rate limit. */
type StartSandbox = (document: OpenApiDocument, behavior: Behavior) => Promise<ReplaySandbox>;

/**
 * Runs `npm run fidelity` with the arguments of the command line.
 *
 * @param reports Folder of `fidelity.json`.
 * @returns The table with the results, or the path of the learned behavior file.
 * @throws Error If an argument, a file or the folder is invalid.
 */
export async function measureFidelity(args: string[], start: StartSandbox, reports: string): Promise<string> {
  const options = { document: { type: 'string' }, behavior: { type: 'string' }, learn: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [folder, ...others] = positionals;
  if (folder === undefined || others.length > 0) throw new Error(USAGE);
  const pathOf = (path: string) => resolve(startFolder(), path);
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
  await using sandbox = await start(
    document,
    await behaviorOf(document, file, values.behavior && pathOf(values.behavior)),
  );
  const result = await replay(document, recordings, await targetOf(sandbox));
  await mkdir(reports, { recursive: true });
  await writeFile(join(reports, 'fidelity.json'), `${JSON.stringify(result.comparisons, null, 2)}\n`);
  return fidelityTable(result) + ignored;
}

/** Returns the number of names and the first names, such as `2 (a.json, b.json)`. */
function listed(names: readonly string[]): string {
  const rest = names.length - SHOWN_NAMES;
  return `${names.length} (${names.slice(0, SHOWN_NAMES).join(', ')}${rest > 0 ? `, and ${rest} more` : ''})`;
}

/** Reads the behavior file next to a document, if it exists, or another file, which must exist. */
const behaviorOf = async (document: OpenApiDocument, file: string, behaviorFile = behaviorFileOf(file)) =>
  behaviorFile === behaviorFileOf(file)
    ? await readBehavior(file, document)
    : await parseBehavior(behaviorFile, await readFile(behaviorFile, 'utf8'), document);

/** Returns a target that sends the recorded requests to a sandbox. */
async function targetOf(sandbox: ReplaySandbox): Promise<ReplayTarget> {
  const authorization = `Bearer ${await sandbox.issueToken()}`;
  return {
    reset: () => sandbox.reset(),
    send: async ({ method, path, body, contentType }) => {
      const type = contentType === undefined ? {} : { 'Content-Type': contentType };
      const headers = { Authorization: authorization, ...type };
      const response = await fetch(sandbox.baseUrl + path, { method, headers, ...(body !== undefined && { body }) });
      return { status: response.status, text: await response.text() };
    },
  };
}
