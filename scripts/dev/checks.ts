import { join, relative, sep } from 'node:path';
import { type Baseline, formatShortVerdict } from 'tools-diff';
import { behaviorFileOf } from 'tools-document/behavior';
import { projectRoot, type RedoclyApi } from 'tools-document/read';
import { generateTexts, outdatedTexts, writeTexts } from '../generate.ts';
import { problemList } from '../lint/lint-document.ts';
import { projectTypeErrors, type TypeProblem } from '../process/type-errors.ts';
import { type CheckedContract, checkContract } from './check-contract.ts';
import type { Environment, Urls } from './environment.ts';
import { createQueue } from './queue.ts';
import { createFileWatcher, type FileWatcher } from './watch-files.ts';

/** The checks of a document: one at the start, and one after each save. */
export interface Checks {
  /** Ends a check that runs, and stops watching. */
  stop(): Promise<void>;
}

/** Parts of `npm run dev` that the checks use. */
interface ChecksOptions {
  readonly api: RedoclyApi;
  readonly baseline: Baseline;
  readonly environment: Environment;
  /** Folder for temporary files. */
  readonly folder: string;
}

interface State extends ChecksOptions {
  /** Aborted when the checks stop. */
  readonly end: AbortController;
  readonly watcher: FileWatcher;
  /** Time of the last save. */
  savedAt: number;
  filesWithErrors: readonly string[];
  printedUrls: string;
  /** Ends the steps that follow the verdict on the previous version. */
  superseded: AbortController;
  following: Promise<void>;
}

/** Starts the first check of a document, and watches its files. Prints the result of each step. */
export function startChecks(options: ChecksOptions): Checks {
  const state: State = {
    ...options,
    end: new AbortController(),
    watcher: createFileWatcher((files, at) => {
      console.log(`\nSaved ${files.map((file) => relative(projectRoot, file)).join(', ')}`);
      state.savedAt = at;
      queue.run();
    }),
    savedAt: performance.now(),
    filesWithErrors: [],
    printedUrls: '',
    superseded: new AbortController(),
    following: Promise.resolve(),
  };
  const queue = createQueue(() => check(state));
  queue.run();
  return {
    stop: async () => {
      state.end.abort();
      state.watcher.close();
      await queue.idle();
      await state.following;
    },
  };
}

const watchFiles = async ({ watcher, api, filesWithErrors }: State) =>
  await watcher.watch([api.file, behaviorFileOf(api.file), ...filesWithErrors]);

/** Checks the document, writes the generated files, and starts the steps that can take longer. */
async function check(state: State): Promise<void> {
  const { api, baseline, end, savedAt } = state;
  await watchFiles(state);
  try {
    const checked = await checkContract(api, baseline.contract, end.signal);
    console.log(formatShortVerdict(checked.verdict, baseline.name));
    console.log(`Verdict after ${seconds(savedAt)}`);
    state.superseded.abort();
    state.superseded = new AbortController();
    const signal = AbortSignal.any([state.superseded.signal, end.signal]);
    const outdated = await outdatedTexts(await generateTexts(api, projectRoot, checked.document), projectRoot);
    await writeTexts(outdated, projectRoot);
    if (outdated.size > 0) console.log(`Generated ${[...outdated.keys()].join(', ')}`);
    state.following = state.following.then(() => follow(state, checked, signal, savedAt));
  } catch (error) {
    printError(state, error, end.signal);
  }
}

/** Type-checks the project, then replaces the servers and the docs page. */
async function follow(state: State, contract: CheckedContract, signal: AbortSignal, since: number): Promise<void> {
  if (signal.aborted) return;
  try {
    // The servers do not depend on hand-written code, so a type error does not keep them from starting.
    await printTypeErrors(state, signal, since);
    const urls = formatUrls(await state.environment.replaceServers(contract, signal));
    console.log(`Mock and sandbox restarted after ${seconds(since)}`);
    if (urls !== state.printedUrls) console.log(urls);
    state.printedUrls = urls;
    await state.environment.writeDocs(signal);
    console.log(`Docs page rebuilt after ${seconds(since)}`);
  } catch (error) {
    printError(state, error, signal);
  }
}

async function printTypeErrors(state: State, signal: AbortSignal, since: number): Promise<void> {
  const errors = await projectTypeErrors(state.folder, signal);
  if (errors.length > 0) console.log(problemList(errors.map(formatTypeError)));
  console.log(`${errors.length === 0 ? 'No type errors' : `Type errors: ${errors.length},`} after ${seconds(since)}`);
  state.filesWithErrors = [...new Set(errors.map(({ file }) => join(projectRoot, file)))];
  await watchFiles(state);
}

function printError({ printedUrls }: State, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) return;
  console.log(String(error instanceof Error ? error.message : error).replaceAll(projectRoot + sep, ''));
  console.log(
    printedUrls === ''
      ? 'No server runs yet: the mock and the sandbox start after the next save without errors.'
      : 'The mock, the sandbox and the docs page keep the last valid version.',
  );
}

const formatTypeError = ({ file, line, column, message }: TypeProblem) => `${file}:${line}:${column}: ${message}`;

const formatUrls = ({ mock, sandbox, token, docs }: Urls) =>
  `  mock      ${mock}\n  sandbox   ${sandbox}, token endpoint ${token}\n  docs page ${docs}`;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
