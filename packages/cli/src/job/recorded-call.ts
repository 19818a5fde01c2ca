import { countAttempts, isHeldBack, isUnsent } from 'tenant-management-client/internal';
import type { Connection } from '../tenant/connection.js';
import type { CallItemsOptions, JobItem } from './call-items.js';
import type { Job } from './job.js';
import type { JobSummary } from './job-summary.js';

/** Creates the function that makes the call of an item, and writes the row of an item that is done to `--results`. */
export function createRecordedCall(connection: Connection, summary: JobSummary): CallItemsOptions['call'] {
  const { job, context, started } = summary;
  /** Number of attempts of the failed calls of an item, which the job can call several times. */
  const attemptsBefore = new WeakMap<JobItem, number>();
  const addAttempts = (item: JobItem, end: unknown) => {
    const attempts = (attemptsBefore.get(item) ?? 0) + countAttempts(end);
    attemptsBefore.set(item, attempts);
    return attempts;
  };
  return async (item, call) => {
    await connection.pace(context.signal);
    throwRowError(job);
    started.add(item);
    const result = await connection.call({ ...callOf(job, item), ...call }).catch((error: unknown) => {
      const isSent = isHeldBack(error) || !(isUnsent(error) || Object(error).name === 'TokenError');
      if (!isSent && !attemptsBefore.has(item)) started.delete(item);
      addAttempts(item, error);
      throw error;
    });
    const attempts = addAttempts(item, result.error ?? result);
    if (result.error !== undefined || job.options.dryRun) return result;
    // After the end of a job whose calls were aborted, the item has a row.
    if (!started.delete(item)) return result;
    // The row comes before the line of the journal. If the process is killed in between, the next run sends the item
    // again. In the other order, a finished item could be without a row.
    const { response } = result;
    job.resultsFile?.add(item, { outcome: 'done', attempts, ...(response && { status: response.status }) });
    if (job.resultsFile?.error() !== undefined) summary.unrecorded += 1;
    throwRowError(job);
    return result;
  };
}

/** Throws if a row of `--results` could not be written, which stops the job after the calls in flight. */
function throwRowError({ resultsFile }: Job): void {
  const error = resultsFile?.error();
  if (error !== undefined) throw error;
}

// A dry run reads the item, without the query and the body.
function callOf({ operation, options, request: { query, body } }: Job, { values }: JobItem): object {
  const path = Object.fromEntries(operation.pathParameters.map((name, index) => [name, values[index]]));
  if (options.dryRun) return { params: { path } };
  const headers = body === undefined ? {} : { 'Content-Type': operation.body?.type };
  return { params: { path, query }, body, headers };
}
