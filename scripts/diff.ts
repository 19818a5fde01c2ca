import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { readChangesets } from '@changesets/read';
import {
  BUMPS,
  type Bump,
  brokenLines,
  type Contract,
  checkRelease,
  compareContracts,
  contractAt,
  contractIn,
  defaultRef,
  FORMATS,
  formatConsumer,
  formatVerdict,
  type Verdict,
} from 'tenant-management-diff';
import { projectRoot, readDocument } from 'tenant-management-document';
import { typesModule } from './generate/types-module.ts';
import { fail } from './process/fail.ts';
import { answerHelp } from './process/help.ts';
import { packageVersion } from './process/package-version.ts';

if (import.meta.main)
  answerHelp(`npm run diff -- [git ref] [options]

Compares the OpenAPI document and its behavior file with a git ref, and prints what the changes mean for callers.

  git ref              commit to compare with (default: the tag of the last release, or HEAD without a tag)

Options:
  --format <format>    text (the default), markdown or json
  --fail-on <bump>     major, minor or patch: exit with status 1 if the changes need this version or a larger one;
                       none (the default): the changes do not affect the exit status
  --consumer <folder>  type-check a service that uses the client, and list the lines that stop compiling; exit with
                       status 1 if there is one
  --check-release      exit with status 1 if no changeset and no version in package.json announces a version that is
                       large enough

docs/changes.md describes the output.
`);

/** The bumps that `--fail-on` accepts. */
const LIMITS = BUMPS.toReversed();

/**
 * Runs the command with the arguments of the command line.
 *
 * @param root Folder of the repository.
 * @returns The exit status.
 * @throws Error If an argument is invalid, if a document cannot be read, or if the next version is too small.
 */
export async function runDiff(args: string[], root = projectRoot): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    options: {
      format: { type: 'string', default: 'text' },
      'fail-on': { type: 'string', default: 'none' },
      consumer: { type: 'string' },
      'check-release': { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const format = choice('--format', values.format, FORMATS);
  const limit = choice('--fail-on', values['fail-on'], LIMITS);
  if (positionals.length > 1) throw new Error('npm run diff must get at most one git ref; remove the others');
  const ref = positionals[0] ?? defaultRef(root);
  const folder = await mkdtemp(join(tmpdir(), 'diff-'));
  try {
    const [before, after] = [await contractAt(ref, folder, root), await contractIn(root)];
    const verdict = await compare(before, after, folder);
    const checked = values.consumer === undefined ? undefined : await check(values.consumer, before, after, verdict);
    console.log(checked === undefined ? formatVerdict(verdict, format, ref) : formatConsumer(verdict, checked, format));
    if (values['check-release']) {
      const [old, now] = [await packageVersion(folder), await packageVersion(root)];
      const changesets = await newChangesets(folder, root);
      checkRelease({ bump: verdict.bump, before: old, after: now, changesets });
    }
    if (checked !== undefined && checked.lines.length > 0) return 1;
    return limit !== 'none' && BUMPS.indexOf(verdict.bump) >= BUMPS.indexOf(limit) ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the bumps of the changesets that the git ref does not contain, or that are different there. */
async function newChangesets(folder: string, root: string): Promise<Bump[]> {
  const old = existsSync(join(folder, '.changeset')) ? await readChangesets(folder) : [];
  const changesets = (await readChangesets(root)).filter((one) => !old.some((other) => isDeepStrictEqual(one, other)));
  return changesets.flatMap(({ releases }) => releases.map(({ type }) => type));
}

/** Compares two contracts. A message of an error names a file of the git ref instead of its temporary copy. */
async function compare(before: Contract, after: Contract, folder: string) {
  return await compareContracts(before, after).catch((error: Error) => {
    throw new Error(error.message.replaceAll(`${folder}/`, 'at the git ref: '), { cause: error });
  });
}

/** Type-checks a consumer with the types before and after the changes. */
async function check(folder: string, before: Contract, after: Contract, { changes }: Verdict) {
  const typesOf = async ({ document }: Contract) => await typesModule(document, await readDocument(document));
  const types = { before: await typesOf(before), after: await typesOf(after) };
  return { folder, ...brokenLines(folder, types, changes) };
}

function choice<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new Error(`${option} must be one of: ${allowed.join(', ')}`);
  return found;
}

if (import.meta.main) {
  try {
    process.exitCode = await runDiff(process.argv.slice(2));
  } catch (error) {
    fail(error);
  }
}
