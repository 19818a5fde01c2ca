import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Api, projectRoot, readDocumentFiles } from 'tools-document';
import { visibleLines } from '../../packages/cli/src/visible-text.ts';
import { type Ended, runNode } from '../process/run-node.ts';

/** Path of the script that is Redocly's command line. */
const redoclyCli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** A problem in the JSON report of `redocly lint`. */
export interface LintProblem {
  readonly severity: 'error' | 'warn';
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly {
    readonly source?: { readonly ref: string };
    readonly pointer?: string;
    readonly start?: { readonly line: number; readonly col: number };
  }[];
}

/** The JSON report of `redocly lint`. */
export interface LintReport {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly LintProblem[];
}

/** The advice to ignore all problems. A problem of the document must be fixed. */
const IGNORE_ADVICE = /^.*--generate-ignore-file.*\n/m;

/** Timeout in milliseconds: longer than Redocly takes for a document of 450 operations on a busy machine. */
const OUTPUT_TIMEOUT_MS = 120_000;

/** Runs Redocly's command line, which finds `redocly.yaml` in the project's root. Resolves with its status and output. */
export const redoclyOutput = (args: readonly string[], signal?: AbortSignal): Promise<Ended> =>
  runNode([redoclyCli, ...args], { cwd: projectRoot, timeout: OUTPUT_TIMEOUT_MS, signal });

/** Runs Redocly's command line, prints its output without control characters, and resolves with its exit status. */
export async function redocly(...args: string[]): Promise<number> {
  const { status, output } = await redoclyOutput(args);
  process.stdout.write(visibleLines(output.replace(IGNORE_ADVICE, '')));
  return status;
}

/**
 * Lints a document, and resolves with the exit status of Redocly.
 *
 * @throws Error If the document refers to a URL or to a file outside its folder. Redocly would read it.
 */
export async function runLint({ name, file }: Api): Promise<number> {
  await readDocumentFiles(file);
  return await redocly('lint', name);
}
