import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { BulkCall } from 'tenant-management-client/bulk';
import {
  IN_FLIGHT,
  latencyOf,
  lowerBoundMs,
  type Rate,
  ratesOf,
  SITUATIONS,
  type Situation,
} from '../../test/support/simulated/job-situations.ts';
import { idsOf } from '../../test/support/simulated/simulate-job.ts';
import { createSimulatedTenant } from '../../test/support/simulated/simulated-tenant.ts';
import { bulk, createManagementClient, createPacer } from './packed-client.ts';
import { type Run, runInParallel } from './parallel-runs.ts';

/** A situation whose job runs in real time and on a virtual clock. */
type RealTimeJob = Pick<Run, 'situation' | 'rate'>;

/** Number of calls of each job. */
const CALLS = 1600;

const TITLES = [
  'header fields on every response',
  'header fields on 429 only',
  '1,600 calls with a burst of 10, header fields on every response',
];
/** At lower rates, jobs take minutes. */
const LOWEST_RATE = 50;

export const REAL_TIME_JOBS: readonly RealTimeJob[] = TITLES.flatMap((title) => {
  const situation = SITUATIONS.findIndex((one) => one.title === title);
  const rates = ratesOf(SITUATIONS[situation] as Situation);
  return rates.filter(({ perSecond }) => perSecond >= LOWEST_RATE).map((rate) => ({ situation, rate }));
});

/**
 * Runs a job over HTTP on loopback, on a server that responds like the simulated tenant, and then simulates it. Resolves
 * with the time of both, divided by the lower bound.
 */
export async function runInRealTime({ situation: position, rate }: RealTimeJob, seeds: readonly number[]) {
  const situation = { ...SITUATIONS[position], calls: CALLS } as Situation;
  const { failed, ms } = await deleteAll(situation, rate);
  // Other processes simulate the jobs, because a virtual clock here would stop the timers of open connections.
  const simulated = await runInParallel(seeds.map((seed) => ({ situation: position, rate, seed, calls: CALLS })));
  const simulatedTime = simulated.reduce((sum, { time }) => sum + time, 0) / seeds.length;
  return { failed, time: ms / lowerBoundMs(situation, rate), simulatedTime };
}

async function deleteAll(situation: Situation, rate: Rate): Promise<{ failed: number; ms: number }> {
  const server = createTenantServer(situation, rate);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const pacer = createPacer();
  const management = createManagementClient({ baseUrl: `http://127.0.0.1:${port}`, auth: 'token', pacer });
  const remove = (id: string, call: BulkCall) =>
    management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } }, ...call });
  let failed = 0;
  const startedAt = performance.now();
  try {
    for await (const { outcome } of bulk(idsOf(CALLS), remove, { pacer, concurrency: IN_FLIGHT }))
      if (outcome !== 'done') failed += 1;
    return { failed, ms: performance.now() - startedAt };
  } finally {
    server.close();
  }
}

/** Creates a server with the rate limit and the latency of a situation. */
function createTenantServer(situation: Situation, rate: Rate): Server {
  const [shortestMs, longestMs] = latencyOf(situation);
  const tenant = createSimulatedTenant({
    ...rate,
    headerFields: situation.headerFields,
    refusedCallsCost: false,
    errorRate: 0,
    unavailableRate: 0,
    random: Math.random,
    now: Date.now,
  });
  return createServer(async (_request, response) => {
    const latencyMs = shortestMs + Math.random() * (longestMs - shortestMs);
    await wait(latencyMs / 2);
    const { status, headers } = tenant.respond();
    await wait(latencyMs / 2);
    response.writeHead(status, Object.fromEntries(headers)).end();
  });
}
