import { startSandbox } from 'tenant-management-sandbox';
import { idsOf } from '../../test/support/simulated/simulate-job.ts';
import { clientCredentials, createManagementClient } from './packed-client.ts';

/** The figures of a job on the sandbox. */
export interface SandboxFigures {
  readonly failed: number;
  /** Number of requests, without the token request. */
  readonly requests: number;
  /** Time of all calls, divided by the lower bound. */
  readonly time: number;
}

const CALLS = 300;
const RATE = { limit: 50, perSecond: 16 };

export const SANDBOX_JOB = '`Promise.all` over 300 deletes with default options at 50 + 16/s';
export const SANDBOX_GOALS: SandboxFigures = { failed: 0, requests: 600, time: 1.2 };

/** Sends all calls at once to a sandbox that contains the items to delete, without a pacer. */
export async function runOnSandbox(): Promise<SandboxFigures> {
  const ids = [...idsOf(CALLS)];
  await using sandbox = await startSandbox({ enrollments: ids.map((id) => ({ id })), rateLimit: RATE });
  const { baseUrl, tokenUrl, credentials } = sandbox;
  let requests = 0;
  const countingFetch: typeof fetch = (input, init) => {
    if (input instanceof Request && input.url.startsWith(baseUrl)) requests += 1;
    return fetch(input, init);
  };
  const auth = clientCredentials({ ...credentials, tokenUrl });
  const management = createManagementClient({ baseUrl, auth, fetch: countingFetch });
  const startedAt = performance.now();
  const remove = (id: string) => management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } } });
  const results = await Promise.allSettled(ids.map(remove));
  const failed = results.filter((result) => result.status === 'rejected' || result.value.error !== undefined).length;
  const boundMs = ((CALLS - RATE.limit) / RATE.perSecond) * 1000;
  return { failed, requests, time: (performance.now() - startedAt) / boundMs };
}
