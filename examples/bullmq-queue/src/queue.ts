import type { ConnectionOptions, Queue } from 'bullmq';
import type { ItemOutcome } from 'tenant-management-client/bulk';

/** The data of a job: the enrollment that a worker deletes. */
export interface Removal {
  readonly id: string;
}

/** Attempts of a job. The client also retries within an attempt, so a job fails only if an outage lasts for minutes. */
const ATTEMPTS = 5;
/** Delay before the second attempt of a job. Each later delay is twice as long. */
const RETRY_DELAY_MS = 5_000;

const { QUEUE = 'mfa-removals', REDIS_URL = 'redis://127.0.0.1:6379' } = process.env;

/** Name of the queue: the environment variable `QUEUE`. */
export const queueName = QUEUE;
/** The Redis of the queue: the environment variable `REDIS_URL`. */
export const connection: ConnectionOptions = { url: REDIS_URL, maxRetriesPerRequest: null };

/**
 * Adds a job for each enrollment. The id of the job contains the id of the enrollment: BullMQ ignores an id that it already
 * has, and does not allow a number or a colon.
 */
export const addRemovals = (queue: Queue<Removal, ItemOutcome>, ids: readonly string[]) =>
  queue.addBulk(
    ids.map((id) => ({
      name: 'remove',
      data: { id },
      opts: {
        jobId: `enrollment-${encodeURIComponent(id)}`,
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: RETRY_DELAY_MS },
      },
    })),
  );
