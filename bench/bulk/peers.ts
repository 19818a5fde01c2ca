import { ManagementClient } from 'auth0';
import Bottleneck from 'bottleneck';
import createClient from 'openapi-fetch';
import pLimit from 'p-limit';
import PQueue from 'p-queue';
import type { Pacer } from '../../src/bulk/index.ts';
import type { paths } from '../../src/generated/management.ts';
import { createManagementClient, createPacer, deleteInBulk, idsOf, unwrap } from './client.ts';
import type { SimulatedNetwork } from './simulated-network.ts';
import { CALLS, IN_FLIGHT, type Rate } from './situations.ts';

type Fetch = SimulatedNetwork['fetch'];

/** Deletes an item. Resolves with true if the call has failed. */
type Remove = (id: string) => Promise<boolean>;

/** A way to make many calls. `run` resolves with the number of calls that failed. */
export interface BulkPeer {
  readonly title: string;
  readonly run: (calls: number, rate: Rate, fetch: Fetch) => Promise<number>;
}

const ORIGIN = 'https://acme.example.com';

const removeWithThisPackage = (fetch: Fetch, options: { readonly pacer?: Pacer } = {}): Remove => {
  const management = createManagementClient({ baseUrl: `${ORIGIN}/api/v2`, auth: 'token', fetch, ...options });
  return (id) => hasFailed(unwrap(management.DELETE('/guardian/enrollments/{id}', { params: { path: { id } } })));
};

const removeWithAuth0 = (fetch: Fetch): Remove => {
  const client = new ManagementClient({ domain: new URL(ORIGIN).host, token: 'token', fetch });
  return (id) => hasFailed(client.guardian.enrollments.delete(id));
};

const removeWithOpenapiFetch = (fetch: Fetch): Remove => {
  const client = createClient<paths>({ baseUrl: `${ORIGIN}/api/v2`, fetch });
  return async (id) => !(await client.DELETE('/guardian/enrollments/{id}', { params: { path: { id } } })).response.ok;
};

/** Starts all calls at the same time. */
const atOnce = (calls: number, remove: Remove) => countFailed([...idsOf(calls)].map(remove));

const withLimit = (calls: number, remove: Remove) => {
  const limit = pLimit(IN_FLIGHT);
  return countFailed([...idsOf(calls)].map((id) => limit(remove, id)));
};

/** Peers that make the same calls. */
export interface Comparison {
  readonly title: string;
  readonly calls: number;
  readonly rates: readonly Rate[];
  readonly peers: readonly BulkPeer[];
}

/** All comparisons. In each, only 429 responses have the header fields of the rate limit. */
export const COMPARISONS: readonly Comparison[] = [
  {
    title: '`Promise.all` over 300 deletes',
    calls: 300,
    rates: [{ limit: 50, perSecond: 16 }],
    peers: [
      { title: 'openapi-fetch', run: (calls, _rate, fetch) => atOnce(calls, removeWithOpenapiFetch(fetch)) },
      { title: 'auth0', run: (calls, _rate, fetch) => atOnce(calls, removeWithAuth0(fetch)) },
      { title: 'this package', run: (calls, _rate, fetch) => atOnce(calls, removeWithThisPackage(fetch)) },
      {
        title: 'this package with a pacer',
        run: (calls, _rate, fetch) => atOnce(calls, removeWithThisPackage(fetch, { pacer: createPacer() })),
      },
    ],
  },
  {
    title: `10,000 deletes with ${IN_FLIGHT} calls in flight`,
    calls: CALLS,
    rates: [
      { limit: 50, perSecond: 16 },
      { limit: 50, perSecond: 50 },
    ],
    peers: [
      { title: 'p-limit with auth0', run: (calls, _rate, fetch) => withLimit(calls, removeWithAuth0(fetch)) },
      {
        title: 'p-limit with this package',
        run: (calls, _rate, fetch) => withLimit(calls, removeWithThisPackage(fetch)),
      },
      { title: 'p-queue with this package, given the true rate', run: runWithQueue },
      { title: 'bottleneck with this package, given the true rate and burst', run: runWithReservoir },
      { title: 'bulk and pacer of this package', run: runInBulk },
    ],
  },
];

function runWithQueue(calls: number, { perSecond }: Rate, fetch: Fetch): Promise<number> {
  const remove = removeWithThisPackage(fetch);
  const queue = new PQueue({ concurrency: IN_FLIGHT, interval: 1000, intervalCap: perSecond });
  return countFailed([...idsOf(calls)].map((id) => queue.add(() => remove(id))));
}

function runWithReservoir(calls: number, { perSecond, limit }: Rate, fetch: Fetch): Promise<number> {
  const remove = removeWithThisPackage(fetch);
  const limiter = new Bottleneck({
    maxConcurrent: IN_FLIGHT,
    reservoir: limit,
    reservoirIncreaseAmount: perSecond,
    reservoirIncreaseInterval: 1000,
    reservoirIncreaseMaximum: limit,
  });
  return countFailed([...idsOf(calls)].map((id) => limiter.schedule(remove, id)));
}

async function runInBulk(calls: number, _rate: Rate, fetch: Fetch): Promise<number> {
  const pacer = createPacer();
  const management = createManagementClient({ baseUrl: `${ORIGIN}/api/v2`, auth: 'token', fetch, pacer });
  let failed = 0;
  for await (const { hasFailed } of deleteInBulk(management, idsOf(calls), pacer)) if (hasFailed) failed += 1;
  return failed;
}

const hasFailed = (call: PromiseLike<unknown>): Promise<boolean> =>
  Promise.resolve(call).then(
    () => false,
    () => true,
  );

const countFailed = async (calls: readonly Promise<boolean>[]): Promise<number> =>
  (await Promise.all(calls)).filter(Boolean).length;
