import { join } from 'node:path';
import { projectRoot } from 'tools-document';
import { compile, type TypeProblem } from '../process/type-errors.ts';

/**
 * Type-checks the project. After a save of hand-written code, the compiler checks only the files that the save affects,
 * which takes a quarter of the time. Nearly all files depend on the generated types, so a check after a change of these
 * types takes as long as the first check.
 *
 * @param folder Folder in which the compiler keeps the results of the last check.
 * @throws Error If the compiler fails without a type error, or if the signal is aborted.
 */
export async function checkTypes(folder: string, signal: AbortSignal): Promise<readonly TypeProblem[]> {
  const args = ['-p', '.', '--incremental', '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')];
  const { status, output, errors } = await compile(args, { cwd: projectRoot, signal });
  if (status !== 0 && errors.length === 0) throw new Error(output.trim());
  return errors;
}
