import { spawn } from 'node:child_process';
import { once } from 'node:events';
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

/**
 * Runs Redocly's command line, which finds `redocly.yaml` in the project's root.
 *
 * @returns The exit status of Redocly. This process writes the output of Redocly, without control characters.
 */
export async function redocly(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, [redoclyCli, ...args], {
    cwd: projectRoot,
    stdio: ['inherit', 'pipe', 'pipe'],
    // Without this variable, Redocly on a terminal sends a request to a registry to look for a newer version.
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  for (const output of ['stdout', 'stderr'] as const)
    child[output]
      .setEncoding('utf8')
      .on('data', (text: string) => process[output].write(visibleLines(text.replace(IGNORE_ADVICE, ''))));
  const [status]: (number | null)[] = await once(child, 'close');
  // The status is null if a signal ended the process.
  return status ?? 1;
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

/** Runs Redocly's command line like {@link redocly}, and resolves with its exit status and its output. */
export const redoclyOutput = (args: readonly string[], signal: AbortSignal): Promise<Ended> =>
  runNode([redoclyCli, ...args], { cwd: projectRoot, timeout: OUTPUT_TIMEOUT_MS, signal });
