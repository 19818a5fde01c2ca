import { join } from 'node:path';
import { projectRoot } from 'tenant-management-document';
import { runNode } from '../process/run-node.ts';
import { readTypeErrors, type TypeProblem } from '../process/type-errors.ts';

/** Timeout of the compiler in milliseconds: longer than the compiler takes on a busy machine. */
const TIMEOUT_MS = 120_000;

/**
 * Type-checks the project with TypeScript 7, the fastest compiler. After a save of hand-written code, the compiler checks
 * only the files that the save affects, which takes a quarter of the time. Nearly all files depend on the generated
 * types, so a check after a change of these types takes as long as the first check.
 *
 * @param folder Folder in which the compiler keeps the results of the last check.
 * @throws Error If the compiler fails without a type error, or if the signal is aborted.
 */
export async function checkTypes(folder: string, signal: AbortSignal): Promise<TypeProblem[]> {
  const tsc = 'node_modules/typescript-7.0/bin/tsc';
  const results = ['--incremental', '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')];
  const { status, output } = await runNode([tsc, '-p', '.', '--pretty', 'false', ...results], {
    cwd: projectRoot,
    timeout: TIMEOUT_MS,
    signal,
    // TypeScript 7 ignores SIGTERM while it checks.
    killSignal: 'SIGKILL',
  });
  const errors = readTypeErrors(output);
  if (status !== 0 && errors.length === 0) throw new Error(output.trim());
  return errors;
}
