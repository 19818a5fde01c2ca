import { listOperations, type OpenApiDocument, type OperationEntry, readDocument } from 'tenant-management-document';
import { type Ended, runNode } from '../process/run-node.ts';
import type { ProjectCopy } from './document-copy.ts';

/** Timeout of a script. Even on a busy machine, a step with hundreds of operations takes less time. */
const STEP_TIMEOUT_MS = 3_600_000;

/** Number of lines of output in the message of a failure. A script prints its error last. */
const LAST_LINES = 5;

/** The subject of the steps: a copy of the project, and its document. */
export interface Subject extends ProjectCopy {
  readonly document: OpenApiDocument;
  readonly operations: readonly OperationEntry[];
  /** Runs a script of the copy, and resolves with its exit status and output. */
  run(...args: string[]): Promise<Ended>;
  /** Runs a script of the copy. If the script fails, throws an error with the last lines of its output. */
  require(...args: string[]): Promise<void>;
}

/**
 * Reads the document of a copy.
 *
 * @param signal Kills the running script when the signal is aborted.
 */
export async function subjectOf(copy: ProjectCopy, signal: AbortSignal): Promise<Subject> {
  const document = await readDocument(copy.file);
  const run = (...args: string[]) => runNode(args, { cwd: copy.root, timeout: STEP_TIMEOUT_MS, signal });
  return {
    ...copy,
    document,
    operations: listOperations(document),
    run,
    require: async (...args) => {
      const ended = await run(...args);
      if (ended.status !== 0) throw failureOf(ended);
    },
  };
}

/** Returns the error for a failed script. */
export function failureOf({ status, output }: Ended): Error {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return new Error(lines.slice(-LAST_LINES).join('\n') || `The script ended with status ${status}.`);
}
