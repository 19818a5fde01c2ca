import type { Processor } from 'bullmq';
import type { ManagementClient } from 'tenant-management-client';
import { type BulkCall, bulk, type ItemOutcome, type Pacer } from 'tenant-management-client/bulk';
import type { Removal } from './queue.ts';

/**
 * Returns the function that processes a job: a run of `bulk` with one item. The job completes with the outcome, `done`
 * or `missing`. A missing enrollment is not a failure, because a worker that was killed may have deleted it.
 *
 * @param pacer The pacer of the client.
 */
export function removeEnrollment(management: ManagementClient, pacer: Pacer): Processor<Removal, ItemOutcome> {
  const callItem = ({ id }: Removal, call: BulkCall) =>
    management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });

  return async ({ data }, _token, signal) => {
    for await (const { outcome, result, thrown } of bulk([data], callItem, { pacer, signal })) {
      if (outcome === 'failed') throw thrown ?? result.error;
      return outcome;
    }
    throw new Error('bulk must yield the item');
  };
}
