import { join, relative, sep } from 'node:path';
import { type Baseline, formatShortVerdict } from 'tools-diff';
import { type Api, behaviorFileOf, documentFiles, projectRoot } from 'tools-document';
import { generateTexts, outdatedTexts, writeTexts } from '../generate.ts';
import type { TypeProblem } from '../process/type-errors.ts';
import { type CheckedContract, checkContract } from './check-contract.ts';
import type { Environment, Urls } from './environment.ts';
import { problemList } from './lint-document.ts';
import { createQueue } from './queue.ts';
import { checkTypes } from './type-check.ts';
import { createFileWatcher } from './watch-files.ts';

/** The checks of a document: one at the start, and one after each save. */
export interface Checks {
  /** Ends a check that runs, and stops watching. */
  stop(): Promise<void>;
}

/** Parts of `npm run dev` that the checks use. */
interface ChecksOptions {
  readonly api: Api;
  readonly baseline: Baseline;
  readonly environment: Environment;
  /** Folder for temporary files. */
  readonly folder: string;
}

/** Starts the first check of a document, and watches its files. Prints the result of each step. */
export function startChecks({ api, baseline, environment, folder }: ChecksOptions): Checks {
  const end = new AbortController();
  let savedAt = performance.now();
  let filesWithErrors: readonly string[] = [];
  let printedUrls = '';
  /** Ends the steps that follow the verdict on the previous version. */
  let superseded = new AbortController();
  let following = Promise.resolve();

  const watcher = createFileWatcher((files, at) => {
    console.log(`\nSaved ${files.map((file) => relative(projectRoot, file)).join(', ')}`);
    savedAt = at;
    queue.run();
  });

  const watchFiles = async () =>
    await watcher.watch([...(await documentFiles(api.file)), behaviorFileOf(api.file), ...filesWithErrors]);

  const queue = createQueue(async () => {
    const since = savedAt;
    await watchFiles();
    try {
      const checked = await checkContract(api, baseline.contract, end.signal);
      console.log(formatShortVerdict(checked.verdict, baseline.name));
      console.log(`Verdict after ${seconds(since)}`);
      superseded.abort();
      superseded = new AbortController();
      const signal = AbortSignal.any([superseded.signal, end.signal]);
      const outdated = await outdatedTexts(await generateTexts(api, projectRoot, checked.document), projectRoot);
      await writeTexts(outdated, projectRoot);
      if (outdated.size > 0) console.log(`Generated ${[...outdated.keys()].join(', ')}`);
      following = following.then(() => follow(checked, signal, since));
    } catch (error) {
      report(error, end.signal);
    }
  });

  /** Type-checks the project, then replaces the servers and the docs page. */
  async function follow(contract: CheckedContract, signal: AbortSignal, since: number): Promise<void> {
    if (signal.aborted) return;
    try {
      // The servers do not depend on hand-written code, so a type error does not keep them from starting.
      await printTypeErrors(signal, since);
      const urls = formatUrls(await environment.replaceServers(contract, signal));
      console.log(`Mock and sandbox restarted after ${seconds(since)}`);
      if (urls !== printedUrls) console.log(urls);
      printedUrls = urls;
      await environment.writeDocs(signal);
      console.log(`Docs page rebuilt after ${seconds(since)}`);
    } catch (error) {
      report(error, signal);
    }
  }

  async function printTypeErrors(signal: AbortSignal, since: number): Promise<void> {
    const errors = await checkTypes(folder, signal);
    if (errors.length > 0) console.log(problemList(errors.map(formatTypeError)));
    console.log(`${errors.length === 0 ? 'No type errors' : `Type errors: ${errors.length},`} after ${seconds(since)}`);
    filesWithErrors = [...new Set(errors.map(({ file }) => join(projectRoot, file)))];
    await watchFiles();
  }

  function report(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    console.log(String(error instanceof Error ? error.message : error).replaceAll(projectRoot + sep, ''));
    console.log(
      printedUrls === ''
        ? 'No server runs yet: the mock and the sandbox start after the next save without errors.'
        : 'The mock, the sandbox and the docs page keep the last valid version.',
    );
  }

  queue.run();
  return {
    stop: async () => {
      end.abort();
      watcher.close();
      await queue.idle();
      await following;
    },
  };
}

const formatTypeError = ({ file, line, column, message }: TypeProblem) => `${file}:${line}:${column}: ${message}`;

const formatUrls = ({ mock, sandbox, token, docs }: Urls) =>
  `  mock      ${mock}\n  sandbox   ${sandbox}, token endpoint ${token}\n  docs page ${docs}`;

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`;
