import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import type { OpenApiDocument } from 'tools-document/model';
import { listOperations } from 'tools-document/operations';
import { projectRoot, readDocument, startFolder } from 'tools-document/read';
import { BUMPS, type Bump, reaches } from './change.ts';
import { brokenLines } from './consumer/broken-lines.ts';
import type { ClientCall } from './consumer/client-calls.ts';
import { type Contract, contractOf } from './contract.ts';
import type { VersionNames } from './format/verdict-lines.ts';
import { CONSUMER_FORMATS, FORMATS, formatConsumer, formatVerdict } from './format/verdict-text.ts';
import { checkRelease, packageVersion } from './release/release-check.ts';
import { contractAt, contractIn, defaultRef } from './release/released-contract.ts';
import { compareContracts, type Verdict } from './verdict.ts';

/** The bumps that `--fail-on` accepts. */
const LIMITS = BUMPS.toReversed();

/** Generates the TypeScript types of a document. */
type GenerateTypes = (document: OpenApiDocument) => Promise<string>;

/**
 * Runs `npm run diff` with the arguments of the command line.
 *
 * @param root Folder of the repository.
 * @returns The exit status.
 * @throws Error If an argument is invalid, if a document cannot be read, or if the next version is too small.
 */
export async function runDiff(args: string[], generateTypes: GenerateTypes, root = projectRoot): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      format: { type: 'string', default: 'text' },
      'fail-on': { type: 'string', default: 'none' },
      consumer: { type: 'string' },
      patches: { type: 'boolean', default: false },
      'check-release': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const format = choice('--format', values.format, FORMATS);
  const limit = choice('--fail-on', values['fail-on'], LIMITS);
  if (values.consumer !== undefined) choice('--format', format, CONSUMER_FORMATS, ' with --consumer');
  const folder = await mkdtemp(join(tmpdir(), 'diff-'));
  try {
    const { versions, before, after } = await contractsOf(positionals, folder, root);
    const verdict = await compare(before, after, folder, versions);
    const checked =
      values.consumer === undefined ? undefined : await check(values.consumer, before, after, verdict, generateTypes);
    console.log(
      checked === undefined
        ? formatVerdict(verdict, format, versions, values.patches)
        : formatConsumer(verdict, checked, format),
    );
    if (values['check-release']) {
      if (before.root === after.root)
        throw new Error('--check-release must be used with git refs, which have a package.json; remove this option');
      const [old, now] = [await packageVersion(before.root), await packageVersion(after.root)];
      const changesets = await newChangesets(before.root, after.root);
      checkRelease({ bump: verdict.bump, before: old, after: now, changesets });
    }
    if (checked !== undefined && checked.lines.length > 0) return 1;
    return reaches(verdict.bump, limit) ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the two contracts that the arguments of the command line name. */
async function contractsOf(names: readonly string[], folder: string, root: string) {
  const files = names.filter((name) => /\.(ya?ml|json)$/.test(name));
  if (names.length > 2 || files.length === 1)
    throw new Error('npm run diff must get at most two git refs, or two files; see npm run diff -- --help');
  const [since = defaultRef(root), until] = names;
  const versions = { since, ...(until !== undefined && { until }) };
  if (until !== undefined && files.length === 2) {
    const [before, after] = [contractAtPath(since, 'old'), contractAtPath(until, 'new')];
    const isComparable = before.behavior !== undefined && after.behavior !== undefined;
    const withoutBehavior = ({ behavior: _, ...contract }: Contract): Contract => contract;
    return isComparable
      ? { before, after, versions }
      : { before: withoutBehavior(before), after: withoutBehavior(after), versions };
  }
  const before = await contractAt(since, join(folder, 'before'), root);
  const after = await (until === undefined ? contractIn(root) : contractAt(until, join(folder, 'after'), root));
  return { before, after, versions };
}

const contractAtPath = (name: string, argument: string): Contract => contractOf(fileAt(name, argument), startFolder());

/** Returns the absolute path of a file that an argument names. */
function fileAt(name: string, argument: string): string {
  const path = resolve(startFolder(), name);
  if (name === '' || !existsSync(path))
    throw new Error(`${argument} must name a file that exists; ${path} does not exist`);
  return path;
}

/** Returns the bumps of the changesets that the git ref does not contain, or that are different there. */
async function newChangesets(folder: string, root: string): Promise<Bump[]> {
  // Only --check-release needs this package.
  const { readChangesets } = await import('@changesets/read');
  const changesetsOf = async (path: string) => (existsSync(join(path, '.changeset')) ? await readChangesets(path) : []);
  const [old, now] = [await changesetsOf(folder), await changesetsOf(root)];
  const changesets = now.filter((one) => !old.some((other) => isDeepStrictEqual(one, other)));
  return changesets.flatMap(({ releases }) => releases.map(({ type }) => type));
}

/** Compares two contracts. A message of an error names a file of a git ref instead of its temporary copy. */
async function compare(before: Contract, after: Contract, folder: string, { since, until }: VersionNames) {
  return await compareContracts(before, after).catch((error: Error) => {
    const message = error.message
      .replaceAll(join(folder, 'before/'), `at ${since}: `)
      .replaceAll(join(folder, 'after/'), `at ${until}: `);
    throw new Error(message, { cause: error });
  });
}

/** Type-checks a consumer with the types before and after the changes. */
async function check(folder: string, before: Contract, after: Contract, { changes }: Verdict, generate: GenerateTypes) {
  const documents = [await readDocument(before.document), await readDocument(after.document)] as const;
  const types = { before: await generate(documents[0]), after: await generate(documents[1]) };
  const operations = documents.flatMap(listOperations);
  const operationsOf = ({ method, path }: ClientCall) =>
    operations.filter((one) => one.method === method && one.path === path).map(({ id }) => id);
  return { folder, ...brokenLines(folder, types, changes, operationsOf) };
}

function choice<T extends string>(option: string, value: string, allowed: readonly T[], condition = ''): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new Error(`${option}${condition} must be one of: ${allowed.join(', ')}`);
  return found;
}
