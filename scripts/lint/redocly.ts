import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { visibleLines } from '../../packages/cli/src/visible-text.ts';
import { runNode, type ScriptResult } from '../process/run-node.ts';

/** Path of the script that is Redocly's command line. */
const redoclyCli = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'bin/cli.js');

/** Timeout in milliseconds: longer than Redocly takes for a document of 450 operations on a busy machine. */
const OUTPUT_TIMEOUT_MS = 120_000;

/** Runs Redocly's command line, which finds `redocly.yaml` in the project's root. Resolves with its status and output. */
export const redoclyOutput = (args: readonly string[], signal?: AbortSignal): Promise<ScriptResult> =>
  runNode([redoclyCli, ...args], { cwd: projectRoot, timeout: OUTPUT_TIMEOUT_MS, signal });

/** Runs Redocly's command line, prints its output without control characters, and resolves with its exit status. */
export async function redocly(...args: string[]): Promise<number> {
  const { status, output } = await redoclyOutput(args);
  process.stdout.write(visibleLines(output));
  return status;
}
