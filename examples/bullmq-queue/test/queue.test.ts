// Starts workers as processes. They share the rate limit of a sandbox and the Redis of the variable REDIS_URL.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Queue, QueueEvents } from 'bullmq';
import type { ItemOutcome } from 'tenant-management-client/bulk';
import { type Sandbox, type SandboxOptions, startSandbox } from 'tenant-management-sandbox';
import { expect, onTestFinished, test } from 'vitest';
import { addRemovals, connection, type Removal } from '../src/queue.ts';

const worker = join(import.meta.dirname, '../src/worker.ts');
const reader = { clientId: 'reader', clientSecret: 'reader-secret' };

/** Starts a tenant with enrollments and an empty queue. */
async function startQueue(ids: readonly string[], options: SandboxOptions = {}) {
  const tenant = await startSandbox({ enrollments: ids.map((id) => ({ id })), rateLimit: false, ...options });
  const name = `test-${crypto.randomUUID()}`;
  const queue = new Queue<Removal, ItemOutcome>(name, { connection });
  const events = new QueueEvents(name, { connection });
  onTestFinished(async () => {
    await queue.obliterate({ force: true });
    await Promise.all([queue.close(), events.close(), tenant.close()]);
  });
  // waitUntilFinished() adds listeners for each job.
  queue.setMaxListeners(0);
  events.setMaxListeners(0);
  await events.waitUntilReady();
  return { tenant, queue, events };
}

/** Starts a worker. */
function startWorker(
  { name }: Queue,
  tenant: Sandbox,
  { credentials = tenant.credentials, lockMs = 30_000 } = {},
): ChildProcess {
  const child = spawn(process.execPath, [worker], {
    env: {
      ...process.env,
      QUEUE: name,
      LOCK_MS: String(lockMs),
      TENANT_BASE_URL: tenant.baseUrl,
      TENANT_CLIENT_ID: credentials.clientId,
      TENANT_CLIENT_SECRET: credentials.clientSecret,
    },
    stdio: 'ignore',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Status of each DELETE that the tenant received, with the id. */
const deletes = ({ requests }: Sandbox) =>
  requests.filter(({ method }) => method === 'DELETE').map(({ path, status }) => [path.split('/').at(-1), status]);

test('two workers delete each enrollment once, and a 429 of the shared rate limit fails no job', async () => {
  const ids = Array.from({ length: 200 }, (_, nth) => `dev_${nth}`);
  const { tenant, queue, events } = await startQueue(ids, { rateLimit: { limit: 20, perSecond: 100 } });
  const jobs = await addRemovals(queue, ids);
  const workers = [startWorker(queue, tenant), startWorker(queue, tenant)];
  const outcomes = await Promise.all(jobs.map((job) => job.waitUntilFinished(events)));

  expect(new Set(outcomes)).toEqual(new Set(['done']));
  const accepted = deletes(tenant).filter(([, status]) => status !== 429);
  expect(accepted.toSorted()).toEqual(ids.map((id) => [id, 204]).toSorted());
  expect((await queue.getCompleted()).map(({ attemptsMade }) => attemptsMade)).toEqual(ids.map(() => 1));
  const exits = Promise.all(workers.map((child) => once(child, 'exit')));
  for (const child of workers) child.kill('SIGTERM');
  expect(await exits).toEqual([
    [0, null],
    [0, null],
  ]);
});

test('another worker completes the job of a killed worker as missing, if the DELETE was done', async () => {
  const received = Promise.withResolvers<void>();
  const { tenant, queue, events } = await startQueue(['dev_1'], {
    onRequest: ({ method }) => method === 'DELETE' && received.resolve(),
  });
  tenant.fail({ id: 'dev_1', with: 'stall', afterEffect: true });
  const [job] = await addRemovals(queue, ['dev_1']);
  const killed = startWorker(queue, tenant, { lockMs: 500 });
  await received.promise;
  killed.kill('SIGKILL');
  startWorker(queue, tenant, { lockMs: 500 });

  expect(await job?.waitUntilFinished(events)).toBe('missing');
  expect(deletes(tenant)).toEqual([
    ['dev_1', undefined],
    ['dev_1', 404],
  ]);
  expect(await queue.getFailedCount()).toBe(0);
});

test('a job that fails is tried again, and after its last attempt the queue keeps it with the reason', async () => {
  const { tenant, queue, events } = await startQueue(['dev_1', 'dev_2']);
  tenant.fail({ id: 'dev_1', with: 500 });
  tenant.fail({ id: 'dev_2', with: 500, times: Infinity });
  const jobs = await addRemovals(queue, ['dev_1', 'dev_2'], 1);
  startWorker(queue, tenant);
  const [first, second] = await Promise.allSettled(jobs.map((job) => job.waitUntilFinished(events)));

  expect([first?.status, second?.status]).toEqual(['fulfilled', 'rejected']);
  expect(await queue.getCompleted()).toMatchObject([{ data: { id: 'dev_1' }, attemptsMade: 2, returnvalue: 'done' }]);
  const reason = expect.stringMatching(/^500 /);
  expect(await queue.getFailed()).toMatchObject([{ data: { id: 'dev_2' }, attemptsMade: 5, failedReason: reason }]);
});

test('a worker that may not delete exits with status 1, and another worker completes its job', async () => {
  const clients = [{ ...reader, scopes: [] }];
  const { tenant, queue, events } = await startQueue(['dev_1'], { clients });
  const [job] = await addRemovals(queue, ['dev_1'], 1);
  expect(await once(startWorker(queue, tenant, { credentials: reader }), 'exit')).toEqual([1, null]);
  startWorker(queue, tenant);
  expect(await job?.waitUntilFinished(events)).toBe('done');
});
