import { getEventListeners } from 'node:events';
import { clientCredentials, createManagementClient, sharedTokenCache, type TokenStore } from '../../src/index.ts';
import { createRandom, type Random } from '../support/simulated/seeded-random.ts';
import { createVirtualClock, type SimulatedProcess, type VirtualClock } from '../support/simulated/virtual-clock.ts';

/** The response of the token endpoint to one token request; with `hang`, the endpoint never responds. */
export type EndpointBehavior = 'hang' | { readonly latencyMs: number; readonly status: number };

/** One operation of the store: the latency in both directions, and the fault. */
export interface StoreBehavior {
  readonly requestMs: number;
  readonly responseMs: number;
  /** `refused`: the operation rejects and has no effect. `lost`: the operation takes effect, but rejects too. */
  readonly fault?: 'refused' | 'lost' | undefined;
}

/** A fleet of processes that start together without a token. */
export interface Scenario {
  readonly title: string;
  readonly processes: number;
  /** Timeout of the call of the nth process. */
  readonly timeoutMs: (nth: number, random: Random) => number;
  readonly store: (operation: 'get' | 'set' | 'delete' | 'add', nth: number, random: Random) => StoreBehavior;
  /** @param nth Number of the token request, counted over all processes, from 1. */
  readonly endpoint: (nth: number, random: Random) => EndpointBehavior;
  /** Difference between the clock of a process and the true time. */
  readonly skewMs?: (random: Random) => number;
  /** Whether the process that sends the first token request crashes while it waits for the response. */
  readonly firstHolderCrashes?: boolean;
  /** Largest number of token requests that the scenario allows. @default the number of processes */
  readonly maxTokenRequests?: number;
  /** Longest time that the scenario allows for a call. @default the timeout of the call */
  readonly maxDurationMs?: number;
}

/** Result of one run of a scenario. */
export interface FleetReport {
  readonly failures: readonly string[];
  readonly tokenRequests: number;
  /** Violations of the rules that hold in every scenario, such as a call that exceeds its timeout. */
  readonly violations: readonly string[];
  readonly longestMs: number;
  readonly timersLeft: number;
  readonly listenersLeft: number;
}

/** The processes start at random times during this period. */
const START_SPREAD_MS = 200;
const API_LATENCY_MS = 20;
const LIFETIME_S = 3_600;

/** Runs a scenario: each process makes one call with its own client and token source; all processes share one store. */
export async function runFleet(scenario: Scenario, seed: number): Promise<FleetReport> {
  const random = createRandom(seed);
  const clock = createVirtualClock();
  try {
    const { createStore, violations } = simulateStore(scenario, random, clock);
    const tenant = simulateTenant(scenario, random, clock);
    const failures: string[] = [];
    const signals = new Map<SimulatedProcess, AbortSignal>();
    let longestMs = 0;
    let running = 0;

    for (let nth = 0; nth < scenario.processes; nth += 1) {
      const process: SimulatedProcess = { skewMs: scenario.skewMs?.(random) ?? 0, isCrashed: false };
      const timeout = Math.round(scenario.timeoutMs(nth, random));
      running += 1;
      tenant.onCrash(process, () => {
        running -= 1;
      });
      clock.runAs(process, () => clock.schedule(random() * START_SPREAD_MS, () => void callOnce()));

      async function callOnce(): Promise<void> {
        const start = clock.now();
        const { signal } = new AbortController();
        signals.set(process, signal);
        const tokenCache = sharedTokenCache(createStore(nth));
        const auth = clientCredentials({ clientId: 'fleet', clientSecret: 's3cret', tokenCache });
        const management = createManagementClient({ tenantDomain: 'acme.example.com', auth, fetch: tenant.fetch });
        try {
          const path = { id: 'dev_1' };
          const { error } = await management.DELETE('/guardian/enrollments/{id}', {
            params: { path },
            timeout,
            signal,
          });
          if (error !== undefined) failures.push(`process ${nth}: ${error.message}`);
        } catch (thrown) {
          failures.push(`process ${nth}: ${thrown}`);
        }
        const duration = clock.now() - start;
        longestMs = Math.max(longestMs, duration);
        if (duration > timeout)
          violations.push(`the call of process ${nth} took ${duration} ms, but its timeout is ${timeout} ms`);
        running -= 1;
      }
    }
    await clock.run(() => running === 0);
    const timersLeft = clock.timers();
    // Store operations and responses that arrive after the end of the last call must not cause a failure.
    await clock.run(() => false);
    return {
      failures,
      tokenRequests: tenant.tokenRequests(),
      violations,
      longestMs,
      timersLeft,
      listenersLeft: [...signals]
        .filter(([process]) => !process.isCrashed)
        .reduce((sum, [, signal]) => sum + getEventListeners(signal, 'abort').length, 0),
    };
  } finally {
    clock.restore();
  }
}

/** Creates a store whose entries expire, and whose operations have the latency and the faults of the scenario. */
function simulateStore(scenario: Scenario, random: Random, clock: VirtualClock) {
  const entries = new Map<string, { readonly value: string; readonly expires: number; readonly owner: number }>();
  const violations: string[] = [];
  const find = (key: string) => {
    const entry = entries.get(key);
    return entry !== undefined && entry.expires > clock.now() ? entry : undefined;
  };

  const createStore = (owner: number): TokenStore => {
    const operate = <T>(name: 'get' | 'set' | 'delete' | 'add', apply: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        const { requestMs, responseMs, fault } = scenario.store(name, owner, random);
        clock.schedule(requestMs, () => {
          const result = fault === 'refused' ? undefined : apply();
          clock.schedule(responseMs, () =>
            fault === undefined ? resolve(result as T) : reject(new Error(`${name}: ${fault}`)),
          );
        });
      });
    const put = (key: string, value: string, ttlMs: number) => {
      if (!Number.isInteger(ttlMs) || ttlMs <= 0) violations.push(`a TTL of ${ttlMs} ms is not a positive integer`);
      entries.set(key, { value, expires: clock.now() + ttlMs, owner });
    };
    return {
      get: (key) => operate('get', () => find(key)?.value),
      set: (key, value, ttlMs) => operate('set', () => put(key, value, ttlMs)),
      delete: (key) =>
        operate('delete', () => {
          const entry = find(key);
          if (entry !== undefined && entry.owner !== owner)
            violations.push(`process ${owner} deleted an entry of process ${entry.owner}`);
          return entries.delete(key);
        }),
      add: (key, value, ttlMs) =>
        operate('add', () => {
          if (find(key) !== undefined) return null;
          put(key, value, ttlMs);
          return 'OK';
        }),
    };
  };
  return { createStore, violations };
}

/** Creates the `fetch` of a tenant with a token endpoint and an API. */
function simulateTenant(scenario: Scenario, random: Random, clock: VirtualClock) {
  const crashes = new Map<SimulatedProcess, () => void>();
  const issued = new Set<string>();
  let tokenRequests = 0;

  const fetch = (request: Request, { signal }: { signal: AbortSignal }): Promise<Response> =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      if (new URL(request.url).pathname !== '/oauth/token/') {
        const isKnown = issued.has(request.headers.get('Authorization')?.slice('Bearer '.length) ?? '');
        clock.schedule(API_LATENCY_MS, () => resolve(new Response(null, { status: isKnown ? 204 : 401 })));
        return;
      }
      tokenRequests += 1;
      const behavior = scenario.endpoint(tokenRequests, random);
      const process = clock.currentProcess();
      if (scenario.firstHolderCrashes && tokenRequests === 1 && process !== undefined) {
        process.isCrashed = true;
        crashes.get(process)?.();
        return;
      }
      if (behavior === 'hang') return;
      const token = `token-${tokenRequests}`;
      clock.schedule(behavior.latencyMs, () => {
        if (behavior.status === 200) issued.add(token);
        const body =
          behavior.status === 200 ? { access_token: token, expires_in: LIFETIME_S } : { error: 'too_many_requests' };
        resolve(Response.json(body, { status: behavior.status }));
      });
    });

  return {
    fetch,
    tokenRequests: () => tokenRequests,
    onCrash: (process: SimulatedProcess, callback: () => void) => crashes.set(process, callback),
  };
}
