import { join } from 'node:path';
import { projectRoot } from '../openapi/document.ts';
import { runNode } from '../process/run-node.ts';

/** Longer than the compiler takes on a busy machine. */
const TIMEOUT_MS = 120_000;

/** A type error in a file of the project. */
export interface TypeProblem {
  /** Absolute path. */
  readonly file: string;
  /** The error on one line, with the file, the line and the column. */
  readonly text: string;
}

/**
 * Type-checks the project with TypeScript 7, the fastest compiler.
 *
 * @throws Error If the compiler fails without a type error, or if the signal is aborted.
 */
export async function findTypeErrors(signal: AbortSignal): Promise<TypeProblem[]> {
  const tsc = 'node_modules/typescript-7.0/bin/tsc';
  const { status, output } = await runNode([tsc, '-p', '.', '--pretty', 'false'], {
    cwd: projectRoot,
    timeout: TIMEOUT_MS,
    signal,
  });
  const errors = [...output.matchAll(/^(\S[^(\n]*)\((\d+),(\d+)\): error (.+)$/gm)].map(
    ([, path = '', line, column, text]) => ({
      file: join(projectRoot, path),
      text: `${path}:${line}:${column}: ${text}`,
    }),
  );
  if (status !== 0 && errors.length === 0) throw new Error(output.trim());
  return errors;
}
