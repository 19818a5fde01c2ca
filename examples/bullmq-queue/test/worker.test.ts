// Starts a worker as a process. It needs the Redis of the variable REDIS_URL.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Queue, QueueEvents } from 'bullmq';
import type { ItemOutcome } from 'tenant-management-client/bulk';
import { startSandbox } from 'tenant-management-sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { addRemovals, connection, type Removal } from '../src/queue.ts';

test('a worker deletes the enrollment of a job, and ends after SIGTERM', async () => {
  const tenant = await startSandbox({ enrollments: [{ id: 'dev_1' }] });
  const name = `test-${crypto.randomUUID()}`;
  const queue = new Queue<Removal, ItemOutcome>(name, { connection });
  const events = new QueueEvents(name, { connection });
  onTestFinished(async () => {
    await queue.obliterate({ force: true });
    await Promise.all([queue.close(), events.close(), tenant.close()]);
  });
  await events.waitUntilReady();
  const [job] = await addRemovals(queue, ['dev_1']);
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../src/worker.ts')], {
    env: {
      ...process.env,
      QUEUE: name,
      TENANT_BASE_URL: tenant.baseUrl,
      TENANT_CLIENT_ID: tenant.credentials.clientId,
      TENANT_CLIENT_SECRET: tenant.credentials.clientSecret,
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void worker.kill('SIGKILL'));

  expect(await job?.waitUntilFinished(events)).toBe('done');
  expect(tenant.enrollments.has('dev_1')).toBe(false);
  const exit = once(worker, 'exit');
  worker.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
});
