import { join } from 'node:path';
import { projectRoot } from 'tools-document/read';
import { type RunNodeOptions, runNode, type ScriptResult } from './run-node.ts';

/** Timeout of a compiler in milliseconds: longer than a compiler takes on a busy machine. */
const TIMEOUT_MS = 120_000;

/** A type error in the output of a TypeScript compiler. */
export interface TypeProblem {
  /** Path of the file, relative to the folder in which the compiler ran. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The code and the first line of the message, such as `TS2322: Type 'string' is not assignable to type 'number'.` */
  readonly message: string;
}

/** Reads the type errors in the output of a compiler that ran with `--pretty false`. */
export const readTypeErrors = (output: string): TypeProblem[] =>
  [...output.matchAll(/^(\S[^(\n]*)\((\d+),(\d+)\): error (TS\d+: .+)$/gm)].map(
    ([, file = '', line, column, message = '']) => ({ file, line: Number(line), column: Number(column), message }),
  );

/** Runs TypeScript 7, the fastest compiler, and resolves with its type errors. */
export async function compile(
  args: readonly string[],
  options: Pick<RunNodeOptions, 'cwd' | 'signal'>,
): Promise<ScriptResult & { readonly errors: readonly TypeProblem[] }> {
  const tsc = join(projectRoot, 'node_modules/typescript-7.0/bin/tsc');
  // TypeScript 7 ignores SIGTERM while it checks.
  const limits = { timeout: TIMEOUT_MS, killSignal: 'SIGKILL' } as const;
  const ended = await runNode([tsc, '--pretty', 'false', ...args], { ...options, ...limits });
  return { ...ended, errors: readTypeErrors(ended.output) };
}

/**
 * Type-checks the project. After a save of hand-written code, the compiler checks only the files that the save affects,
 * which takes a quarter of the time. Nearly all files depend on the generated types, so a check after a change of these
 * types takes as long as the first check.
 *
 * @param folder Folder in which the compiler keeps the results of the last check.
 * @throws Error If the compiler fails without a type error, or if the signal is aborted.
 */
export async function projectTypeErrors(folder: string, signal: AbortSignal): Promise<readonly TypeProblem[]> {
  const args = ['-p', '.', '--incremental', '--tsBuildInfoFile', join(folder, 'types.tsbuildinfo')];
  const { status, output, errors } = await compile(args, { cwd: projectRoot, signal });
  if (status !== 0 && errors.length === 0) throw new Error(output.trim());
  return errors;
}
