// Processes jobs until SIGTERM: `node src/worker.ts`. Start one worker, or several, on each machine.
import { Worker } from 'bullmq';
import { clientCredentials, createManagementClient } from 'tenant-management-client';
import { BulkError, createPacer, type ItemOutcome } from 'tenant-management-client/bulk';
import { connection, queueName, type Removal } from './queue.ts';
import { removeEnrollment } from './remove-enrollment.ts';

/** Calls in flight of this worker. At a latency of 200 ms, 8 calls in flight make at most 40 calls per second. */
const CONCURRENCY = 8;
/** Workers that may be killed with the same job. With the default of BullMQ, 1, two restarts could fail a job. */
const MAX_STALLED_COUNT = 5;

function required(name: string): string {
  const value = process.env[name];
  if (value) return value;
  console.error(`The environment variable ${name} must be set: see README.md`);
  process.exit(2);
}

const { TENANT_BASE_URL } = process.env;
const pacer = createPacer();
const management = createManagementClient({
  // A base URL is for a local sandbox.
  ...(TENANT_BASE_URL ? { baseUrl: TENANT_BASE_URL } : { tenantDomain: required('TENANT_DOMAIN') }),
  auth: clientCredentials({ clientId: required('TENANT_CLIENT_ID'), clientSecret: required('TENANT_CLIENT_SECRET') }),
  pacer,
});
const worker = new Worker<Removal, ItemOutcome>(queueName, removeEnrollment(management, pacer), {
  connection,
  concurrency: CONCURRENCY,
  maxStalledCount: MAX_STALLED_COUNT,
});
worker.on('error', (error) => console.error(error.message));
worker.on('failed', (job, error) => {
  console.error(`${job?.data.id}: ${error.message}`);
  // The tenant refuses the credentials of this worker, so every other job would fail too.
  if (error instanceof BulkError) stop(1);
});

/** Takes no more jobs, waits for the jobs in flight, and ends. */
function stop(exitCode: number): void {
  process.exitCode ??= exitCode;
  void worker.close();
}
process.once('SIGTERM', () => stop(0));
process.once('SIGINT', () => stop(0));
