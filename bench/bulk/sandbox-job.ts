import type { BulkCall } from 'tenant-management-client/bulk';
import { startSandbox } from 'tenant-management-sandbox';
import { IN_FLIGHT, type Rate } from '../../test/support/simulated/job-situations.ts';
import { idsOf } from '../../test/support/simulated/simulate-job.ts';
import { bulk, clientCredentials, createManagementClient, createPacer } from './packed-client.ts';

/** The figures of a job in real time. */
export interface SandboxFigures {
  readonly failed: number;
  /** Number of requests, without the token request. */
  readonly requests: number;
  /** Time of all calls, divided by the lower bound. */
  readonly time: number;
}

type ClientOptions = Parameters<typeof createManagementClient>[0];

/** A job that runs on the sandbox. */
export interface SandboxJob {
  readonly title: string;
  readonly calls: number;
  readonly rate: Rate;
  readonly goals: Partial<SandboxFigures>;
  /** Deletes the ids. Resolves with the number of calls that failed. */
  readonly run: (options: ClientOptions, ids: readonly string[]) => Promise<number>;
}

const PATH = '/guardian/enrollments/{id}';

export const SANDBOX_JOBS: readonly SandboxJob[] = [
  {
    title: '1,000 deletes with bulk and a pacer at 50 + 50/s',
    calls: 1_000,
    rate: { limit: 50, perSecond: 50 },
    goals: { failed: 0, time: 1.05 },
    run: async (options, ids) => {
      const pacer = createPacer();
      const management = createManagementClient({ ...options, pacer });
      let failed = 0;
      const remove = (id: string, call: BulkCall) => management.DELETE(PATH, { params: { path: { id } }, ...call });
      for await (const { outcome } of bulk(ids, remove, { pacer, concurrency: IN_FLIGHT }))
        if (outcome !== 'done') failed += 1;
      return failed;
    },
  },
  {
    title: '`Promise.all` over 300 deletes with default options at 50 + 16/s',
    calls: 300,
    rate: { limit: 50, perSecond: 16 },
    goals: { failed: 0, requests: 600, time: 1.2 },
    run: async (options, ids) => {
      const management = createManagementClient(options);
      const results = await Promise.allSettled(ids.map((id) => management.DELETE(PATH, { params: { path: { id } } })));
      return results.filter((result) => result.status === 'rejected' || result.value.error !== undefined).length;
    },
  },
];

/** Runs a job on a sandbox that contains the items to delete. */
export async function runOnSandbox({ calls, rate, run }: SandboxJob): Promise<SandboxFigures> {
  const ids = [...idsOf(calls)];
  await using sandbox = await startSandbox({ enrollments: ids.map((id) => ({ id })), rateLimit: rate });
  const { baseUrl, tokenUrl, credentials } = sandbox;
  const auth = clientCredentials({ ...credentials, tokenUrl });
  let requests = 0;
  const countingFetch: typeof fetch = (input, init) => {
    if (input instanceof Request && input.url.startsWith(baseUrl)) requests += 1;
    return fetch(input, init);
  };
  const startedAt = performance.now();
  const failed = await run({ baseUrl, auth, fetch: countingFetch }, ids);
  const boundMs = ((calls - rate.limit) / rate.perSecond) * 1000;
  return { failed, requests, time: (performance.now() - startedAt) / boundMs };
}
